import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const refreshMs = 31_000;

/**
 * Advances the page's fake clock by polling intervals until `see` passes, because the first poll may have begun before the
 * change. `see` has a short timeout.
 */
export const refreshUntil = (page: Page, see: () => Promise<void>) =>
  expect(async () => {
    await page.clock.runFor(refreshMs);
    await see();
  }).toPass();
