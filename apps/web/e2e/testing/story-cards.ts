import type { Locator, Page } from '@playwright/test';
import type { StoryFixture } from './server/database-fixtures.ts';
import { expect } from './fixtures.ts';
import { visit, waitForCall } from './people.ts';

export const cardOf = (page: Page, { title }: Pick<StoryFixture, 'title'>): Locator =>
  page.getByRole('article').filter({ hasText: title });
export const voteOf = (card: Locator): Locator => card.getByRole('button', { name: /^Votar: / });
export const reportSheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Reportar historia' });

export async function expectVote(card: Locator, count: string, pressed: boolean): Promise<void> {
  await expect(voteOf(card)).toHaveAccessibleName(`Votar: ${count}`);
  await expect(voteOf(card)).toHaveAttribute('aria-pressed', String(pressed));
}

export const waitForVote = (page: Page, act: () => Promise<void>) =>
  waitForCall(page, /stories\.vote\b/, act);

export async function search(page: Page, { title }: Pick<StoryFixture, 'title'>): Promise<Locator> {
  await visit(page, `/search?q=${encodeURIComponent(title)}`);
  return cardOf(page, { title });
}
