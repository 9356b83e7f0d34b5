import type { TranscriptionTrouble } from '@relato/contract';

// The first matching pattern decides. Providers have no codes for most of these, so their messages are matched.
const patterns: readonly (readonly [RegExp, TranscriptionTrouble])[] = [
  [/quota|billing|balance|credit|payment|subscription/iu, 'setup'],
  [
    /too short|minimum (audio )?duration|no (spoken audio|speech (was )?(detected|found))|file is empty/iu,
    'no_speech',
  ],
  [/too (long|large)|maximum (audio |file |content )?(duration|length|size)|exceeds/iu, 'too_long'],
];

/**
 * OpenAI answers 429 also for an account without credit, for which waiting is useless. Other answers with 429 only ask to
 * wait, although they may mention quotas and payments.
 */
const noCredit =
  /exceeded your (current )?quota|insufficient[_ ](quota|funds|credit|balance)|\bbalance\b|(out of|no) credit|hard limit/iu;

const classifyMessage = (message: string): TranscriptionTrouble | null =>
  patterns.find(([pattern]) => pattern.test(message))?.[1] ?? null;

/**
 * Returns the trouble of an HTTP error. Audio that the provider cannot read is a problem of the setup: the inspection could
 * decode it, so the provider lacks a decoder (whisper.cpp without `--convert`) or has another path or model.
 */
export function classifyHttpError(status: number, message: string): TranscriptionTrouble {
  if (status === 413) return 'too_long';
  if (status === 408 || (status >= 500 && status !== 501)) return 'busy';
  if (status === 429) return noCredit.test(message) ? 'setup' : 'busy';
  return classifyMessage(message) ?? 'setup';
}

/** Returns the trouble of a failed job, which is `failed` unless the provider's message names another. */
export const classifyJobError = (message: string): TranscriptionTrouble =>
  /server error|internal|try again|timed? ?out|temporar|unavailable/iu.test(message)
    ? 'busy'
    : (classifyMessage(message) ?? 'failed');
