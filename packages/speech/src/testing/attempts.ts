import { inspect } from 'node:util';
import { expect } from 'vitest';
import { SpeechError } from '../speech-error.ts';
import type { SpeechAudio, TranscribeOptions } from '../transcriber.ts';

export const unloadable: SpeechAudio = {
  extension: 'wav',
  load: () => Promise.reject(new Error('loaded')),
  loadSamples: () => Promise.reject(new Error('decoded')),
};

export const options = (given: Partial<TranscribeOptions> = {}): TranscribeOptions => ({
  job: null,
  onJob: async () => {},
  ...given,
});

/** Returns a SpeechError and rethrows any other error, because a transcriber may throw no other. */
export function toSpeechError(error: unknown): SpeechError {
  if (error instanceof SpeechError) return error;
  throw error;
}

export const failureOf = (promise: Promise<unknown>): Promise<SpeechError> =>
  promise.then((value) => expect.unreachable(`resolved with ${inspect(value)}`), toSpeechError);
