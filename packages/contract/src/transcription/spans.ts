import { limits } from '../limits.ts';
import { toWordKey } from './align-words.ts';
import type { KeptSpan, Span, SpokenWord } from './types.ts';

/** Consecutive words, by the index of the first and the last one. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
}

export const isSameRange = (a: WordRange, b: WordRange): boolean => a.from === b.from && a.to === b.to;

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

/** Returns whether words have exactly the time of a span, and are not too many for one. */
export function isSaidAt(words: readonly SpokenWord[], range: WordRange, { startMs, endMs }: Span): boolean {
  const said = toSpan(words, range);
  return (
    range.from <= range.to &&
    range.to - range.from < limits.span.maxWords &&
    said?.startMs === startMs &&
    said.endMs === endMs
  );
}

/** Stores the keys of all words by transcript, because each kept span compares them. */
const keysOf = new WeakMap<readonly SpokenWord[], readonly string[]>();
function toKeys(words: readonly SpokenWord[]): readonly string[] {
  const known = keysOf.get(words) ?? words.map(({ text }) => toWordKey(text));
  keysOf.set(words, known);
  return known;
}

/**
 * Returns the present words of a kept span: those at exactly its time, which a correction keeps; else the nearest words with
 * the same text, because another transcript has other times; else the words at that time. Null without any.
 */
export function placeSpan(words: readonly SpokenWord[], span: KeptSpan): WordRange | null {
  const wanted = span.text.split(' ').map(toWordKey);
  const keys = toKeys(words);
  const isSameText = ({ from, to }: WordRange): boolean =>
    to - from + 1 === wanted.length && wanted.every((key, index) => keys[from + index] === key);
  const exact = findExact(words, span);
  return (
    exact.find(isSameText) ??
    exact.find(({ from, to }) => to - from + 1 === wanted.length) ??
    findNearest(words, span.startMs, (from) => {
      const range = { from, to: from + wanted.length - 1 };
      return isSameText(range) ? range : null;
    }) ??
    findTimed(words, span)
  );
}

/** Returns the words that begin and end exactly with a span. There may be several, because words can have no length. */
function findExact(words: readonly SpokenWord[], { startMs, endMs }: Span): WordRange[] {
  const starts = listIndexes(words, (word) => word.startMs === startMs);
  const ends = listIndexes(words, (word) => word.endMs === endMs);
  return starts.flatMap((from) => ends.filter((to) => to >= from).map((to) => ({ from, to })));
}

/** The number of words at one time that are compared. */
const maxAtOnce = 8;

function listIndexes(words: readonly SpokenWord[], matches: (word: SpokenWord) => boolean): number[] {
  const found: number[] = [];
  for (const [index, word] of words.entries()) {
    if (found.length === maxAtOnce) break;
    if (matches(word)) found.push(index);
  }
  return found;
}

/** Searches around a time, among as many words as a span may have on either side. Returns the nearest match. */
function findNearest(
  words: readonly SpokenWord[],
  startMs: number,
  find: (from: number) => WordRange | null,
): WordRange | null {
  const { maxWords, maxShiftMs } = limits.span;
  const here = words.findIndex((word) => word.startMs >= startMs);
  const middle = here === -1 ? words.length : here;
  let found: WordRange | null = null;
  let nearest: number = maxShiftMs;
  for (
    let from = Math.max(middle - maxWords, 0);
    from < Math.min(middle + maxWords, words.length);
    from += 1
  ) {
    const distance = Math.abs((words[from]?.startMs ?? Infinity) - startMs);
    const range = distance <= nearest ? find(from) : null;
    if (range) [found, nearest] = [range, distance];
  }
  return found;
}

/** Returns the words whose middle lies in a span, up to the limit of a span. */
function findTimed(words: readonly SpokenWord[], { startMs, endMs }: Span): WordRange | null {
  const isInside = (word: SpokenWord): boolean => {
    const middle = (word.startMs + word.endMs) / 2;
    return middle >= startMs && middle <= endMs;
  };
  const from = words.findIndex(isInside);
  if (from === -1) return null;
  return { from, to: Math.min(words.findLastIndex(isInside), from + limits.span.maxWords - 1) };
}
