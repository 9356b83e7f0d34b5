import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import type { Role } from '@relato/contract';
import { createAccount, newUser, signInAsNewUser, startSession, type TestUser } from './fixtures.ts';
import { served } from './server/serve-relato.ts';

export const dialog = (page: Page): Locator => page.getByRole('dialog');
export const main = (page: Page): Locator => page.getByRole('main');
export const followers = (page: Page, count: string): Locator =>
  main(page).getByRole('button', { name: `${count} Seguidores` });
export const following = (page: Page, count: string): Locator =>
  main(page).getByRole('button', { name: `${count} Siguiendo` });

/** Opens another browser for a new user, or for a visitor without one. */
export async function openBrowser(browser: Browser, person?: TestUser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: served.url,
    locale: 'es-ES',
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  if (person) await signInAsNewUser(page, person);
  return page;
}

/**
 * Opens the app, or goes to another screen of the open one as its links do. Loading the page again takes a second of the
 * processor, so only tests that show something about the load, or whose session has changed, use `goto`.
 */
export async function visit(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(path);
  else await page.evaluate((to) => window.history.pushState({}, '', to), path);
}

/** Runs `act` and waits for the server's response, which arrives after the optimistic update. */
export async function waitForCall(page: Page, procedure: RegExp, act: () => Promise<void>): Promise<void> {
  const taken = page.waitForResponse((response) => procedure.test(response.url()) && response.ok());
  await act();
  await taken;
}

/** Closes the sheet, and waits until it is gone, because it captures keys and hides the page until then. */
export async function closeSheet(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
}

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

export interface Actor {
  readonly page: Page;
  readonly person: TestUser;
}

/** Opens a browser with a new signed-in user of this role. */
export async function signInWithRole(browser: Browser, role: Role = 'user'): Promise<Actor> {
  const page = await openBrowser(browser);
  const person = newUser();
  await createAccount(person, role);
  await startSession(page, person);
  return { page, person };
}

/** Fires the event of a user who returns to the page, on which it refetches the session. */
export const lookAgain = (page: Page): Promise<unknown> =>
  page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));

export const toast = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Avisos' }).filter({ hasText: text });
export const caseOf = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: title, exact: true }) });

/** Opens a page, and waits until everything is stored and the worker answers. */
export async function openInstalled(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}
