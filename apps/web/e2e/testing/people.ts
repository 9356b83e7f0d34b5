import type { Browser, Locator, Page } from '@playwright/test';
import { signInAsNewUser, type TestUser } from './fixtures.ts';
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

/** Runs `act` and waits for the server's response, which comes after the optimistic screen. */
export async function waitForCall(page: Page, procedure: RegExp, act: () => Promise<void>): Promise<void> {
  const taken = page.waitForResponse((response) => procedure.test(response.url()) && response.ok());
  await act();
  await taken;
}
