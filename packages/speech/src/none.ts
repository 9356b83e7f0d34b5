import { SpeechError } from './speech-error.ts';
import type { Transcriber } from './transcriber.ts';

/** The transcriber without a provider: every recording waits until one is configured. */
export const none: Transcriber = {
  name: 'none',
  transcribe: async () => {
    throw new SpeechError('off', 'No transcriber is configured', { trouble: 'setup' });
  },
  delete: async () => {},
};
