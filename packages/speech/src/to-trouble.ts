import type { TranscriptionTrouble } from '@relato/contract';

// Ordered: the first pattern that fits decides. Providers give no codes for most of these, so their words are read.
const patterns: readonly (readonly [RegExp, TranscriptionTrouble])[] = [
  // OpenAI answers 429 for an empty account too; waiting does not fill it.
  [/quota|billing|balance|credit|payment|subscription/iu, 'setup'],
  [
    /too short|minimum (audio )?duration|no (spoken audio|speech (was )?(detected|found))|file is empty/iu,
    'no_speech',
  ],
  [/too (long|large)|maximum (audio |file |content )?(duration|length|size)|exceeds/iu, 'too_long'],
  [/language(?!_code)/iu, 'language'],
];

const readMessage = (message: string): TranscriptionTrouble | null =>
  patterns.find(([pattern]) => pattern.test(message))?.[1] ?? null;

/**
 * The trouble behind an HTTP error. An audio that the provider cannot read is the operator's trouble: inspection has
 * decoded it, so the server lacks a decoder (whisper.cpp without `--convert`) or was given another path or model.
 */
export function toHttpTrouble(status: number, message: string): TranscriptionTrouble {
  if (status === 413) return 'too_long';
  if (status === 408 || (status >= 500 && status !== 501)) return 'busy';
  return readMessage(message) ?? (status === 429 ? 'busy' : 'setup');
}

/** The trouble behind a job that was accepted and failed: the provider's own unless its words name another. */
export const toJobTrouble = (message: string): TranscriptionTrouble =>
  /server error|internal|try again|timed? ?out|temporar|unavailable/iu.test(message)
    ? 'busy'
    : (readMessage(message) ?? 'failed');
