import { randomUUID } from 'node:crypto';
import { call, expect, signInAsNewUser, test } from '../testing/fixtures.ts';
import { watchAudio } from '../testing/audio-element.ts';
import { dialog } from '../testing/people.ts';
import { cardOf, miniPlayer, pause, play, uploadStories } from '../testing/player.ts';
import { voteOf } from '../testing/story-cards.ts';

test.use({ expectedErrors: /^Playback failed: |net::ERR_FAILED/ });
test.beforeEach(({ page }) => watchAudio(page));

test('L65, L247: a transcript shows 30 words, opens when it is clicked or played, and collapses on a click elsewhere', async ({
  page,
}) => {
  const { feed } = await uploadStories(page, [{ title: 'Sonora' }, { title: 'Callada' }]);
  await page.goto(feed);
  const [heard, read] = [cardOf(page, 'Sonora'), cardOf(page, 'Callada')];
  await expect(heard).toContainText('voz29… Ver más...');
  await expect(heard).not.toContainText('voz30');
  await read.getByRole('button', { name: 'Ver más...' }).click();
  await expect(read).toContainText('voz59');
  await play(heard).click();
  await expect(heard).toContainText('voz59');
  await expect(read).toContainText('voz59');

  const outside = async () => page.getByRole('banner').click({ position: { x: 150, y: 10 } });
  await outside();
  await expect(read.getByRole('button', { name: 'Ver más...' })).toBeVisible();
  await expect(heard).toContainText('voz59');
  await pause(heard).click();
  await expect(heard).toContainText('voz59');
  await outside();
  await expect(heard.getByRole('button', { name: 'Ver más...' })).toBeVisible();

  await play(heard).click();
  await expect(heard).toContainText('voz59');
  await page.setViewportSize({ width: 390, height: 480 });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await pause(miniPlayer(page)).click();
  await expect(heard.getByRole('button', { name: 'Ver más...' })).toBeVisible();
});

test('a transcript stays open while its reader signs in', async ({ page }) => {
  const { feed } = await uploadStories(page, [{ title: 'Callada' }]);
  await page.context().clearCookies();
  await page.goto(feed);
  const card = cardOf(page, 'Callada');
  await card.getByRole('button', { name: 'Ver más...' }).click();
  await voteOf(card).click();
  // Everything of the sheet is outside the card, which may hold a sheet of its own with a text that is being written.
  await dialog(page).getByRole('textbox', { name: 'Contraseña' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(card).toContainText('voz59');
});

test('a story and its comments hold any text without widening the page', async ({ page }) => {
  const { feed, told } = await uploadStories(page, [
    {
      title: 'م'.repeat(40) + ' حكاية',
      transcript: 'كان يا ما كان في قديم الزمان '.repeat(20),
      tags: ['حكاية'],
    },
    { title: 'L'.repeat(250), transcript: 'x'.repeat(20_000), tags: ['e'.repeat(50)] },
    { title: '👩‍👩‍👧‍👦'.repeat(5), transcript: '🎉'.repeat(2_000), tags: ['🎭'] },
    { title: 'a\u200Bb\u2060c', transcript: `\u200B${'cero\u200B'.repeat(200)}` },
  ]);
  const expectToFit = async (where: string) => {
    const { scroll, client } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      client: document.documentElement.clientWidth,
    }));
    expect(scroll, where).toBeLessThanOrEqual(client);
  };
  // A window so high that every card is rendered.
  await page.setViewportSize({ width: 390, height: 3_000 });
  await page.goto(feed);
  await expect(page.getByRole('article')).toHaveCount(4);
  await expectToFit('folded');
  for (const card of await page.getByRole('article').all()) {
    expect((await card.boundingBox())?.height ?? Infinity).toBeLessThan(1_000);
  }
  await expect(page.getByRole('heading', { name: /حكاية/ })).toHaveCSS('direction', 'rtl');
  await signInAsNewUser(page);
  const storyId = told[1]?.id;
  for (const content of [
    `\u202E${'al revés '.repeat(5)}`,
    'w'.repeat(2_000),
    `arriba${'\n'.repeat(500)}abajo`,
  ])
    await call(page, 'comments.create', { id: randomUUID(), storyId, content });
  await page.goto(`/?story=${storyId}`);
  await expect(page.getByText('x'.repeat(20_000))).toBeVisible();
  const comments = page.getByRole('region', { name: /^Comentarios de/ });
  await expect(comments.getByRole('listitem')).toHaveCount(3);
  await expectToFit('open');
  expect(await comments.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  const last = comments.getByRole('listitem').filter({ hasText: 'abajo' });
  expect(await last.evaluate((item) => item.clientHeight)).toBeLessThan(150);
});
