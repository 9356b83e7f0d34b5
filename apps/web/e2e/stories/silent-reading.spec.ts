import type { Page } from '@playwright/test';
import { expect, query, test } from '../testing/fixtures.ts';
import { readAudio, watchAudio } from '../testing/audio-element.ts';
import { cardOf, pause, play, uploadStories } from '../testing/player.ts';

/** All other tests ask for no motion, in Firefox for the whole browser. */
const allowMotion = () => {
  const ask = window.matchMedia.bind(window);
  window.matchMedia = (media) => ask(/reduced-motion/.test(media) ? 'not all' : media);
};

const toleranceSeconds = 0.3;

/** Returns the number of the word that is lit without a sound, or NaN. */
const readLit = (page: Page) =>
  page.evaluate(() => {
    const [word] = Array.from(CSS.highlights.get('lit-word') ?? [], String);
    return Number(word?.replace('voz', ''));
  });

/** Returns the number of the word that is lit while the story is heard, and the position of the sound at that moment. */
const readSaid = (page: Page) =>
  page.evaluate(() => {
    const audio: HTMLAudioElement = Reflect.get(window, 'storyAudio');
    const said = document.querySelector<HTMLElement>('[data-said]');
    return { index: Number(said?.dataset['word']), seconds: audio.currentTime };
  });

test(
  'a story in the middle of the screen is read without a sound, and heard from the lit word',
  { tag: '@firefox' },
  async ({ page }) => {
    await watchAudio(page);
    await page.addInitScript(allowMotion);
    const { told, feed } = await uploadStories(page, [
      { title: 'Una' },
      { title: 'Otra', transcript: 'Nada' },
      { title: 'Tres' },
    ]);
    const [{ id, title }] = told as [{ id: string; title: string }];
    const readTimes = async () =>
      (await query<{ timesMs: number[] }>(page, 'stories.opening', { id })).timesMs;
    await expect.poll(readTimes).toHaveLength(31);
    const startsMs = await readTimes();
    const sounds: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'media' || /\/audio\//.test(request.url())) sounds.push(request.url());
    });

    await page.goto(feed);
    const card = cardOf(page, title);
    await card.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await expect.poll(() => readLit(page)).toBeGreaterThan(1);
    expect(sounds).toEqual([]);

    const before = await readLit(page);
    await play(card).click();
    await expect(pause(card)).toBeVisible();
    await expect.poll(async () => (await readSaid(page)).index).toBeGreaterThan(before);
    const secondsOf = (word: number) => (startsMs[word] ?? Number.NaN) / 1_000;
    const { startedAtSeconds } = await readAudio(page);
    expect(startedAtSeconds).toBeGreaterThan(secondsOf(before) - toleranceSeconds);
    const { index, seconds } = await readSaid(page);
    expect(seconds).toBeGreaterThan(secondsOf(index) - toleranceSeconds);
    expect(seconds).toBeLessThan(secondsOf(index + 1) + toleranceSeconds);
    expect(await readLit(page)).toBeNaN();

    await test.step('what is off the screen is not read, and what comes to the middle is', async () => {
      await pause(card).click();
      const last = cardOf(page, told[2]?.title ?? '');
      await last.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await expect.poll(() => readLit(page)).toBeGreaterThan(0);
      await cardOf(page, told[1]?.title ?? '').evaluate((element) =>
        element.scrollIntoView({ block: 'center' }),
      );
      await expect.poll(() => readLit(page)).toBeNaN();
    });
  },
);
