import { limits } from '@relato/contract/limits';
import type { WordRange } from '@relato/contract/transcription/spans';
import type { SpokenWord } from '@relato/contract/transcription/types';

/** The chosen words, and all words of the text at that moment, because the text may change meanwhile. */
export interface ChosenWords {
  readonly words: readonly SpokenWord[];
  readonly range: WordRange;
}

/** A correction that the user is writing, and the words that it is for. */
export interface Draft {
  readonly range: WordRange;
  readonly said: string;
}

/** Returns the draft with one more word at one end, or null at the end of the text or at the limit. */
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

/** Returns whether the words are few enough for one proposal. */
export const canCorrect = ({ from, to }: WordRange, text: string): boolean =>
  to - from < limits.corrections.maxWords && text.length <= limits.corrections.maxTextLength;

/** Returns the first doubtful word after an index, or the first of all. */
export const findDoubt = (doubts: readonly number[], after: number): number | undefined =>
  doubts.find((index) => index > after) ?? doubts[0];
