import { limits } from '@relato/contract/limits';
import { expect } from '../testing/fixtures.ts';
import { restingTopOf, wheelTo } from '../testing/measuring/scrolling.ts';
import { address, cardOf, test } from '../testing/server/feed-corner.ts';
import { insertManyStories } from '../testing/server/many-stories.ts';

test('L28, L407: going back from a story restores the position, the card and the focus @firefox', async ({
  page,
  corner,
  database,
}) => {
  await insertManyStories(database, 80, corner);
  await page.goto(address(corner));
  const card = cardOf(page, 'Historia 48 ');
  await wheelTo(page, card);
  const link = card.getByRole('link', { name: 'Historia 48 ' });
  await link.focus();
  const top = await restingTopOf(card);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main', { name: 'Historia' })).toBeFocused();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.evaluate(measureWaitForFocus);
  await page.getByRole('button', { name: 'Volver' }).click();
  await expect(link).toBeFocused();
  expect(await page.evaluate(readWaitForFocus)).toBeGreaterThanOrEqual(limits.selectedStory.scrollWaitMs);
  expect(await restingTopOf(card)).toBeCloseTo(top, 0);
  await page.keyboard.press('Tab');
  await expect(card.locator(':focus')).toHaveCount(1);
});

/** Measures the milliseconds from the next press to the focus of a story, for `readWaitForFocus`. */
const measureWaitForFocus = (): void => {
  const waited = new Promise((resolve) => {
    const onPress = () => {
      const pressedAt = performance.now();
      document.addEventListener('focusin', ({ target }) => {
        if (target instanceof Element && target.closest('article')) resolve(performance.now() - pressedAt);
      });
    };
    document.addEventListener('pointerdown', onPress, { once: true });
  });
  Object.assign(window, { waitedForFocus: waited });
};
const readWaitForFocus = (): Promise<number> => Reflect.get(window, 'waitedForFocus');

test('scrolling keeps the focused card and the opened transcripts, and returning to the community scrolls the opened story into view', async ({
  page,
  corner,
  database,
  setFlags,
}) => {
  await setFlags({ recordOnly: false });
  await insertManyStories(database, 40, corner);
  // Newer than the stories of other tests.
  await database.prisma.story.updateMany({
    where: { userId: corner.userId },
    data: { upvotes: 50, score: 50 },
  });
  await page.goto('/search');
  const first = cardOf(page, 'Historia 4 ');
  const opened = cardOf(page, 'Historia 5 ');
  await opened.getByRole('button', { name: 'Ver más...' }).click();
  await expect(opened.getByRole('button', { name: 'Ver más...' })).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ has: opened })).toBeFocused();
  await first.getByRole('link', { name: 'Historia 4 ' }).focus();
  await wheelTo(page, cardOf(page, 'Historia 25 '));
  await expect(opened).toHaveCount(0);
  await expect(first.getByRole('link', { name: 'Historia 4 ' })).toBeFocused();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(opened).toHaveCount(1);
  await expect(opened.getByRole('button', { name: 'Ver más...' })).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).evaluate((heading: HTMLElement) => heading.click());
  await expect(opened.getByRole('button', { name: 'Ver más...' })).toHaveCount(1);

  const chosen = cardOf(page, 'Historia 12 ').getByRole('link', { name: 'Historia 12 ' });
  await wheelTo(page, cardOf(page, 'Historia 12 '));
  await chosen.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Historia' })).toBeVisible();
  await page.getByRole('link', { name: 'Comunidad' }).click();
  await expect(chosen).toBeInViewport();
});
