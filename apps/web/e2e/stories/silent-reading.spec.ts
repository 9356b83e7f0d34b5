import type { Page } from '@playwright/test';
import { expect, query, test } from '../testing/fixtures.ts';
import { closeSheet } from '../testing/people.ts';
import { readAudio, watchAudio } from '../testing/audio-element.ts';
import { cardOf, pause, play, uploadStories } from '../testing/player.ts';

/** All other tests run with reduced motion, which in Firefox is set for the whole browser. */
const allowMotion = () => {
  const ask = window.matchMedia.bind(window);
  window.matchMedia = (media) => ask(/reduced-motion/.test(media) ? 'not all' : media);
};
const saveData = () => Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
const switchOff = () => localStorage.setItem('relato.silent-reading', 'no');

const toleranceSeconds = 0.3;
const isNear = (at: number) => (seconds: number) => Math.abs(seconds - at) < toleranceSeconds;

/** Returns the lit word, or an empty text. */
const readLit = (page: Page) =>
  page.evaluate(() => Array.from(CSS.highlights.get('lit-word') ?? [], String).join(' '));
const toNumber = (word: string): number => Number(word.replace(/\D+/, '') || NaN);
const center = (page: Page, title: string) =>
  cardOf(page, title).evaluate((element) => element.scrollIntoView({ block: 'center' }));

interface Opening {
  readonly words: readonly { readonly startMs: number }[];
}

const toText = (voice: string) => Array.from({ length: 60 }, (_, index) => `${voice}${index}`).join(' ');

/** Creates two stories of sixty words each, and waits for their timings. */
async function tell(page: Page) {
  const voices = ['uno', 'tres'] as const;
  const { told, feed } = await uploadStories(
    page,
    voices.map((title) => ({ title, transcript: toText(title) })),
  );
  const [one, three] = told as [{ id: string; title: string }, { title: string }];
  for (const { id } of told)
    await expect
      .poll(async () => (await query<Opening>(page, 'stories.opening', { id })).words)
      .toHaveLength(30);
  const { words } = await query<Opening>(page, 'stories.opening', { id: one.id });
  return { feed, one, three, startSeconds: words.map(({ startMs }) => startMs / 1_000) };
}

/** Resolves with the next lit words and their times. */
const followWords = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<readonly { readonly word: string; readonly seconds: number }[]>((resolve) => {
        const seen: { word: string; seconds: number }[] = [];
        const look = () => {
          const word = Array.from(CSS.highlights.get('lit-word') ?? [], String).join(' ');
          if (word !== '' && word !== seen.at(-1)?.word)
            seen.push({ word, seconds: performance.now() / 1_000 });
          if (seen.length < 5) requestAnimationFrame(look);
          else resolve(seen);
        };
        look();
      }),
  );

test(
  'a story in the middle of the screen is read silently at the pace of its voice, and plays from the lit word',
  { tag: '@firefox' },
  async ({ page }) => {
    await watchAudio(page);
    await page.addInitScript(allowMotion);
    const { feed, one, three, startSeconds } = await tell(page);
    const sounds: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'media' || /\/audio\//.test(request.url())) sounds.push(request.url());
    });
    await page.goto(feed);
    await center(page, three.title);
    await expect.poll(() => readLit(page)).toMatch(/^tres\d+$/);
    await center(page, one.title);
    await expect.poll(() => readLit(page)).toMatch(/^uno\d+$/);

    const delays = (await followWords(page)).map(
      ({ word, seconds }) => seconds - (startSeconds[toNumber(word)] ?? Number.NaN),
    );
    // The first word may have been lit before the test watched it.
    for (const delay of delays.slice(2))
      expect(Math.abs(delay - (delays[1] ?? Number.NaN))).toBeLessThan(toleranceSeconds);
    expect(sounds).toEqual([]);

    const card = cardOf(page, one.title);
    const before = toNumber(await readLit(page));
    await play(card).click();
    await expect(pause(card)).toBeVisible();
    await expect
      .poll(async () => startSeconds.findIndex(isNear((await readAudio(page)).startedAtSeconds)))
      .toBeGreaterThanOrEqual(before);
    expect(await readLit(page)).toBe('');

    await test.step('a press by key starts at the beginning, because its user may not see the lit word', async () => {
      await pause(card).click();
      await center(page, three.title);
      // A word that is far enough from the beginning.
      await expect.poll(async () => toNumber(await readLit(page))).toBeGreaterThan(2);
      await play(cardOf(page, three.title)).press('Enter');
      await expect(pause(cardOf(page, three.title))).toBeVisible();
      await expect.poll(async () => (await readAudio(page)).startedAtSeconds).toBeLessThan(toleranceSeconds);
    });
  },
);

test('reduced motion, Save-Data and the switch keep words still, and a position set by hand wins', async ({
  page,
  context,
}) => {
  const { feed, one } = await tell(page);
  const asked: string[] = [];
  const open = async (...scripts: readonly (() => void)[]) => {
    const tab = await context.newPage();
    for (const script of scripts) await tab.addInitScript(script);
    tab.on('request', (request) => {
      if (request.url().includes('stories.opening')) asked.push(scripts.map(({ name }) => name).join());
    });
    await tab.goto(feed);
    await center(tab, one.title);
    return tab;
  };
  const still = [await open(), await open(allowMotion, saveData), await open(allowMotion, switchOff)];
  await still[2]?.evaluate(() => localStorage.removeItem('relato.silent-reading'));
  // The last page reads its story, and the other pages had more time.
  const last = await open(allowMotion);
  await expect.poll(() => readLit(last)).not.toBe('');
  expect(asked).toEqual(['allowMotion']);
  for (const tab of still) expect(await readLit(tab)).toBe('');

  const card = cardOf(last, one.title);
  await card.getByRole('slider').fill('40');
  await expect.poll(() => readLit(last)).toBe('');
  await play(card).click();
  await expect
    .poll(async () => Number(await card.getByRole('slider').inputValue()))
    .toBeGreaterThanOrEqual(40);
});

test.describe('without an answer', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ });
  test('silent reading stops behind a sheet, in a hidden tab and on another screen, resumes after a failure, and can be switched off', async ({
    page,
  }) => {
    await page.addInitScript(allowMotion);
    const { feed, one } = await tell(page);
    await page.route('**/trpc/stories.opening*', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('stories.opening'));
    await page.goto(feed);
    await center(page, one.title);
    await failed;
    await page.unroute('**/trpc/stories.opening*');
    await page.mouse.wheel(0, 8);
    await expect.poll(() => readLit(page)).toMatch(/^uno\d+$/);

    const card = cardOf(page, one.title);
    await card.getByRole('button', { name: 'Compartir' }).click();
    await expect.poll(() => readLit(page)).toBe('');
    await page.keyboard.press('Escape');
    await expect.poll(() => readLit(page)).toMatch(/^uno\d+$/);

    const hide = (isHidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    await hide(true);
    expect(await readLit(page)).toBe('');
    await hide(false);
    await expect.poll(() => readLit(page)).toMatch(/^uno\d+$/);

    await page.getByRole('link', { name: 'Perfil' }).filter({ visible: true }).click();
    await expect(page.getByRole('heading', { name: 'Únete' })).toBeVisible();
    expect(await readLit(page)).toBe('');
    await page.goBack();
    await center(page, one.title);
    await expect.poll(() => readLit(page)).toMatch(/^uno\d+$/);

    // Visitors have no settings: the menu of each card has the switch.
    await card.getByRole('button', { name: /^Opciones de / }).click();
    await page.getByRole('switch', { name: /^Palabras que se iluminan/ }).click();
    await closeSheet(page);
    // The test above shows that the next page obeys this.
    expect(await page.evaluate(() => localStorage.getItem('relato.silent-reading'))).toBe('no');
  });
});
