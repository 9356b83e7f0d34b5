import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const refreshMs = 31_000;

/**
 * Advances the page's installed clock by refresh intervals until `see` passes: the first refresh may
 * have begun before the change. `see` has a short timeout.
 */
export const refreshUntil = (page: Page, see: () => Promise<void>) =>
  expect(async () => {
    await page.clock.runFor(refreshMs);
    await see();
  }).toPass();
