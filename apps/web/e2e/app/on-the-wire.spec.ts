import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { firstLoadFile, type FirstLoad, maxBytes as maxScriptBytes } from '../../build/first-load-budget.ts';
import { expect, signInAsNewUser } from '../testing/fixtures.ts';
import { insertManyStories } from '../testing/server/many-stories.ts';
import { test as base } from '../testing/server/database-fixtures.ts';

interface Received {
  readonly type: string;
  readonly path: string;
  /** The size of headers and body on the wire, measured by Chromium. */
  readonly bytes: number;
}

const test = base.extend<{ community: undefined }>({
  community: async ({ database, author }, use) => {
    await insertManyStories(database, 20, { userId: author.id, tag: 'en el cable' });
    await use(undefined);
  },
});

/** Returns the element that shows that a screen has loaded. */
type ToContent = (page: Page) => Locator;

/** Drops later timers and idle callbacks, whose requests belong to the next screen. */
const withoutLaterTimers = () => {
  const soon = window.setTimeout.bind(window);
  Object.assign(window, {
    setTimeout: (run: TimerHandler, ms = 0, ...args: unknown[]) => (ms < 1_000 ? soon(run, ms, ...args) : 0),
    requestIdleCallback: () => 0,
  });
};

/** Lets what waits three seconds for the page to be at rest begin sooner. */
const withEarlyStarts = () => {
  const later = window.setTimeout.bind(window);
  Object.assign(window, {
    setTimeout: (run: TimerHandler, ms = 0, ...args: unknown[]) =>
      later(run, ms === 3_000 ? 300 : ms, ...args),
  });
};

const toScriptPaths = (received: readonly Received[]): readonly string[] =>
  received
    .filter(({ type }) => type === 'Script')
    .map(({ path }) => path)
    .toSorted();

interface Screen {
  readonly address: string;
  readonly toContent: ToContent;
  readonly changeTimers: () => void;
  /** Checks the paths of the scripts that have arrived. */
  readonly expectScripts: (paths: () => readonly string[]) => Promise<void>;
}

/** Opens an address in a fresh browser and returns all responses, once the scripts are as expected. */
async function receive(
  page: Page,
  { address, toContent, changeTimers, expectScripts }: Screen,
): Promise<Received[]> {
  await page.addInitScript(changeTimers);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  const open = new Map<string, Omit<Received, 'bytes'>>();
  const received: Received[] = [];
  browser.on('Network.requestWillBeSent', ({ requestId, type = 'Other', request }) => {
    // The connection that tells of changes never ends.
    if (type !== 'EventSource')
      open.set(requestId, { type, path: new URL(request.url).pathname.slice(0, 60) });
  });
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
    const request = open.get(requestId);
    if (request) received.push({ ...request, bytes });
    open.delete(requestId);
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await expect(toContent(page)).toBeVisible();
  await expectScripts(() => toScriptPaths(received));
  await expect.poll(() => open.size).toBe(0);
  return received;
}

const total = (all: readonly Received[]): number => all.reduce((sum, { bytes }) => sum + bytes, 0);
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

// The stories of other tests may come first.
const toFirstStory: ToContent = (page) => page.getByRole('article').first();
const toHeading: ToContent = (page) => page.getByRole('heading', { name: '¡Comparte tu historia!' });
/** Includes up to three calls, because a server that takes too long to read the data sends the page without them. */
const screens = [
  { address: '/', toContent: toHeading, maxBytes: 250_000, maxRequests: 9 },
  { address: '/?story=', toContent: toFirstStory, maxBytes: 300_000, maxRequests: 11 },
] as const;

for (const { address, toContent, maxBytes, maxRequests } of screens) {
  test(`sends what the build counted, compressed, for the first screen of ${address}`, async ({
    page,
    community: _told,
    author,
    database,
  }) => {
    const story = await database.prisma.story.findFirstOrThrow({ where: { userId: author.id } });
    const built = fileURLToPath(new URL(`../../dist/${firstLoadFile}`, import.meta.url));
    const firstLoad: FirstLoad = JSON.parse(await readFile(built, 'utf8'));
    const counted = firstLoad[address] ?? [];
    const wanted = counted.map(({ file }) => `/${file}`).toSorted();
    const received = await receive(page, {
      address: address.endsWith('=') ? address + story.id : address,
      toContent,
      changeTimers: withoutLaterTimers,
      expectScripts: (paths) => expect.poll(paths).toEqual(wanted),
    });
    const byType = Object.entries(Object.groupBy(received, ({ type }) => type)).map(
      ([type, some = []]) => `${type} ${kilobytes(total(some))} in ${some.length}`,
    );
    // oxlint-disable-next-line no-console -- what the measure is for
    console.log(`${address}: ${kilobytes(total(received))}: ${byType.join(', ')}`);

    const scripts = received.filter(({ type }) => type === 'Script');
    expect(toScriptPaths(received)).toEqual(wanted);
    const countedBytes = counted.reduce((sum, { bytes }) => sum + bytes, 0);
    // The headers are no larger than the build assumes.
    expect(total(scripts)).toBeGreaterThan(countedBytes - 200 * scripts.length);
    expect(total(scripts)).toBeLessThan(countedBytes + 200 * scripts.length);
    expect(total(scripts)).toBeLessThanOrEqual(maxScriptBytes);
    expect(total(received)).toBeLessThan(maxBytes);
    expect(received.length).toBeLessThanOrEqual(maxRequests);
  });
}

const lastParts = ['/assets/engine-', '/assets/unsaved-', '/assets/worker-', '/assets/start-live-'];

// A signed-in user's browser also looks for unsaved recordings.
test('fetches few scripts for / until the page is at rest', async ({ page }) => {
  await signInAsNewUser(page);
  const received = await receive(page, {
    address: '/',
    toContent: toHeading,
    changeTimers: withEarlyStarts,
    expectScripts: async (paths) => {
      for (const part of lastParts)
        await expect.poll(() => paths().filter((path) => path.startsWith(part))).toHaveLength(1);
    },
  });
  const scripts = received.filter(({ type }) => type === 'Script');
  // oxlint-disable-next-line no-console -- shows which script exceeds the limit
  console.log(`/ at rest: ${scripts.map(({ path, bytes }) => `${path} ${kilobytes(bytes)}`).join(', ')}`);
  expect(scripts.length).toBeLessThanOrEqual(12);
  expect(total(scripts)).toBeLessThanOrEqual(150_000);
});
