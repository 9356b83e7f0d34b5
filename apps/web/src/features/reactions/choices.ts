import { isSameRange, toRangeText, type WordRange } from '@relato/contract/reactions/rules';
import type { SpokenWord } from '@relato/contract/transcription/types';
import { listSentences } from '../../lib/transcript/list-sentences.ts';

/** What a sign may be for, as the words read. */
export interface Choice {
  readonly range: WordRange;
  readonly text: string;
}

/** Returns the chosen words, and for a single word also the sentence around it. */
export function toChoices(
  chosen: WordRange,
  words: readonly SpokenWord[],
  pieces: readonly string[],
): readonly [Choice, ...Choice[]] {
  const toChoice = (range: WordRange): Choice => ({ range, text: toRangeText(words, range) });
  if (chosen.from !== chosen.to) return [toChoice(chosen)];
  const sentences = listSentences(pieces, words);
  const index = sentences.findLastIndex(({ firstWord }) => firstWord <= chosen.from);
  const sentence = {
    from: sentences[index]?.firstWord ?? chosen.from,
    to: (sentences[index + 1]?.firstWord ?? words.length) - 1,
  };
  return isSameRange(sentence, chosen) ? [toChoice(chosen)] : [toChoice(chosen), toChoice(sentence)];
}
