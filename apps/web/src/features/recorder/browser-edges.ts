import { startCapture } from './capture.ts';
import { holdDraft } from './draft-lock.ts';
import { drafts } from './drafts.ts';
import { onReturn } from './on-return.ts';
import { preparePlayback } from './playback.ts';
import { startRecognition } from './recognition.ts';
import type { RecorderApi } from './recorder-api.ts';
import type { RecorderEdges } from './recorder.ts';

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
export function createBrowserEdges(api: RecorderApi): RecorderEdges {
  return {
    api,
    drafts,
    environment: {
      fetch: (url, init) => fetch(url, init),
      wait,
      random: Math.random,
      now: () => performance.now(),
      onReturn,
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
