import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';

/** How many times slower than this machine the pages compute, in Chromium. */
const slowness = Number(process.env.RELATO_SLOW ?? 1);
/** How long after the server has made them the answers to calls arrive. */
const latenessMs = Number(process.env.RELATO_LATE_MS ?? 0);

/** Everything may take this many times longer where the browser is made slow: also what has a limit of its own. */
export const patience = slowness > 1 || latenessMs > 0 ? 4 : 1;

/** Makes a browser slow, as on a cheap phone or a loaded machine, and its answers late. */
export function slowDown(context: BrowserContext): void {
  if (slowness > 1) context.on('page', (page) => void throttle(page));
  if (latenessMs > 0) void beLate(context);
}

async function throttle(page: Page): Promise<void> {
  try {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  } catch (error) {
    // A page may be gone before it is slow.
    if (!page.isClosed()) throw error;
  }
}

/** The routes of a test come first, and reach this one by `fallback`. */
const beLate = (context: BrowserContext) =>
  context.route(/\/trpc\//, async (route) => {
    try {
      const response = await route.fetch();
      await delay(latenessMs);
      await route.fulfill({ response });
    } catch {
      // The server does not answer, or the page is gone.
      await route.abort().catch(() => {});
    }
  });
