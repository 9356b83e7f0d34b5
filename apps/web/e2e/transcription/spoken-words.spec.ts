import type { Locator, Page } from '@playwright/test';
import { expect, query, test, signInAsNewUser } from '../testing/fixtures.ts';
import {
  setHeardWords,
  readDemoStory,
  speakWords,
  type SpokenWord,
} from '../testing/server/fake-transcriber.ts';
import { untilJob } from '../testing/server/until-job.ts';
import { uploadStory } from '../testing/server/upload-story.ts';
import { readAudio, watchAudio } from '../testing/audio-element.ts';

const toleranceMs = 100;

test.beforeEach(({ page }) => watchAudio(page));
test.afterEach(() => setHeardWords(null));

/** Publishes a story with these word timings, and signs out. Returns its id. */
async function tell(
  page: Page,
  title: string,
  { words, recording }: { words: readonly SpokenWord[]; recording?: string },
): Promise<string> {
  await signInAsNewUser(page);
  setHeardWords(words);
  const id = await uploadStory(page, { title, ...(recording === undefined ? {} : { recording }) });
  await expect.poll(async () => (await readStory(page, id)).transcriptStatus, untilJob).toBe('ready');
  await page.context().clearCookies();
  return id;
}

interface HeardStory {
  readonly transcript: string;
  readonly transcriptStatus: string;
  readonly transcriptWords: readonly SpokenWord[];
}
const readStory = async (page: Page, id: string) => query<HeardStory>(page, 'stories.byId', { id });

const transcriptOf = (scope: Page | Locator) => scope.getByRole('group', { name: /^Transcripción/ });
const litIn = (scope: Page | Locator) => scope.locator('[data-said]');

interface Sample {
  /** The position of the audio before and after the frame; the highlight belongs to a moment between them. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly lit: readonly number[];
  readonly isBusy: boolean;
}

/** Records the highlight after every frame until the audio has reached a position. */
async function followFrames(page: Page, untilSeconds: number): Promise<Sample[]> {
  return page.evaluate(
    async (until) =>
      new Promise<Sample[]>((resolve) => {
        const samples: Sample[] = [];
        const afterFrame = new MessageChannel();
        let from = 0;
        let audio: HTMLAudioElement | undefined;
        const readMs = () => {
          audio ??= Reflect.get(window, 'storyAudio');
          return (audio?.currentTime ?? 0) * 1000;
        };
        // Requested before the player's own frames, so that it runs first in each frame.
        const onFrame = () => {
          from = readMs();
          afterFrame.port2.postMessage(null);
          requestAnimationFrame(onFrame);
        };
        afterFrame.port1.addEventListener('message', () => {
          const lit = [...document.querySelectorAll<HTMLElement>('[data-said]')];
          const toMs = readMs();
          samples.push({
            fromMs: from,
            toMs,
            lit: lit.map(({ dataset }) => Number(dataset['word'])),
            isBusy: document.querySelector('article [aria-busy=true]') !== null,
          });
          if (toMs >= until * 1000) resolve(samples);
        });
        afterFrame.port1.start();
        requestAnimationFrame(onFrame);
      }),
    untilSeconds,
  );
}

/** Returns whether a word is highlighted from its start until the next one starts, so that pauses do not flicker. */
function isRight({ fromMs, toMs, lit }: Sample, words: readonly SpokenWord[]): boolean {
  const [index = -1, ...others] = lit;
  const startMs = words[index]?.startMs ?? 0;
  const nextMs = words[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
  return others.length === 0 && startMs - toleranceMs <= toMs && fromMs <= nextMs + toleranceMs;
}

function expectToFollow(samples: readonly Sample[], words: readonly SpokenWord[]): void {
  const heard = samples.filter(({ isBusy, toMs }) => !isBusy && toMs > 0);
  expect(heard.filter((sample) => !isRight(sample, words))).toEqual([]);
  expect(new Set(heard.flatMap(({ lit }) => lit)).size).toBeGreaterThan(8);
}

test(
  'L65, D24: the spoken word is highlighted within 100 ms, on the page of the story and in the feed',
  { tag: '@alone' },
  async ({ page }) => {
    const mango = await readDemoStory('el-mango-de-la-abuela');
    const title = `El mango ${Date.now()}`;
    const id = await tell(page, title, mango);

    await test.step('alone, at its own pace', async () => {
      await page.goto(`/?story=${id}`);
      await expect(transcriptOf(page)).toContainText('Eran como las tres');
      expect(await litIn(page).count()).toBe(0);
      const following = followFrames(page, 5);
      await page.getByRole('button', { name: `Reproducir: ${title}` }).click();
      expectToFollow(await following, mango.words);
      await page.getByRole('button', { name: `Pausar: ${title}` }).click();
    });

    await test.step('in the feed, at double speed, from a word in the middle', async () => {
      await page.goto(`/search?q=${encodeURIComponent(title)}`);
      await page.getByRole('button', { name: 'Ver más...' }).click();
      const from = mango.words.findIndex(({ startMs }) => startMs > 40_000);
      await transcriptOf(page).locator(`[data-word="${from}"]`).click();
      const following = followFrames(page, 46);
      await page.getByRole('button', { name: `Reproducir: ${title}` }).click();
      const speed = page.getByRole('button', { name: /^Velocidad/ });
      for (const rate of ['1,25×', '1,5×', '2×']) {
        await speed.click();
        await expect(speed).toHaveAccessibleName(`Velocidad: ${rate}`);
      }
      const samples = await following;
      expectToFollow(samples, mango.words);
      expect((await readAudio(page)).rate).toBe(2);
      const first = samples.find(({ lit, isBusy }) => lit.length > 0 && !isBusy);
      expect(first?.lit[0]).toBeGreaterThanOrEqual(from);
    });
  },
);

/** Records the positions to which the app seeks, for `readSeeks`, because the audio may be further when the event arrives. */
const watchSeeks = (page: Page) =>
  page.evaluate(() => {
    const seeks: number[] = [];
    const audio: HTMLAudioElement = Reflect.get(window, 'storyAudio');
    const position = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'currentTime');
    Object.defineProperty(audio, 'currentTime', {
      get: () => position?.get?.call(audio),
      set(seconds: number) {
        seeks.push(seconds);
        position?.set?.call(audio, seconds);
      },
    });
    Reflect.set(window, 'seeks', seeks);
  });
const readSeeks = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => Reflect.get(window, 'seeks'));

test('D24: a click on a word seeks to it, and so do the arrow keys within one tab stop', async ({ page }) => {
  const mango = await readDemoStory('el-mango-de-la-abuela');
  const title = `El mango ${Date.now()}`;
  await tell(page, title, mango);
  const startOf = (index: number) => (mango.words[index]?.startMs ?? Number.NaN) / 1000;
  const litWord = async () => Number(await litIn(page).getAttribute('data-word'));
  const expectLit = (index: number) => expect(litIn(page)).toHaveAttribute('data-word', String(index));
  const expectSoughtTo = (index: number) =>
    expect.poll(async () => (await readAudio(page)).seconds).toBeCloseTo(startOf(index), 2);
  await page.goto(`/search?q=${encodeURIComponent(title)}`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: `Reproducir: ${title}` }).click();

  await test.step('while it plays', async () => {
    // Starting the story seeks, too.
    await expect.poll(async () => (await readAudio(page)).seconds).toBeGreaterThan(0);
    await watchSeeks(page);
    await transcriptOf(page).locator('[data-word="120"]').click();
    await expect.poll(async () => (await readSeeks(page)).at(0) ?? Number.NaN).toBeCloseTo(startOf(120), 2);
    await expect.poll(litWord).toBeGreaterThanOrEqual(120);
  });

  await test.step('while it is paused', async () => {
    await page.getByRole('button', { name: `Pausar: ${title}` }).click();
    await expect.poll(async () => (await readAudio(page)).isPaused).toBe(true);
    await transcriptOf(page).locator('[data-word="77"]').click();
    await expectLit(77);
    await expectSoughtTo(77);
  });

  await test.step('by the keyboard', async () => {
    await page.getByRole('button', { name: 'A continuación' }).focus();
    await page.keyboard.press('Tab');
    await expect(transcriptOf(page)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expectLit(79);
    await page.keyboard.press('ArrowLeft');
    await expectLit(78);
    await expectSoughtTo(78);
    await page.keyboard.press('Tab');
    await expect(transcriptOf(page).locator(':focus')).toHaveCount(0);
    await expect(transcriptOf(page)).not.toBeFocused();
  });

  await test.step('selecting words goes nowhere', async () => {
    const word = transcriptOf(page).locator('[data-word="10"]');
    await word.evaluate((each) => window.getSelection()?.selectAllChildren(each));
    await word.dispatchEvent('click');
    await expectLit(78);
  });
});

test('a moving highlight touches only two of 3,000 words', async ({ page }) => {
  const words = speakWords(Array.from({ length: 3_000 }, (_, index) => `p${index}`).join(' '), 4_000);
  const id = await tell(page, 'Tres mil palabras', { words });
  await page.goto(`/?story=${id}`);
  await expect(transcriptOf(page).locator('[data-word]')).toHaveCount(3_000);
  const expectLit = (index: number) => expect(litIn(page)).toHaveAttribute('data-word', String(index));
  const countChanged = async (next: number, press: () => Promise<void>): Promise<number> => {
    await transcriptOf(page).evaluate((text) => {
      const changed = new Set<Node>();
      const observer = new MutationObserver((records) =>
        records.forEach(({ target }) => changed.add(target)),
      );
      observer.observe(text, { subtree: true, childList: true, attributes: true, characterData: true });
      Reflect.set(window, 'changed', changed);
    });
    await press();
    await expectLit(next);
    return page.evaluate(() => Number(Reflect.get(Reflect.get(window, 'changed'), 'size')));
  };
  await transcriptOf(page).focus();
  for (const step of [1, 2, 3]) {
    await page.keyboard.press('ArrowRight');
    await expectLit(step);
  }
  expect(await countChanged(4, async () => page.keyboard.press('ArrowRight'))).toBe(2);
  expect(await countChanged(3, async () => page.keyboard.press('ArrowLeft'))).toBe(2);
  // A jump to the other end changes two words and the text between them.
  const last = transcriptOf(page).locator('[data-word="2999"]');
  expect(await countChanged(2_999, async () => last.dispatchEvent('click'))).toBeLessThanOrEqual(62);
});
