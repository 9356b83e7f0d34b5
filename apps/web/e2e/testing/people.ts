import type { Browser, Locator, Page } from '@playwright/test';
import { createAccount, startSession, type Person } from './fixtures.ts';
import { served } from './serve-relato.ts';

export const dialog = (page: Page): Locator => page.getByRole('dialog');
export const main = (page: Page): Locator => page.getByRole('main');
export const followers = (page: Page, count: string): Locator =>
  main(page).getByRole('button', { name: `${count} Seguidores` });
export const following = (page: Page, count: string): Locator =>
  main(page).getByRole('button', { name: `${count} Siguiendo` });

/** A window of somebody's own; with nobody, a visitor's. */
export async function openBrowser(browser: Browser, person?: Person): Promise<Page> {
  const context = await browser.newContext({
    baseURL: served.url,
    locale: 'es-ES',
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  if (person) {
    await createAccount(page, person);
    await startSession(page, person);
  }
  return page;
}

/** Does something that is sent, and waits until the server has taken it: the screen shows the wish before. */
export async function sending(page: Page, procedure: RegExp, act: () => Promise<void>): Promise<void> {
  const taken = page.waitForResponse((response) => procedure.test(response.url()) && response.ok());
  await act();
  await taken;
}
