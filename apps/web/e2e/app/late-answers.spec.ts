import type { Page } from '@playwright/test';
import { dialog, openSheet, trySignIn } from '../testing/people.ts';
import { holdAnswers, holdCalls } from '../testing/changed-answers.ts';
import { createAccount, expect, newUser, signInAsNewUser, test } from '../testing/fixtures.ts';
import {
  expectRecorded,
  keptRecordings,
  recordButton,
  saveButton,
  stopRecording,
  storyCard,
} from '../testing/recorder.ts';

/** Closes the sheet before the call that `send` makes is answered. */
async function closeBefore(page: Page, procedure: string, send: () => Promise<void>): Promise<void> {
  const { made, release } = await holdAnswers(page, procedure);
  await send();
  await made;
  await dialog(page).getByRole('button', { name: 'Cerrar', exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
  release();
  await page.unroute(new RegExp(procedure.replace('.', '\\.')));
}

test('REL-36: an answer that arrives after its sheet was closed still signs in, changes the password, or shows in a notice', async ({
  page,
}) => {
  const person = newUser();
  await createAccount(person);
  for (const who of [newUser(), person]) {
    await openSheet(page, 'Iniciar Sesión');
    await closeBefore(page, 'account.signIn', () => trySignIn(page, who));
    if (who !== person) await expect(page.getByText('El correo o la contraseña no coinciden')).toBeVisible();
  }
  await expect(page.getByText('¡Bienvenido!')).toBeVisible();
  await expect(page.getByRole('heading', { name: `@${person.username}` })).toBeVisible();
  for (const [current, said] of [
    ['no es esta', 'Esa no es tu contraseña actual'],
    [person.password, 'Contraseña guardada'],
  ] as const) {
    await page.getByRole('button', { name: 'Ajustes' }).click();
    await dialog(page).getByRole('button', { name: 'Cambiar contraseña' }).click();
    await dialog(page).getByLabel('Contraseña actual').fill(current);
    await dialog(page).getByLabel('Contraseña nueva').fill('colorín colorado 8');
    await closeBefore(page, 'account.changePassword', () =>
      dialog(page).getByRole('button', { name: 'Guardar contraseña' }).click(),
    );
    await expect(page.getByText(said)).toBeVisible();
  }
});

test('REL-36: a press on "Guardar mi historia" is kept when the network goes and comes back, and counts once', async ({
  page,
  context,
}) => {
  await signInAsNewUser(page);
  // The part of the page that lists the drafts has loaded by then.
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
  await expect(saveButton(page)).toHaveAttribute('aria-busy', 'true');
  await context.setOffline(true);
  await expect(page).toHaveURL(/\/profile$/);
  await expect(keptRecordings(page)).toContainText('La del túnel');
  await context.setOffline(false);
  release();
  await expect(storyCard(page, 'La del túnel')).toHaveCount(1);
  await expect(keptRecordings(page)).toHaveCount(0);
});
