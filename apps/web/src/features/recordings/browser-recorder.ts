import { startCapture } from './capture/capture.ts';
import { holdDraft } from './drafts/draft-lock.ts';
import { drafts } from './drafts/drafts.ts';
import { onReconnectOrFocus } from '../../lib/on-return.ts';
import { preparePlayback } from './review/playback.ts';
import { startRecognition } from '../transcription/public.ts';
import type { RecorderApi } from './recorder-api.ts';
import type { RecorderDependencies } from './recorder.ts';

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}

/** A browser that needs room may otherwise throw the recording away. */
async function askToKeep(): Promise<void> {
  try {
    await navigator.storage?.persist?.();
  } catch (error) {
    console.warn('The browser was not asked to keep the recording', error);
  }
}

/** The recorder's edges in a browser. */
export function createBrowserDependencies(api: RecorderApi): RecorderDependencies {
  return {
    api,
    drafts,
    environment: {
      fetch: (url, init) => fetch(url, init),
      wait,
      random: Math.random,
      now: () => performance.now(),
      onReconnectOrFocus,
    },
    startCapture: async (events) => {
      const capture = await startCapture(events);
      void askToKeep();
      return capture;
    },
    startRecognition,
    preparePlayback,
    holdDraft,
  };
}
