import type { Page } from '@playwright/test';

/** How many times slower than this machine the pages compute in Chromium. */
export const slowness = Number(process.env.RELATO_SLOW ?? 1);

/** Slows a page down, as a cheap phone or a loaded machine does. Chromium only. */
export async function slowDown(page: Page): Promise<void> {
  try {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  } catch (error) {
    // A page may be gone before it is slow.
    if (!page.isClosed()) throw error;
  }
}
