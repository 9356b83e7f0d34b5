import { onReconnectOrFocus } from '../../lib/online.ts';
import { forgetQuestion } from '../../lib/kept-question.ts';
import { startRecognition } from '../transcription/public.ts';
import { startCapture } from './capture/microphone.ts';
import { drafts, lockDraft } from './drafts/store/drafts.ts';
import { makeRoom } from './drafts/store/make-room.ts';
import { requestPersistence } from './drafts/store/persistence.ts';
import { unstored } from './drafts/store/unstored.ts';
import { Recorder } from './recorder.ts';
import type { RecorderDependencies } from './recorder-dependencies.ts';
import { type RecorderApi, toRecorderApi, type TrpcClient } from './recorder-api.ts';
import type { RecorderEvent } from './recorder-types.ts';
import { preparePlayback } from './review/playback.ts';
import type { DeliveryEnvironment } from './upload/delivery.ts';

export { reduceRecorder } from './recorder-state.ts';

/** Creates the recorder with its browser dependencies. The chunk loads after the first paint. */
export const createRecorder = (client: TrpcClient, dispatch: (event: RecorderEvent) => void): Recorder =>
  new Recorder(createBrowserDependencies(toRecorderApi(client)), dispatch);

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

export const environment: DeliveryEnvironment = {
  fetch: (url, init) => fetch(url, init),
  wait,
  random: Math.random,
  now: () => performance.now(),
  onReconnectOrFocus,
};

export function createBrowserDependencies(api: RecorderApi): RecorderDependencies {
  return {
    api,
    drafts,
    unstored,
    environment,
    startCapture: async (events) => {
      const capture = await startCapture(events);
      void requestPersistence();
      return capture;
    },
    startRecognition,
    preparePlayback,
    lockDraft,
    makeRoom,
    forgetQuestion,
  };
}
