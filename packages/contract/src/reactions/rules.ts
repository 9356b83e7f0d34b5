import { limits } from '../limits.ts';
import { toWordKey } from '../transcription/align-words.ts';
import type { Span, SpokenWord } from '../transcription/types.ts';
import type { KeptSpan } from './types.ts';

/** Words that follow each other, by the index of the first and the last one. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
}

export const isSameRange = (a: WordRange | null, b: WordRange | null): boolean =>
  a !== null && b !== null && a.from === b.from && a.to === b.to;

/** Returns the time of words. Null if there are none. */
export function toSpan(words: readonly SpokenWord[], { from, to }: WordRange): Span | null {
  const [first, last] = [words[from], words[to]];
  return first && last ? { startMs: first.startMs, endMs: Math.max(last.endMs, first.startMs) } : null;
}

/** Returns the text of words, with one space between them. */
export const toRangeText = (words: readonly SpokenWord[], { from, to }: WordRange): string =>
  words
    .slice(from, to + 1)
    .map(({ text }) => text)
    .join(' ');

/** Returns the words that begin and end exactly with a span, and are not too many for one sign. Otherwise null. */
export function findRange(words: readonly SpokenWord[], { startMs, endMs }: Span): WordRange | null {
  const from = words.findIndex((word) => word.startMs === startMs);
  const to = words.findLastIndex(
    (word, index) => index >= from && word.startMs <= endMs && word.endMs === endMs,
  );
  return from === -1 || to < from || to - from >= limits.reactions.maxWords ? null : { from, to };
}

/**
 * Returns the words that a kept span means in the transcript as it is now: those at its time, or, if others are there, the same
 * text nearest to it. Null if nothing is said there any more.
 */
export function placeSpan(words: readonly SpokenWord[], span: KeptSpan): WordRange | null {
  const timed = findTimed(words, span);
  const wanted = toKeys(span.text.split(' '));
  if (timed && isSameText(words, timed, wanted)) return timed;
  return findText(words, span.startMs, wanted) ?? timed;
}

/** Returns the words whose middle lies in a span. */
function findTimed(words: readonly SpokenWord[], { startMs, endMs }: Span): WordRange | null {
  const isInside = (word: SpokenWord): boolean => {
    const middle = (word.startMs + word.endMs) / 2;
    return middle >= startMs && middle <= endMs;
  };
  const from = words.findIndex(isInside);
  return from === -1 ? null : { from, to: words.findLastIndex(isInside) };
}

const toKeys = (texts: readonly string[]): readonly string[] => texts.map(toWordKey);

const isSameText = (
  words: readonly SpokenWord[],
  { from, to }: WordRange,
  wanted: readonly string[],
): boolean =>
  to - from + 1 === wanted.length &&
  wanted.every((key, index) => toWordKey(words[from + index]?.text ?? '') === key);

/** Returns the words with a text that begin nearest to a time. */
function findText(
  words: readonly SpokenWord[],
  startMs: number,
  wanted: readonly string[],
): WordRange | null {
  let found: WordRange | null = null;
  let nearest: number = limits.reactions.maxShiftMs;
  for (const [from, word] of words.entries()) {
    const distance = Math.abs(word.startMs - startMs);
    const range = { from, to: from + wanted.length - 1 };
    if (distance > nearest || !isSameText(words, range, wanted)) continue;
    [found, nearest] = [range, distance];
  }
  return found;
}
