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
import { holdAnswers } from '../testing/changed-answers.ts';
import {
  leaveForProfile,
  expectRecorded,
  keptRecordings,
  record,
  recordButton,
  saveButton,
  startRecording,
  stopRecording,
  storyCard,
} from '../testing/recorder.ts';

/** Records two seconds and leaves for the profile without saving. `left` is the number of kept recordings. */
async function leaveRecording(page: Page, title: string, left = 1): Promise<void> {
  await record(page);
  if (title !== '') await page.getByRole('textbox', { name: 'Título' }).fill(title);
  await leaveForProfile(page);
  await expectKept(page, title, left);
}

/** Waits until the browser has stored the title, too: what is still to be written goes with the page. */
async function expectKept(page: Page, title: string, left = 1): Promise<void> {
  await expect(keptRecordings(page)).toHaveCount(left);
  if (title !== '') await expect(keptRecordings(page).filter({ hasText: title })).toBeVisible();
}

/** Ends the session as if it had expired or been ended on another device. */
async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/profile');
  await expect(page.getByText('Únete')).toBeVisible();
}

async function signInOnProfile(page: Page, person: TestUser): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' }).click();
  await signIn(page, person);
}

const inOnePiece = 'La grabación que quedaba en este dispositivo está en tu perfil, en privado.';

let ana: TestUser;
test.beforeEach(async ({ page }) => {
  ana = await signInAsNewUser(page);
});

test('L229, L237: a recording from before the session ended is saved at the next sign-in', async ({
  page,
}) => {
  await leaveRecording(page, 'La del apagón');
  await endSession(page);
  await signInOnProfile(page, ana);
  await expect(page.getByText(inOnePiece)).toBeVisible();
  await expect(storyCard(page, 'La del apagón').getByText('Privada')).toBeVisible();
  await expect(storyCard(page, 'La del apagón').getByText('0 votos')).toBeVisible();
  await expect(keptRecordings(page)).toHaveCount(0);
});

test('L229: a recording that is saved while the list loads is in the list', async ({ page }) => {
  await record(page);
  await page.getByRole('textbox', { name: 'Título' }).fill('La que se cruza');
  // The server has it, so that it becomes a story well before the call of the list is given up.
  await expect(page.getByText('Procesando...')).toHaveCount(0);
  await leaveForProfile(page);
  await expectKept(page, 'La que se cruza');
  await endSession(page);
  const { made, release } = await holdAnswers(page, 'stories.mine');
  await page.route(/stories\.create/, async (route) => {
    await made;
    await route.fallback();
  });
  await signInOnProfile(page, ana);
  await expect(page.getByText(inOnePiece)).toBeVisible();
  release();
  await expect(storyCard(page, 'La que se cruza').getByText('Privada')).toBeVisible();
});

test('L264: a kept recording without a title gets the default one', async ({ page }) => {
  await leaveRecording(page, '');
  await endSession(page);
  await signInOnProfile(page, ana);
  await expect(storyCard(page, 'Historia sin título').getByText('Privada')).toBeVisible();
});

test('D17: a recording on a shared phone is saved only for its owner', async ({ page }) => {
  await leaveRecording(page, 'Solo de Ana');
  await endSession(page);
  const beto = newUser();
  await createAccount(beto);
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/upload')) uploads.push(request.url());
  });
  await signInOnProfile(page, beto);
  await expect(page.getByText('Aún no tienes historias')).toBeVisible();
  await expect(keptRecordings(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Aún no tienes historias')).toBeVisible();
  expect(uploads).toEqual([]);
  await endSession(page);
  await signInOnProfile(page, ana);
  await expect(storyCard(page, 'Solo de Ana').getByText('Privada')).toBeVisible();
});

test('L229, L237: a recording that cannot be saved is kept for the next sign-in', async ({ page }) => {
  await leaveRecording(page, 'La que falla');
  await leaveRecording(page, 'La que llega', 2);
  await endSession(page);
  let failures = 0;
  await page.route(/stories\.create/, async (route) => {
    if (!(route.request().postData() ?? '').includes('La que falla')) return route.continue();
    failures += 1;
    return route.abort('internetdisconnected');
  });
  await signInOnProfile(page, ana);
  await expect.poll(() => failures).toBe(1);
  await expect(page.getByText(inOnePiece)).toBeVisible();
  await expect(storyCard(page, 'La que llega')).toBeVisible();
  await expect(keptRecordings(page)).toHaveCount(1);
  await page.unroute(/stories\.create/);
  await endSession(page);
  await signInOnProfile(page, ana);
  await expect(storyCard(page, 'La que falla').getByText('Privada')).toBeVisible();
  await expect(storyCard(page, 'La que llega')).toHaveCount(1);
  await expect(keptRecordings(page)).toHaveCount(0);
});

test('L42-43: signing in during the review keeps what was typed', async ({ page }) => {
  await startRecording(page);
  await page.context().clearCookies();
  await expectRecorded(page, 2);
  await stopRecording(page);
  await expect(page.getByText(/^Tu sesión terminó/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Título' }).fill('A pesar de todo');
  await page.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' }).click();
  await signIn(page, ana);
  await saveButton(page).click();
  await expect(page.getByText('Historia guardada')).toBeVisible();
  await expect(storyCard(page, 'A pesar de todo').getByText('Privada')).toBeVisible();
});

test('saving goes on after the user signs in again', async ({ page }) => {
  await record(page);
  await page.getByRole('textbox', { name: 'Título' }).fill('Con una pausa');
  await expect(page.getByText('Procesando...')).toHaveCount(0);
  await page.context().clearCookies();
  await saveButton(page).click();
  await signIn(page, ana);
  await expect(page.getByText('Historia guardada')).toBeVisible();
  await expect(storyCard(page, 'Con una pausa').getByText('Privada')).toBeVisible();
});

test('the recording of one account is put aside when another signs in', async ({ page }) => {
  await startRecording(page);
  await page.context().clearCookies();
  await expectRecorded(page, 2);
  await stopRecording(page);
  await expect(page.getByText(/^Tu sesión terminó/)).toBeVisible();
  const beto = newUser();
  await createAccount(beto);
  await page.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' }).click();
  await signIn(page, beto);
  await expect(page.getByText('Cambiaste de cuenta')).toBeVisible();
  await expect(recordButton(page)).toBeVisible();
  await expect(keptRecordings(page)).toHaveCount(0);
});
