import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';

/** The factor by which the pages of Chromium are slowed down. */
const slowness = Number(process.env.RELATO_SLOW ?? 1);
/** The delay between the server's answer to a call and its arrival. */
const latenessMs = Number(process.env.RELATO_LATE_MS ?? 0);

/** The factor of all time limits in a slowed-down browser, including explicit ones. */
export const patience = slowness > 1 || latenessMs > 0 ? 4 : 1;

/** Slows a browser down, like a cheap phone or a loaded machine, and delays its answers. */
export function slowDown(context: BrowserContext): void {
  if (slowness > 1) {
    const sessions: CDPSession[] = [];
    context.on('page', async (page) => {
      const session = await throttle(page);
      if (session) sessions.push(session);
    });
    const setOffline = context.setOffline.bind(context);
    context.setOffline = async (offline) => {
      await setOffline(offline);
      // After a reload, a page with a second session would otherwise say that it is online.
      const network = { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
      for (const session of sessions)
        await session.send('Network.emulateNetworkConditions', network).catch(() => undefined);
    };
  }
  if (latenessMs > 0) void beLate(context);
}

async function throttle(page: Page): Promise<CDPSession | null> {
  try {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    return devTools;
  } catch (error) {
    // A page may have been closed meanwhile.
    if (page.isClosed()) return null;
    throw error;
  }
}

/** Delays all calls. The routes of a test run first, and reach this one by `fallback`. */
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
