import {
  isSameRange,
  placeSpan,
  toRangeText,
  toSpan,
  type WordRange,
} from '@relato/contract/transcription/spans';
import type { OwnReaction } from '@relato/contract/reactions/types';
import type { SpokenWord } from '@relato/contract/transcription/types';
import { listSentences } from '../../lib/transcript/list-sentences.ts';
import type { Wish } from './use-reactions.ts';

/** A range of words that can take a sign: its text when it was chosen, and its current sign. */
export interface Choice extends Omit<Wish, 'sign'> {
  readonly kind: 'word' | 'sentence' | 'words';
}

export interface PlacedReaction extends OwnReaction {
  readonly range: WordRange;
}

/** Returns the signs whose words are still in the text, with their ranges. */
export const placeReactions = (
  words: readonly SpokenWord[],
  mine: readonly OwnReaction[],
): readonly PlacedReaction[] =>
  mine.flatMap((reaction) => {
    const range = placeSpan(words, reaction);
    return range ? [{ ...reaction, range }] : [];
  });

/**
 * Returns the changes that remove the signs whose words are no longer in the text, which the viewer could not choose. Their
 * range lies after the last word, because their time identifies them.
 */
export const toRemovals = (words: readonly SpokenWord[], mine: readonly OwnReaction[]): readonly Wish[] =>
  mine
    .filter((reaction) => placeSpan(words, reaction) === null)
    .map((known) => ({
      range: { from: words.length, to: words.length },
      span: { startMs: known.startMs, endMs: known.endMs, text: known.text },
      known,
      sign: null,
    }));

interface Text {
  readonly words: readonly SpokenWord[];
  /** Each word with the white space behind it. */
  readonly pieces: readonly string[];
  readonly placed: readonly PlacedReaction[];
}

/**
 * Returns the ranges offered for the chosen words: the words themselves, the sentence around a single word, and the range of
 * every existing sign that includes them, so that the viewer can remove the sign there.
 */
export function toChoices(chosen: WordRange, { words, pieces, placed }: Text): readonly Choice[] {
  const around = placed
    .map(({ range }) => range)
    .filter(({ from, to }) => from <= chosen.from && chosen.to <= to);
  const ranges = [
    chosen,
    ...(chosen.from === chosen.to ? [findSentence(chosen.from, words, pieces)] : []),
    ...around,
  ];
  return ranges.flatMap((range, index): Choice[] => {
    const span = toSpan(words, range);
    if (!span || ranges.findIndex((each) => isSameRange(each, range)) !== index) return [];
    const known = placed.find((each) => isSameRange(each.range, range));
    const kind =
      range.from === range.to ? 'word' : index === 1 && chosen.from === chosen.to ? 'sentence' : 'words';
    return [{ kind, range, span: { ...span, text: toRangeText(words, range) }, known }];
  });
}

function findSentence(word: number, words: readonly SpokenWord[], pieces: readonly string[]): WordRange {
  const sentences = listSentences(pieces, words);
  const index = sentences.findLastIndex(({ firstWord }) => firstWord <= word);
  return {
    from: sentences[index]?.firstWord ?? word,
    to: (sentences[index + 1]?.firstWord ?? words.length) - 1,
  };
}
