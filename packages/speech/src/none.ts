import { SpeechError } from './speech-error.ts';
import type { Transcriber } from './transcriber.ts';

/** No provider is configured. What an earlier one left undone waits for the next. */
export const none: Transcriber = {
  name: 'none',
  transcribe: async () => {
    throw new SpeechError('off', 'No transcriber is configured', { trouble: 'setup' });
  },
  delete: async () => {},
};
