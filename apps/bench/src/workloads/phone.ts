import { chromium, type Browser, type CDPSession, type Locator, type Page } from '@playwright/test';
import { listPopular } from '../data/facts.ts';
import { median } from '../load/statistics.ts';
import { kilobytes, ms, seconds } from '../report/figures.ts';
import type { Row } from '../report/rows.ts';
import type { Workload } from './bench.ts';
import { observePage, readMetrics, type PageMetrics } from './phone-metrics.ts';

/** Slow 4G, and a phone that computes four times slower than this machine. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const cpuSlowdown = 4;
const screen = { width: 390, height: 844 };
const stepTimeoutMs = 30_000;
/** Between the touch and the lift of a tap. */
const fingerMs = 80;
const bars = { jsBytes: 130_000, jsRequests: 8, inpMs: 100 };

interface Visit extends PageMetrics {
  readonly bytes: number;
  readonly requests: number;
  readonly jsBytes: number;
  readonly jsRequests: number;
}

interface Received {
  readonly type: string;
  bytes: number;
}

async function slowDown(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  return devtools;
}

/** Counts what comes over the wire, headers included, as Chromium reports it. */
function countBytes(devtools: CDPSession): ReadonlyMap<string, Received> {
  const received = new Map<string, Received>();
  devtools.on('Network.responseReceived', ({ requestId, type }) =>
    received.set(requestId, { type, bytes: 0 }),
  );
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = received.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  return received;
}

/** Opens an address in a browser that has cached nothing, and taps what the first screen offers. */
async function visit(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: screen,
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  });
  context.setDefaultTimeout(stepTimeoutMs);
  try {
    const page = await context.newPage();
    await page.addInitScript(observePage);
    const devtools = await slowDown(page);
    const received = countBytes(devtools);
    await page.goto(address, { waitUntil: 'networkidle', timeout: stepTimeoutMs });
    const loaded = [...received.values()].map(({ type, bytes }) => ({ type, bytes }));
    // A slow phone still renders when its network is at rest.
    await page.locator('#start').waitFor({ state: 'detached' });
    const atRest = await page.evaluate(readMetrics);
    await tapAround(page, devtools);
    const { inpMs } = await page.evaluate(() => window.pageMetrics);
    const scripts = loaded.filter(({ type }) => type === 'Script');
    return {
      ...atRest,
      inpMs,
      bytes: loaded.reduce((sum, { bytes }) => sum + bytes, 0),
      requests: loaded.length,
      jsBytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0),
      jsRequests: scripts.length,
    };
  } finally {
    await context.close();
  }
}

/** Taps the buttons of a story, of which each opens something in place, and at last a link. */
async function tapAround(page: Page, devtools: CDPSession): Promise<void> {
  const targets = page.locator('article button:visible, main button:visible');
  const count = Math.min(3, await targets.count());
  for (let index = 0; index < count; index += 1) {
    await tap(page, devtools, targets.nth(index));
    await page.waitForTimeout(400); // the browser reports a tap after its next frame, reports none under 16 ms, and has no event for the last report
    await page.keyboard.press('Escape');
  }
  await tap(page, devtools, page.locator('nav a:visible').last());
  await page.waitForTimeout(800); // the tap of a link is reported once the next screen has been painted, and no event marks that report either
}

/**
 * Touches an element as a finger does, which stays for some 80 ms. Playwright's own tap lifts it in the same instant, and has
 * scripts of its own in the page that judge each event, four times slower as well. What has gone meanwhile is not tapped.
 */
async function tap(page: Page, devtools: CDPSession, target: Locator): Promise<void> {
  const box = await target
    .scrollIntoViewIfNeeded({ timeout: 3_000 })
    .then(() => target.boundingBox({ timeout: 3_000 }))
    .catch(() => null);
  if (box === null) return;
  const finger = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
  await page.waitForTimeout(fingerMs); // the time of the finger is what is simulated
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

const screens = [
  { address: '/', maxLcpMs: 1_500 },
  { address: '/search', maxLcpMs: 2_000 },
  { address: '/?story=', maxLcpMs: 2_000 },
] as const;

/** The first screens on a slow phone, medians of several visits. */
export const measurePhone: Workload = async ({ relato, world, isLong }) => {
  const executablePath = process.env.RELATO_CHROMIUM;
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox'],
  });
  try {
    const rows: Row[] = [];
    for (const { address, maxLcpMs } of screens) {
      const url = `${relato.origin}${address}${address.endsWith('=') ? listPopular(world, 3).at(-1) : ''}`;
      const visits: Visit[] = [];
      for (let turn = 0; turn < (isLong ? 5 : 3); turn += 1) visits.push(await visit(browser, url));
      rows.push(...toRows(address, maxLcpMs, visits));
    }
    return rows;
  } finally {
    await browser.close();
  }
};

function toRows(address: string, maxLcpMs: number, visits: readonly Visit[]): readonly Row[] {
  const of = (read: (visit: Visit) => number): number => median(visits.map(read));
  const where = `\`${address}\``;
  const lcp = of(({ lcpMs }) => lcpMs);
  const jsBytes = of((each) => each.jsBytes);
  const jsRequests = of((each) => each.jsRequests);
  const cls = of((each) => each.cls);
  const inp = of(({ inpMs }) => inpMs);
  return [
    {
      workload: `${where} on a slow phone: largest paint`,
      bar: `LCP ≤ ${maxLcpMs / 1_000} s`,
      measured: `**${seconds(lcp)}** (${visits.map(({ lcpMs }) => seconds(lcpMs)).join(', ')})`,
      holds: lcp <= maxLcpMs,
    },
    {
      workload: `${where}: JavaScript over the wire`,
      bar: `≤ ${bars.jsBytes / 1_000} kB in ≤ ${bars.jsRequests} requests`,
      measured: `**${kilobytes(jsBytes)} in ${jsRequests}**; everything ${kilobytes(of(({ bytes }) => bytes))} in ${of(({ requests }) => requests)}`,
      holds: jsBytes <= bars.jsBytes && jsRequests <= bars.jsRequests,
    },
    {
      workload: `${where}: shifts, taps, blocking`,
      bar: `CLS 0, INP ≤ ${bars.inpMs} ms`,
      measured: `CLS **${cls.toFixed(3)}**, INP **${ms(inp)}**, TBT ${ms(of(({ tbtMs }) => tbtMs))}`,
      holds: cls === 0 && inp <= bars.inpMs,
    },
  ];
}
