import type { Page } from '@playwright/test';
import {
  createAccount,
  expect,
  signIn,
  newUser,
  signInAsNewUser,
  test,
  type TestUser,
} from '../testing/fixtures.ts';
import { expectSameSound, hashKept, hashRecorded, watchRecorder } from '../testing/recorded-sound.ts';
import { visit } from '../testing/people.ts';
import { holdAnswers } from '../testing/changed-answers.ts';
import {
  leaveForProfile,
  expectRecorded,
  keptRecordings,
  record,
  recordButton,
  saveAs,
  saveButton,
  startRecording,
  stopRecording,
  storyCard,
} from '../testing/recorder.ts';

/** Records two seconds and leaves for the profile without saving. `left` is the number of drafts. */
async function leaveRecording(page: Page, title: string, left = 1): Promise<void> {
  await record(page);
  if (title !== '') await page.getByRole('textbox', { name: 'Título' }).fill(title);
  await leaveForProfile(page);
  // The title must be stored too, because pending writes end with the page.
  await expect(keptRecordings(page)).toHaveCount(left);
  if (title !== '') await expect(keptRecordings(page).filter({ hasText: title })).toBeVisible();
}

/** Ends the session as if it had expired or been ended on another device. */
async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/profile');
  await expect(page.getByText('Únete')).toBeVisible();
}

async function signInInMain(page: Page, person: TestUser): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' }).click();
  await signIn(page, person);
}

const inOnePiece = 'La grabación que quedaba en este dispositivo está en tu perfil, en privado.';

test('L229, L237, L264, D17: recordings from before the session ended are saved for their owner at the next sign-in, or kept for a later one', async ({
  page,
}) => {
  const [ana, beto] = [await signInAsNewUser(page), newUser()];
  await createAccount(beto);
  await leaveRecording(page, 'La que falla');
  await leaveRecording(page, '', 2);
  await endSession(page);

  await test.step('another user of the phone neither sees nor sends them', async () => {
    const others = [...(await hashKept(page)).keys()];
    const uploads: string[] = [];
    page.on('request', (request) => {
      if (others.some((id) => request.url().endsWith(`/upload/${id}`))) uploads.push(request.url());
    });
    await signInInMain(page, beto);
    await expect(page.getByText('Aún no tienes historias')).toBeVisible();
    await page.reload();
    await leaveRecording(page, 'La propia');
    expect(uploads).toEqual([]);
    await endSession(page);
  });

  await test.step('one fails, the other gets the default title', async () => {
    let failures = 0;
    await page.route(/stories\.create/, async (route) => {
      if (!(route.request().postData() ?? '').includes('La que falla')) return route.continue();
      failures += 1;
      return route.abort('internetdisconnected');
    });
    await signInInMain(page, ana);
    await expect.poll(() => failures).toBe(1);
    await expect(page.getByText(inOnePiece)).toBeVisible();
    await expect(storyCard(page, 'Historia sin título').getByText('Privada')).toBeVisible();
    await expect(storyCard(page, 'Historia sin título').getByText('0 votos')).toBeVisible();
    await expect(keptRecordings(page)).toHaveCount(1);
    await page.unroute(/stories\.create/);
    await endSession(page);
  });

  await test.step('the other is saved while the list loads, and is in it', async () => {
    const { made, release } = await holdAnswers(page, 'stories.mine');
    await page.route(/stories\.create/, async (route) => {
      await made;
      await route.fallback();
    });
    await signInInMain(page, ana);
    await expect(page.getByText(inOnePiece)).toBeVisible();
    release();
    await expect(storyCard(page, 'La que falla').getByText('Privada')).toBeVisible();
    await expect(storyCard(page, 'Historia sin título')).toHaveCount(1);
    await expect(keptRecordings(page)).toHaveCount(0);
  });
});

/** Records while the session ends elsewhere. */
async function recordWithoutSession(page: Page): Promise<void> {
  await startRecording(page);
  await page.context().clearCookies();
  await expectRecorded(page, 2);
  await stopRecording(page);
  await expect(page.getByText(/^Tu sesión terminó/)).toBeVisible();
}

test('L42-43: signing in during the review keeps the form and continues saving, and another user gets neither', async ({
  page,
}) => {
  const [ana, beto] = [await signInAsNewUser(page), newUser()];
  await createAccount(beto);
  await recordWithoutSession(page);
  await page.getByRole('textbox', { name: 'Título' }).fill('A pesar de todo');
  await signInInMain(page, ana);
  await expect(page.getByText(/^Tu sesión terminó/)).toHaveCount(0);
  await expect(page.getByText('Procesando...')).toHaveCount(0);
  await page.context().clearCookies();
  await saveButton(page).click();
  await signIn(page, ana);
  await expect(page.getByText('Historia guardada')).toBeVisible();
  await expect(storyCard(page, 'A pesar de todo').getByText('Privada')).toBeVisible();

  await recordWithoutSession(page);
  await signInInMain(page, beto);
  await expect(page.getByText('La grabación queda a salvo')).toBeVisible();
  await leaveRecording(page, 'La propia');
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
}

test('signing out, here or in another tab, puts the recording of the screen aside for its owner', async ({
  page,
  context,
}) => {
  const [ana, beto] = [await signInAsNewUser(page), newUser()];
  await createAccount(beto);
  await startRecording(page);
  await expectRecorded(page, 1);
  await signOut(page);
  await expect(page.getByText('La grabación queda a salvo')).toBeVisible();
  await expect(page.getByText('Listo para grabar')).toBeVisible();

  await test.step('the owner gets it at the next sign-in', async () => {
    await page.goto('/profile');
    await signInInMain(page, ana);
    await expect(page.getByText(inOnePiece)).toBeVisible();
    await expect(storyCard(page, 'Historia sin título')).toHaveCount(1);
  });

  await test.step('and another user does not see one that was about to be saved', async () => {
    await record(page);
    const other = await context.newPage();
    await other.goto('/profile');
    await signOut(other);
    await expect(page.getByText('Listo para grabar')).toBeVisible();
    await visit(page, '/profile');
    await signInInMain(page, beto);
    await expect(page.getByText('Aún no tienes historias')).toBeVisible();
    expect((await hashKept(page)).size).toBe(1);
    await expect(keptRecordings(page)).toHaveCount(0);
  });
});

test('the first press of another user than the one before is not lost', async ({ page }) => {
  const beto = newUser();
  await signInAsNewUser(page);
  await createAccount(beto);
  await page.goto('/record');
  await endSession(page);
  await visit(page, '/record');
  await recordButton(page).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Inicia/ })
    .click();
  await signIn(page, beto);
  await expect(page.getByRole('heading', { name: 'Grabando tu historia...' })).toBeVisible();
  await expectRecorded(page, 1);
});

test('a user who signs out before the recorder is loaded is not recorded', async ({ page }) => {
  await signInAsNewUser(page);
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  await page.route(/\/assets\/engine-/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/record');
  await recordButton(page).click();
  await expect(page.getByText('Permite el micrófono')).toBeVisible();
  await signOut(page);
  await expect(page.getByText('Sesión cerrada')).toBeVisible();
  release(undefined);
  await expect(page.getByText('Toca para grabar')).toBeVisible();
});

test(
  'REL-17: full storage is announced, and the recording waits in the page for its owner and reaches the server',
  { tag: '@firefox-long' },
  async ({ page }) => {
    await watchRecorder(page);
    await page.addInitScript(() => {
      // oxlint-disable-next-line typescript/unbound-method -- called with its store below
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function refuse(value, key) {
        if (this.name === 'chunks') throw new DOMException('full', 'QuotaExceededError');
        return put.call(this, value, key);
      };
    });
    const [ana, beto] = [await signInAsNewUser(page), newUser()];
    await createAccount(beto);
    await startRecording(page);
    await expect(page.getByText(/^No se está guardando en este dispositivo/)).toBeVisible();
    await expectRecorded(page, 2);
    await signOut(page);
    await expect(page.getByText('La grabación no está guardada')).toBeVisible();

    const profile = page.getByRole('link', { name: 'Perfil' });
    const recorder = page.getByRole('navigation').getByRole('button', { name: 'Grabar' }).first();
    await profile.click();
    await signInInMain(page, beto);
    await recorder.click();
    await expect(page.getByText('Listo para grabar')).toBeVisible();
    await profile.click();
    await expect(page.getByText('Aún no tienes historias')).toBeVisible();
    await signOut(page);
    await signInInMain(page, ana);
    await recorder.click();
    await expect(page.getByText(/Grabación completada: 0:\d\d/)).toBeVisible();
    await expect(page.getByText(/^No está guardada en este/)).toBeVisible();
    await leaveForProfile(page);
    await expect(page.getByText('Esta grabación aún no está guardada en ningún sitio')).toBeVisible();
    await page.getByRole('button', { name: 'Seguir aquí' }).click();
    const recorded = await hashRecorded(page);
    await saveAs(page, 'Sin sitio');
    await expectSameSound('Sin sitio', recorded);
  },
);
