import type { Page } from '@playwright/test';
import { dialog, openSheet, trySignIn } from '../testing/people.ts';
import { holdAnswers, holdCalls } from '../testing/changed-answers.ts';
import { createAccount, expect, newUser, readLink, signInAsNewUser, test } from '../testing/fixtures.ts';
import {
  expectRecorded,
  keptRecordings,
  leaveForProfile,
  record,
  recordButton,
  saveButton,
  stopRecording,
  storyCard,
} from '../testing/recorder.ts';

const close = (page: Page) => dialog(page).getByRole('button', { name: 'Cerrar', exact: true }).click();

test.describe('an answer that comes after its sheet was closed', () => {
  test('REL-36: a sign-in still signs in', async ({ page }) => {
    const person = newUser();
    await createAccount(person);
    await openSheet(page, 'Iniciar Sesión');
    const { made, release } = await holdAnswers(page, 'account.signIn');
    await trySignIn(page, person);
    await made;
    await close(page);
    await expect(dialog(page)).toHaveCount(0);
    release();
    await expect(page.getByText('¡Bienvenido!')).toBeVisible();
    await expect(page.getByRole('heading', { name: `@${person.username}` })).toBeVisible();
  });

  test('REL-36: a refusal is said in a notice', async ({ page }) => {
    await openSheet(page, 'Iniciar Sesión');
    const { made, release } = await holdAnswers(page, 'account.signIn');
    await trySignIn(page, newUser());
    await made;
    await close(page);
    await expect(dialog(page)).toHaveCount(0);
    release();
    await expect(page.getByText('El correo o la contraseña no coinciden')).toBeVisible();
  });

  test('REL-36: a new password, and why there is none', async ({ page }) => {
    const { password } = await signInAsNewUser(page);
    const change = async (current: string) => {
      await page.goto('/profile');
      await page.getByRole('button', { name: 'Ajustes' }).click();
      await dialog(page).getByRole('button', { name: 'Cambiar contraseña' }).click();
      await dialog(page).getByLabel('Contraseña actual').fill(current);
      await dialog(page).getByLabel('Contraseña nueva').fill('colorín colorado 8');
      const { made, release } = await holdAnswers(page, 'account.changePassword');
      await dialog(page).getByRole('button', { name: 'Guardar contraseña' }).click();
      await made;
      await close(page);
      await expect(dialog(page)).toHaveCount(0);
      release();
      await page.unroute(/changePassword/);
    };
    await change('no es esta');
    await expect(page.getByText('Esa no es tu contraseña actual')).toBeVisible();
    await change(password);
    await expect(page.getByText('Contraseña guardada')).toBeVisible();
  });
});

test('REL-36: a new password is said to be set also after a reload in the moment in which it is said first', async ({
  page,
}) => {
  const person = newUser();
  await createAccount(person);
  await openSheet(page, 'Iniciar Sesión');
  await dialog(page).getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click();
  await dialog(page).getByLabel('Correo electrónico').fill(person.email);
  await dialog(page).getByRole('button', { name: 'Enviar enlace' }).click();
  await page.goto(await readLink(person.email, { path: '/restablecer' }));
  await page.getByLabel('Contraseña nueva').fill('colorín colorado 8');
  const done = 'Ya estás en tu cuenta. Tus otras sesiones se cerraron.';
  const reloaded = page.waitForEvent('load');
  await page.evaluate((text) => {
    new MutationObserver(() => {
      if (document.body.textContent.includes(text)) location.reload();
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, done);
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await reloaded;
  await expect(page.getByText(done)).toBeVisible();
  await expect(page.getByLabel('Contraseña nueva')).toHaveCount(0);
  expect(new URL(page.url()).hash).toBe('');
});

test.describe('a press on "Guardar mi historia"', () => {
  test.beforeEach(({ page }) => signInAsNewUser(page));

  test('REL-36: is kept while the server looks into the recording', async ({ page }) => {
    const release = await holdCalls(page, 'recordings.status');
    await record(page);
    await page.getByRole('textbox', { name: 'Título' }).fill('La que no esperó');
    await expect(page.getByText('Comprobando…')).toBeVisible();
    await saveButton(page).click();
    await expect(saveButton(page)).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(page.getByText('Historia guardada')).toBeVisible();
    await expect(storyCard(page, 'La que no esperó')).toHaveCount(1);
  });

  test('REL-36: is kept when the network goes and comes back, and counts once', async ({ page, context }) => {
    // By then the part of the page that lists the kept recordings has loaded.
    await page.goto('/profile');
    await expect(page.getByText('Mis Historias')).toBeVisible();
    const release = await holdCalls(page, 'recordings.status');
    await page.getByRole('navigation').getByRole('button', { name: 'Grabar' }).click();
    await expect(page.getByText('Listo para grabar')).toBeVisible();
    await recordButton(page).click();
    await expectRecorded(page, 2);
    await stopRecording(page);
    await page.getByRole('textbox', { name: 'Título' }).fill('La del túnel');
    await expect(page.getByText('Comprobando…')).toBeVisible();
    await saveButton(page).click();
    await context.setOffline(true);
    await expect(page).toHaveURL(/\/profile$/);
    await expect(keptRecordings(page)).toContainText('La del túnel');
    await context.setOffline(false);
    release();
    await expect(storyCard(page, 'La del túnel')).toHaveCount(1);
    await expect(keptRecordings(page)).toHaveCount(0);
  });

  test('REL-36: is kept when the user leaves the screen meanwhile', async ({ page }) => {
    const release = await holdCalls(page, 'recordings.status');
    await record(page);
    await page.getByRole('textbox', { name: 'Título' }).fill('La del botón atrás');
    await saveButton(page).click();
    await expect(saveButton(page)).toHaveAttribute('aria-busy', 'true');
    await leaveForProfile(page);
    await expect(page.getByText('Mis Historias')).toBeVisible();
    release();
    await expect(storyCard(page, 'La del botón atrás')).toHaveCount(1);
    await expect(keptRecordings(page)).toHaveCount(0);
  });

  test('REL-36: ends with the words of a refusal that comes later', async ({ page }) => {
    await page.route(/\/upload\//, (route) =>
      route.request().method() === 'PATCH' && !route.request().headers()['upload-length']
        ? route.continue({ postData: Buffer.alloc(2_000) })
        : route.continue(),
    );
    const release = await holdCalls(page, 'recordings.status');
    await record(page);
    await page.getByRole('textbox', { name: 'Título' }).fill('La que no suena');
    await saveButton(page).click();
    release();
    await expect(page.getByText(/pero no se puede guardar/)).toBeVisible();
    await expect(saveButton(page)).toHaveCount(0);
  });
});
