import type { Page } from '@playwright/test';
import { hold, withoutFirstData } from '../testing/changed-answers.ts';
import { expect, signIn, signInAsNewUser } from '../testing/fixtures.ts';
import { expectRecorded, recordButton, stopRecording } from '../testing/recorder.ts';
import { uploadStory } from '../testing/server/upload-story.ts';
import { test } from '../testing/server/database-fixtures.ts';

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Navegación principal' });
const searchBox = (page: Page) => page.getByLabel('Buscar historias...');
const landing = (page: Page) => page.getByRole('heading', { name: 'Cuenta tu historia con tu voz' });
const recorder = (page: Page) => page.getByRole('heading', { name: '¡Comparte tu historia!' });

test('L21: the landing page explains Relato, plays a story, and links to the recorder and the sign-in', async ({
  page,
  setFlags,
  database,
}) => {
  const author = await signInAsNewUser(page);
  const title = `La más votada de ${author.username}`;
  const id = await uploadStory(page, { title, transcript: 'Érase una vez.' });
  await database.prisma.story.update({ where: { id }, data: { upvotes: 5_000, score: 5_000 } });
  await page.context().clearCookies();
  await setFlags({ recordOnly: false });

  await page.goto('/');
  await expect(landing(page)).toBeVisible();
  // This time the page knows the flags before it knows the session.
  const release = await hold(page, 'account.session');
  await page.reload();
  await expect(page.getByRole('main').getByRole('button', { name: 'Crear Cuenta' })).toBeVisible();
  release();
  const featured = page.getByRole('region', { name: 'Escucha una' }).getByRole('article');
  await expect(featured).toContainText(title);
  await expect(featured.getByRole('button', { name: /^Votar: 5\.000 votos/ })).toBeVisible();
  await featured.getByRole('button', { name: /Reproducir/ }).click();
  await expect(featured.getByRole('button', { name: /Pausar/ })).toBeVisible();

  // Before the session is known, the button to record leads to the recorder.
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Crear Cuenta' }).click();
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Crear cuenta');
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('button', { name: 'Grabar mi historia' }).click();
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Crea tu cuenta para grabar tu historia');
  await page.getByRole('dialog').getByRole('button', { name: 'Iniciar Sesión' }).click();
  await signIn(page, author);
  await expect(page).toHaveURL('/record');
  await expect(recorder(page)).toBeVisible();

  await page.getByRole('link', { name: 'Relato' }).click();
  await expect(landing(page)).toBeVisible();
  await expect(featured).toContainText(title);
  await expect(page.getByRole('main').getByRole('button', { name: 'Crear Cuenta' })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Escuchar la comunidad' }).click();
  await expect(page).toHaveURL('/home');
  await expect(searchBox(page)).toBeVisible();
  await database.prisma.story.delete({ where: { id } });
});

test('L21-22, L28-29, D11: a changed flag works at the next load: /home shows the community and /index.html leads to it', async ({
  page,
  setFlags,
  story,
}) => {
  await page.goto('/');
  await expect(recorder(page)).toBeVisible();
  await expect(navigation(page).getByRole('button', { name: 'Comunidad' })).toBeDisabled();
  await setFlags({ recordOnly: false });
  await page.reload();
  await expect(landing(page)).toBeVisible();
  await page.goto('/index.html');
  await expect(page).toHaveURL('/home');
  await expect(searchBox(page)).toBeVisible();

  const settled = Promise.withResolvers<undefined>();
  await withoutFirstData(page);
  await page.route(/settings\.public/, async (route) => {
    await settled.promise;
    await route.continue();
  });
  await page.goto(`/home?q=${encodeURIComponent(story.title)}`);
  // The settings have not arrived, so /home must not redirect yet.
  await expect(page.getByText('Cargando historias...')).toBeVisible();
  await expect(page).toHaveURL(/\/home/);
  settled.resolve(undefined);
  await expect(page.getByRole('article').filter({ hasText: story.title })).toBeVisible();
  await expect(page).toHaveURL(/\/home\?q=/);

  await page.goto(`/home?story=${story.id}`);
  await expect(page.getByRole('heading', { name: 'Historia', exact: true })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(searchBox(page)).toHaveCount(0);

  const place = navigation(page).getByRole('link', { name: 'Comunidad' });
  await place.click();
  await expect(page).toHaveURL('/search');
  await expect(place).toHaveAttribute('aria-current', 'page');

  await setFlags({ recordOnly: true });
  await page.unrouteAll({ behavior: 'wait' });
  // The settings of the server replace those of the last visit.
  await page.goto('/home');
  await expect(page).toHaveURL('/');
  await expect(recorder(page)).toBeVisible();
});

/** Returns to the page after the settings have become stale. */
const refocusLater = (page: Page) =>
  page.evaluate(() => {
    const now = Date.now();
    Date.now = () => now + 120_000;
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });

test('L21, L44: neither a link nor a flag that changes takes a running recording away, and recording again asks first', async ({
  page,
  setFlags,
  story,
}) => {
  await signInAsNewUser(page);
  await page.goto(`/?story=${story.id}`);
  await page.getByRole('button', { name: 'Volver' }).click();
  await recordButton(page).click();
  await expect(page.getByRole('heading', { name: 'Grabando tu historia...' })).toBeVisible();
  await page.goBack();
  const question = page.getByRole('dialog', { name: '¿Dejar de grabar?' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Seguir aquí' }).click();

  await setFlags({ recordOnly: false });
  const isAsked = page.waitForResponse(/settings\.public/);
  await refocusLater(page);
  await isAsked;
  // The flag is visible here: the way to the community is open.
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(navigation(page).getByRole('link', { name: 'Comunidad' })).toBeVisible();
  await expectRecorded(page, 2);
  await stopRecording(page);

  const title = page.getByRole('textbox', { name: 'Título' });
  await title.fill('La descartada');
  await page.getByRole('button', { name: 'Grabar de nuevo' }).click();
  await page.getByRole('button', { name: 'Conservar' }).click();
  await expect(title).toHaveValue('La descartada');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Repetir' }).click();
  await page.getByRole('button', { name: 'Borrar y repetir' }).click();
  // The recorder stays on the same screen and starts from zero.
  await expect(recorder(page)).toBeVisible();
  const pressedAtMs = await page.evaluate(() => performance.now());
  await recordButton(page).click();
  await expectRecorded(page, 1);
  // A slow machine may have recorded more by now, but never more than the time since the press.
  const shown = (await page.locator('dd').first().textContent()) ?? '';
  expect(1_000 * Number(shown.slice(2))).toBeLessThanOrEqual(
    (await page.evaluate(() => performance.now())) - pressedAtMs,
  );
  await stopRecording(page);
  await expect(title).toHaveValue('');
});
