import { expect, signInAsNewUser, startSession, test } from '../testing/fixtures.ts';
import { toast, visit } from '../testing/people.ts';
import { served } from '../testing/server/serve-relato.ts';
import { untilJob } from '../testing/server/until-job.ts';
import { uploadStory } from '../testing/server/upload-story.ts';
import { closeSheet, sheet } from '../testing/walks/walk.ts';

test.use({ expectedErrors: /404/ });

test('a profile is a podcast that listeners subscribe to, until its owner switches it off', async ({
  page,
}) => {
  const author = await signInAsNewUser(page);
  const recording = 'chromium_timeslice_noduration.webm';
  const id = await uploadStory(page, { title: 'Para el autobús', recording });
  const feed = `${served.url}/u/${author.username}/feed.xml`;
  await expect
    .poll(async () => (await page.request.get(feed)).text(), untilJob)
    .toContain('<title>Para el autobús</title>');

  await page.context().clearCookies();
  await page.goto(`/u/${author.username}`);
  await page.getByRole('button', { name: 'Suscribirse' }).click();
  await sheet(page).getByRole('button', { name: 'Copiar dirección' }).click();
  await expect(toast(page, 'Dirección copiada')).toBeVisible();
  await expect(sheet(page).getByRole('link', { name: 'Apple Podcasts' })).toHaveAttribute(
    'href',
    feed.replace('http:', 'podcast:'),
  );
  await closeSheet(page);
  await visit(page, '/search');
  const box = page.getByLabel('Buscar historias...');
  await box.press('ControlOrMeta+V');
  await expect(box).toHaveValue(feed);

  // The browser plays the file as podcast apps do.
  const seconds = await page.evaluate(async (src) => {
    const audio = new Audio(src);
    await new Promise((resolve) => audio.addEventListener('loadedmetadata', resolve));
    return audio.duration;
  }, `/feed/${id}.mp3`);
  expect(Math.abs(seconds - 4.98)).toBeLessThan(0.05);

  await startSession(page, author);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Ajustes' }).click();
  const podcast = sheet(page).getByRole('switch', { name: /^Publicar también como pódcast/ });
  const copy = sheet(page).getByRole('button', { name: 'Copiar dirección' });
  await expect(copy).toBeEnabled();
  await podcast.uncheck();
  await expect(copy).toBeDisabled();
  await expect.poll(async () => (await page.request.get(feed)).status()).toBe(404);
  await page.context().clearCookies();
  await page.goto(`/u/${author.username}`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Suscribirse' })).toHaveCount(0);
});
