import { limits } from '@relato/contract/limits';
import type { Locator, Page, Request } from '@playwright/test';
import { createAccount, expect, newUser, signInAsNewUser, startSession } from '../testing/fixtures.ts';
import { storyCard } from '../testing/recorder.ts';
import { uploadStory } from '../testing/server/upload-story.ts';
import { withoutFirstData } from '../testing/changed-answers.ts';
import { test } from '../testing/server/database-fixtures.ts';

/**
 * Swallows calls of these procedures, or only their answers if `arrives`. Returns the calls once they have arrived, and a
 * function that makes the server answer again.
 */
async function swallow(page: Page, procedures: RegExp, { arrives = false } = {}) {
  await withoutFirstData(page);
  const calls: Request[] = [];
  const pattern = new RegExp(`/trpc/[^?]*(?:${procedures.source})`);
  await page.route(pattern, async (route) => {
    if (arrives) await route.fetch();
    calls.push(route.request());
  });
  return {
    calls,
    /** Waits until this procedure was called, because its time limit starts then. */
    called: (procedure: string) =>
      expect.poll(() => calls.filter((call) => call.url().includes(procedure)).length).toBeGreaterThan(0),
    end: () => page.unroute(pattern),
  };
}

const passQuery = (page: Page) => page.clock.fastForward(limits.call.queryTimeoutMs + 100);
const passMutation = (page: Page) => page.clock.fastForward(limits.call.mutationTimeoutMs + 100);
/** Keeps the page from painting, as in a hidden tab. Returns the function that lets it paint again. */
async function holdFrames(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const requestFrame = window.requestAnimationFrame.bind(window);
    const callbacks: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (callback) => callbacks.push(callback);
    return () => {
      window.requestAnimationFrame = requestFrame;
      for (const callback of callbacks) requestFrame(callback);
    };
  });
  return () => held.evaluate((release) => release());
}
const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Reintentar' });

test.beforeEach(({ page }) => page.clock.install());

test('a server that never answers leaves no skeleton behind, and does not make a user a visitor on their own profile', async ({
  page,
  story,
}) => {
  const feed = await swallow(page, /./);
  await page.goto(`/search?q=${encodeURIComponent(story.title)}`);
  await expect(page.getByText('Cargando historias...')).toBeVisible();
  await feed.called('stories.feed');
  await passQuery(page);
  await expect(
    page.getByRole('heading', { name: 'No se pudieron cargar las historias de la comunidad' }),
  ).toBeVisible();
  await feed.end();
  await retry(page).click();
  await expect(page.getByRole('article').filter({ hasText: story.title })).toBeVisible();

  const person = await signInAsNewUser(page);
  const profile = await swallow(page, /./);
  await page.goto('/profile');
  await profile.called('account.session');
  await passQuery(page);
  await expect(page.getByRole('heading', { name: 'No se pudo cargar el perfil' })).toBeVisible();
  await profile.end();
  await retry(page).click();
  await expect(page.getByRole('heading', { name: `@${person.username}` })).toBeVisible();
});

test('a server that never answers asks no user to sign in, and shows a moderator no 404', async ({
  page,
}) => {
  const person = newUser();
  await createAccount(person, 'moderator');
  await startSession(page, person);
  // The other screens of users and of staff are inside the same two frames.
  for (const [path, shown] of [
    ['/avisos', 'Sin avisos'],
    ['/moderacion', 'Reportes'],
  ] as const) {
    const silence = await swallow(page, /./);
    await page.goto(path);
    await silence.called('account.session');
    await passQuery(page);
    await expect(retry(page), path).toBeVisible();
    await expect(page.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' })).toHaveCount(0);
    await silence.end();
    await page.reload();
    await expect(page.getByRole('main').getByText(shown, { exact: true }).first()).toBeVisible();
  }
});

test('publishing and checking a username time out: the card shows the outcome, and the name can be checked again', async ({
  page,
}) => {
  const person = await signInAsNewUser(page);
  await uploadStory(page, { title: 'Sin respuesta', transcript: 'Ya está escrita.', published: false });
  await page.goto('/profile');
  const card = storyCard(page, 'Sin respuesta');
  const publish = card.getByRole('button', { name: 'Publicar', exact: true });
  await expect(publish).toBeVisible();
  const publishing = await swallow(page, /stories\.publish/, { arrives: true });
  await publish.click();
  await expect.poll(() => publishing.calls.length).toBe(1);
  const paint = await holdFrames(page);
  await passMutation(page);
  const notice = page.getByText('No se pudo publicar la historia');
  await expect(notice).toBeVisible();
  await page.clock.runFor(9_000);
  await expect(notice).toBeVisible();
  await paint();
  await page.clock.runFor(9_000);
  await expect(notice).toBeHidden();
  // Nothing was said of it, but the story is public.
  await expect(card.getByText('Publicada')).toBeVisible();

  await page.getByRole('button', { name: 'Ajustes' }).click();
  const name = page.getByRole('dialog').getByLabel('Nombre de usuario');
  const lookup = await swallow(page, /profiles\.usernameAvailable/);
  await name.fill(`${person.username}_x`);
  await expect.poll(() => lookup.calls.length).toBe(1);
  await passQuery(page);
  await expect(name).toHaveAccessibleDescription('No pudimos comprobar si está libre. Lo sabrás al guardar.');
  await lookup.end();
  await name.fill(`${person.username}_y`);
  await expect(name).toHaveAccessibleDescription('Está libre');
});

test('a photo and a vote whose answers are lost show as they are', async ({ page, story }) => {
  /** Loses the answer to a call. Lets so little time pass that no screen refreshes by itself. */
  const loseAnswer = async (procedure: RegExp, press: Locator, read: () => Promise<unknown>) => {
    await expect(press).toBeVisible();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    await page.route(procedure, async (route) => {
      await route.fetch();
      await route.abort('internetdisconnected');
    });
    await press.click();
    return expect.poll(async () => {
      await page.clock.runFor(50);
      return read();
    });
  };
  const photo = page.getByRole('main').locator('img[src^="/photo/"]');
  const sheet = page.getByRole('dialog');
  await signInAsNewUser(page);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Ajustes' }).click();
  const buffer = await page.screenshot();
  await sheet.locator('input[type=file]').setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer });
  const saving = await loseAnswer(
    /profiles\.setPhoto/,
    sheet.getByRole('button', { name: 'Usar esta foto' }),
    () => photo.count(),
  );
  await saving.toBe(2);
  await expect(sheet.getByText(/^Sin conexión/)).toBeVisible();
  await page.clock.resume();
  await sheet.getByRole('button', { name: 'Cancelar' }).click();
  const removing = await loseAnswer(
    /profiles\.removePhoto/,
    sheet.getByRole('button', { name: 'Quitar foto' }),
    () => photo.count(),
  );
  await removing.toBe(0);
  await expect(sheet.getByText(/^No se pudo quitar la foto$/)).toBeVisible();
  await page.clock.resume();

  await page.goto(`/?story=${story.id}`);
  const vote = page.getByRole('article').getByRole('button', { name: /^Votar: / });
  // A paused clock would also stop the story from loading.
  await expect(vote).toBeVisible();
  const voting = await loseAnswer(/stories\.vote\b/, vote, async () => [
    await page.getByText('No se pudo votar en la historia').isVisible(),
    await vote.getAttribute('aria-pressed'),
  ]);
  await voting.toEqual([true, 'true']);
});
