import { limits } from '@relato/contract/limits';
import type { WordRange } from '@relato/contract/transcription/spans';
import type { SpokenWord } from '@relato/contract/transcription/types';

/** Words as the text was when they were chosen: it may change meanwhile. */
export interface ChosenWords {
  readonly words: readonly SpokenWord[];
  readonly range: WordRange;
}

/** A correction that the user is writing, and the words that it is for. */
export interface Draft {
  readonly range: WordRange;
  readonly said: string;
}

/** Returns the draft with one word more at an end, or null if there is none or they are enough. */
export function widen(
  words: readonly SpokenWord[],
  { range: { from, to }, said }: Draft,
  by: 'before' | 'after',
): Draft | null {
  const word = words[by === 'before' ? from - 1 : to + 1];
  if (!word || to - from + 1 >= limits.corrections.maxWords) return null;
  return by === 'before'
    ? { range: { from: from - 1, to }, said: `${word.text} ${said}` }
    : { range: { from, to: to + 1 }, said: `${said} ${word.text}` };
}

/** Returns whether words are few enough for one proposal. */
export const canCorrect = ({ from, to }: WordRange, text: string): boolean =>
  to - from < limits.corrections.maxWords && text.length <= limits.corrections.maxTextLength;

/** Returns the doubtful word after a place, or else the first one. */
export const findDoubt = (doubts: readonly number[], after: number): number | undefined =>
  doubts.find((index) => index > after) ?? doubts[0];
