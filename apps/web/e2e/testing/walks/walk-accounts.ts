import type { Page } from '@playwright/test';
import { expect, newUser, readLink } from '../fixtures.ts';
import { main, sheet, visit, type See } from './walk.ts';

/** Walks every sheet and page of signing up and signing in. */
export async function walkAccounts(page: Page, see: See): Promise<void> {
  const person = newUser();
  await page.goto('/profile');
  await main(page).getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(sheet(page)).toHaveAccessibleName('Iniciar sesión');
  await see('sign-in');
  await sheet(page).getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click();
  await expect(sheet(page)).toHaveAccessibleName('Recupera tu contraseña');
  await see('recovery');
  await sheet(page).getByRole('button', { name: 'Volver a Iniciar Sesión' }).click();
  await sheet(page).getByRole('button', { name: 'Crear Cuenta' }).click();
  await expect(sheet(page)).toHaveAccessibleName('Crear cuenta');
  await see('sign-up');
  await sheet(page).getByRole('button', { name: 'Crear Cuenta' }).click();
  await expect(sheet(page).getByText('Por favor ingresa un nombre de usuario')).toBeVisible();
  await see('sign-up-errors');
  await sheet(page).getByLabel('Nombre de usuario').fill(person.username);
  await sheet(page).getByLabel('Correo electrónico').fill(person.email);
  await sheet(page).getByLabel('Contraseña', { exact: true }).fill(person.password);
  await sheet(page).getByRole('button', { name: 'Crear Cuenta' }).click();
  await expect(sheet(page)).toHaveAccessibleName('Ya casi está');
  await see('confirmation');
  await page.context().clearCookies({ name: 'relato_sign_up' });
  await page.goto(await readLink(person.email));
  await page.getByRole('button', { name: 'Confirmar mi cuenta' }).click();
  await expect(page.getByRole('heading', { name: 'Elige tu contraseña' })).toBeVisible();
  await see('choose-password-page');
  await visit(page, '/');
  await visit(page, '/confirmar#token=medio');
  await page.getByRole('button', { name: 'Confirmar mi cuenta' }).click();
  await expect(page.getByText('Este enlace no es válido. Cópialo entero o pide otro.')).toBeVisible();
  await see('confirm-page');
  await visit(page, '/confirmar-correo');
  await expect(page.getByRole('heading', { name: 'Confirma tu correo nuevo' })).toBeVisible();
  await see('confirm-email-page');
  await visit(page, '/restablecer');
  await expect(page.getByRole('heading', { name: 'Elige otra contraseña' })).toBeVisible();
  await see('reset-page');
}
