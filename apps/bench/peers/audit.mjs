// Visits a page as a phone does, with Lighthouse, and taps what it offers. Prints the figures as JSON.
import { startFlow } from 'lighthouse';
import puppeteer from 'puppeteer-core';

const [, , url, throttlingMethod] = process.argv;
const { RELATO_CHROMIUM: executablePath } = process.env;
/** Between the touch and the lift of a tap. */
const fingerMs = 80;

const sleep = (ms) => new Promise((resolve) => void setTimeout(resolve, ms));

/** Touches an element as a finger does. What has gone meanwhile is not tapped. */
async function tap(page, element) {
  const box = await element?.scrollIntoView().then(() => element.boundingBox());
  if (!box) return;
  const touch = await page.touchscreen.touchStart(box.x + box.width / 2, box.y + box.height / 2);
  await sleep(fingerMs);
  await touch.end();
  await sleep(800);
}

/** Returns the element of the largest paint; null if the page has it no more. */
const findLargest = () =>
  new Promise((resolve) =>
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.element?.localName ?? null)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    }),
  );

const browser = await puppeteer.launch({
  ...(executablePath ? { executablePath } : { channel: 'chrome' }),
  headless: 'shell',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
try {
  const page = await browser.newPage();
  const flow = await startFlow(page, {
    flags: {
      throttlingMethod,
      // The last candidate for the largest paint counts, after three seconds of rest: an early paint must stay.
      pauseAfterLoadMs: 3_000,
      // Slow 4G, and a phone that computes four times slower than this machine.
      throttling: {
        rttMs: 150,
        throughputKbps: 1_600,
        requestLatencyMs: 150,
        downloadThroughputKbps: 1_600,
        uploadThroughputKbps: 750,
        cpuSlowdownMultiplier: 4,
      },
    },
  });
  // A timespan knows fewer categories, and refuses unknown ones.
  await flow.navigate(url, { onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'] });
  const largest = await page.evaluate(findLargest);
  await flow.startTimespan();
  const buttons = (await page.$$('article button, main button')).slice(0, 3);
  for (const button of buttons) {
    await tap(page, button).catch(() => {});
    await page.keyboard.press('Escape');
  }
  await tap(page, (await page.$$('nav a')).at(-1)).catch(() => {});
  await flow.endTimespan();
  const { steps } = await flow.createFlowResult();
  const [{ audits, categories }, taps] = steps.map(({ lhr }) => lhr);
  const requests = audits['network-requests'].details.items
    .filter(({ sessionTargetType }) => sessionTargetType === 'page')
    .toSorted((a, b) => a.networkRequestTime - b.networkRequestTime);
  process.stdout.write(
    JSON.stringify({
      scores: Object.fromEntries(Object.entries(categories).map(([name, { score }]) => [name, score * 100])),
      lcpMs: audits['largest-contentful-paint'].numericValue,
      largest,
      cls: audits['cumulative-layout-shift'].numericValue,
      tbtMs: audits['total-blocking-time'].numericValue,
      inpMs: taps.audits['interaction-to-next-paint'].numericValue ?? 0,
      requests: requests.map(({ resourceType, transferSize, networkRequestTime, networkEndTime }) => ({
        isScript: resourceType === 'Script',
        bytes: transferSize,
        startMs: networkRequestTime,
        endMs: networkEndTime,
      })),
    }),
  );
} finally {
  await browser.close();
}
