import { DomainError } from '@relato/contract';
import type { Transcriber } from './transcriber.ts';

/** No provider is configured. */
export const none: Transcriber = {
  name: 'none',
  transcribe: async () => {
    throw new DomainError('TRANSCRIPTION_OFF');
  },
  delete: async () => {},
};
