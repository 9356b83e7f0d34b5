import type { Page } from '@playwright/test';

/** Exposes the app's hidden audio element to the test. Must be called before the first page. */
export async function watchAudio(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.Audio = new Proxy(window.Audio, {
      construct: (target, args) => {
        const audio: object = Reflect.construct(target, args);
        Reflect.set(window, 'storyAudio', audio);
        return audio;
      },
    });
  });
}

export interface Heard {
  readonly seconds: number;
  /** The start of the last playback. A busy browser may have started at zero for a moment before the seek. */
  readonly startedAtSeconds: number;
  readonly rate: number;
  readonly isPaused: boolean;
}

/** Returns the state of the app's audio element. */
export const readAudio = async (page: Page): Promise<Heard> =>
  page.evaluate(() => {
    const audio: HTMLAudioElement = Reflect.get(window, 'storyAudio');
    return {
      seconds: audio.currentTime,
      startedAtSeconds: audio.played.length === 0 ? Number.NaN : audio.played.start(audio.played.length - 1),
      rate: audio.playbackRate,
      isPaused: audio.paused,
    };
  });
