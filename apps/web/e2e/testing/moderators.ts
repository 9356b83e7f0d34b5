import type { Browser, Locator, Page } from '@playwright/test';
import type { Role } from '@relato/contract';
import { createAccount, newUser, startSession, type TestUser } from './fixtures.ts';

export interface Actor {
  readonly page: Page;
  readonly person: TestUser;
}

/** Opens a browser with a new signed-in user of this role. */
export async function signInWithRole(browser: Browser, role: Role = 'user'): Promise<Actor> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const person = newUser();
  await createAccount(person, role);
  await startSession(page, person);
  return { page, person };
}

export const toast = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Avisos' }).filter({ hasText: text });
export const caseOf = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: title, exact: true }) });
