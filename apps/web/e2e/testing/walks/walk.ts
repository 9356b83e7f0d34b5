import { expect, type Page } from '@playwright/test';
import type { TestUser } from '../fixtures.ts';

/** Called with each state once it stands still. */
export type See = (name: string) => Promise<void>;

/** The data of a walk: an author with a follower, a private story, and a published one with a comment. */
export interface World {
  readonly teller: Pick<TestUser, 'username' | 'email' | 'password'>;
  readonly storyId: string;
}

export const main = (page: Page) => page.getByRole('main');
export const sheet = (page: Page) => page.getByRole('dialog');
export const closeSheet = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
};
