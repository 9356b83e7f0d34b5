import type { Locator, Page } from '@playwright/test';

/** Marks the regions of this moment, because one that appears together with its text is often not read out. */
export const markLiveRegions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const region of document.querySelectorAll('[aria-live], [role=alert], output'))
      region.setAttribute('data-marked', '');
  });

export const markedRegions = (page: Page): Locator => page.locator('[data-marked]');
