import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const refreshMs = 31_000;

/**
 * Lets half minutes pass on the page's installed clock until it has seen what happened elsewhere: the first look may
 * have been under way before that. `see` expects it for a short while.
 */
export const refreshUntil = (page: Page, see: () => Promise<void>) =>
  expect(async () => {
    await page.clock.runFor(refreshMs);
    await see();
  }).toPass();
