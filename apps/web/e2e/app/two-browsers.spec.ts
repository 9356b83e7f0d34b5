import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { call, expect, query, newUser } from '../testing/fixtures.ts';
import { openBrowser } from '../testing/people.ts';
import { refreshUntil } from '../testing/refresh-clock.ts';
import { insertManyStories } from '../testing/server/many-stories.ts';
import { restingTopOf, wheelTo } from '../testing/measuring/scrolling.ts';
import { test } from '../testing/server/database-fixtures.ts';

const cardOf = (page: Page, title: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: title }) });
const voteOf = (card: Locator): Locator => card.getByRole('button', { name: /^Votar: / });

async function idOf(page: Page, title: string): Promise<string> {
  const card = page.getByRole('listitem').filter({ has: cardOf(page, title) });
  return (await card.getAttribute('data-story')) ?? '';
}

/** Sets a mark that a reload would remove. */
const mark = async (page: Page): Promise<void> =>
  page.evaluate(() => void Reflect.set(window, 'marked', true));
const isMarked = async (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'marked'));

test('L256: a refresh shows the changes of another browser and does not move what the reader sees', async ({
  page,
  browser,
  database,
}) => {
  const author = newUser();
  const studio = await openBrowser(browser, author);
  const fan = await openBrowser(browser, newUser());
  const { id: userId } = await query<{ id: string }>(studio, 'profiles.byUsername', {
    username: author.username,
  });
  const tag = `en ${author.username}`;
  await insertManyStories(database, 60, { userId, tag });

  await page.clock.install();
  await page.goto(`/search?tags=${encodeURIComponent(tag)}`);
  await expect(page.getByText(`Filtrando por: ${tag}`)).toBeVisible();
  const read = cardOf(page, 'Historia 32 ');
  const above = cardOf(page, 'Historia 31 ');
  const below = cardOf(page, 'Historia 33 ');
  await wheelTo(page, read);
  await read.scrollIntoViewIfNeeded();
  await expect(above).toHaveCount(1);
  await expect(below).toHaveCount(1);
  await mark(page);
  const id = await idOf(page, 'Historia 32 ');
  const top = await restingTopOf(read);
  await expect(voteOf(read)).toHaveAccessibleName('Votar: 0 votos');

  await test.step('a vote and a comment are counted', async () => {
    await call(fan, 'stories.vote', { id, direction: 'up' });
    const comment = { id: randomUUID(), storyId: id, content: 'A mí también me pasó' };
    await call(fan, 'comments.create', comment);
    await refreshUntil(page, () =>
      expect(voteOf(read)).toHaveAccessibleName('Votar: 1 voto', { timeout: 3_000 }),
    );
    await expect(read.getByText('1 Comentario')).toBeVisible();
    expect(await restingTopOf(read)).toBeCloseTo(top, 0);
  });

  await test.step('unpublished stories go, above and below the reader', async () => {
    for (const title of ['Historia 31 ', 'Historia 33 ']) {
      await call(studio, 'stories.unpublish', { id: await idOf(page, title) });
    }
    await refreshUntil(page, () => expect(above).toHaveCount(0, { timeout: 3_000 }));
    await expect(below).toHaveCount(0);
    await expect(cardOf(page, 'Historia 30 ')).toHaveCount(1);
    expect(await restingTopOf(read)).toBeCloseTo(top, 0);
  });

  await test.step('a story that rose waits at the top', async () => {
    await page.getByRole('button', { name: 'Cambió el orden' }).click();
    await expect(page.getByRole('article').first()).toContainText('Historia 32 ');
    await expect(page.getByRole('button', { name: 'Cambió el orden' })).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });

  await test.step('a follower is counted on the profile', async () => {
    await cardOf(page, 'Historia 32 ')
      .getByRole('link', { name: `@${author.username}` })
      .click();
    const followers = (count: number) => page.getByRole('button', { name: `${count} Seguidores` });
    await expect(followers(0)).toBeVisible();
    await call(fan, 'follows.follow', { userId });
    await refreshUntil(page, () => expect(followers(1)).toBeVisible({ timeout: 3_000 }));
  });
  expect(await isMarked(page)).toBe(true);
  await database.prisma.user.delete({ where: { id: userId } });
});
