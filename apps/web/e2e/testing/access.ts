import { type TestUser } from './fixtures.ts';
import type { Page } from '@playwright/test';

export const dialog = (page: Page) => page.getByRole('dialog');

export async function openSheet(page: Page, button: 'Crear Cuenta' | 'Iniciar Sesión'): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('main').getByRole('button', { name: button }).click();
}

export async function trySignIn(
  page: Page,
  { email, password }: Pick<TestUser, 'email' | 'password'>,
): Promise<void> {
  await dialog(page).getByLabel('Correo electrónico').fill(email);
  await dialog(page).getByLabel('Contraseña', { exact: true }).fill(password);
  await dialog(page).getByRole('button', { name: 'Iniciar Sesión' }).click();
}
