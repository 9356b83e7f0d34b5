import type { Page } from '@playwright/test';
import { expect, signInAsNewUser, test } from '../testing/fixtures.ts';
import { expectSameSound, hashRecorded, watchRecorder } from '../testing/recorded-sound.ts';
import { saveAs, startRecording } from '../testing/recorder.ts';

/** Slow 4G: 1.6 Mbit/s down, 0.75 Mbit/s up. */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const maxWaitMs = 2_000;
/** Measures the overhead of the machine: how much longer an empty request takes than the line needs. */
const measureSlowness = (page: Page): Promise<number> =>
  page.evaluate(async (latencyMs) => {
    const waitsMs: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const startMs = performance.now();
      await fetch('/livez', { cache: 'no-store' });
      waitsMs.push(performance.now() - startMs);
    }
    return Math.max(1, (waitsMs.toSorted((one, other) => one - other)[2] ?? 0) / latencyMs);
  }, line.latency);

/** `RELATO_WHOLE_RECORDING=1` records nearly five minutes. The rest at the end does not depend on the length. */
const isWhole = process.env.RELATO_WHOLE_RECORDING !== undefined;
const enough = isWhole ? /^4:5[5-9]$/ : /^0:(?:09|1\d)$/;

test(
  'over a slow line, everything is on the server within two seconds of the stop',
  { tag: '@alone' },
  async ({ page }) => {
    if (isWhole) test.setTimeout(480_000);
    await watchRecorder(page);
    await page.addInitScript(() => {
      addEventListener('click', () => Object.assign(window, { clickedAtMs: performance.now() }), {
        capture: true,
      });
      // More entries than a browser records by default.
      performance.setResourceTimingBufferSize(5_000);
    });
    await signInAsNewUser(page);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', line);
    await startRecording(page);
    await expect(page.locator('dd').first()).toHaveText(enough, { timeout: 320_000 });
    const ended = page.waitForResponse(
      (response) =>
        response.request().method() === 'PATCH' && 'upload-length' in response.request().headers(),
    );
    await page.getByRole('button', { name: 'Detener' }).click();
    await (await ended).finished();
    const requests = await page.evaluate(() => {
      const clickedAtMs = Reflect.get(window, 'clickedAtMs') as number;
      return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name, responseEnd }) => name.includes('/upload/') && responseEnd > clickedAtMs)
        .map(({ startTime, responseEnd }) => [startTime - clickedAtMs, responseEnd - clickedAtMs] as const);
    });
    const waitMs = Math.max(...requests.map(([, endMs]) => endMs));
    const steps = requests
      .map(([startMs, endMs]) => `${Math.round(startMs)}–${Math.round(endMs)}`)
      .join(', ');
    const slowness = await measureSlowness(page);
    console.log(
      `Everything was on the server ${Math.round(waitMs)} ms after the stop (requests: ${steps}), slowness ${slowness.toFixed(2)}`,
    );
    expect(waitMs / slowness).toBeLessThanOrEqual(maxWaitMs);
    const recorded = await hashRecorded(page);
    await saveAs(page, 'Por una línea lenta');
    await expectSameSound('Por una línea lenta', recorded);
  },
);
