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

/** Stores the keys of the compared words by transcript, because many kept spans compare the same ones. */
const keysOf = new WeakMap<readonly SpokenWord[], Map<number, string>>();
function toKeyReader(words: readonly SpokenWord[]): (index: number) => string | undefined {
  const keys = keysOf.get(words) ?? new Map<number, string>();
  keysOf.set(words, keys);
  return (index) => {
    const word = words[index];
    const key = keys.get(index) ?? (word && toWordKey(word.text));
    if (key !== undefined) keys.set(index, key);
    return key;
  };
}

/** Returns the index of the first word that begins at a time or later. Words are in order of their starts. */
function findStart(words: readonly SpokenWord[], startMs: number): number {
  let [from, to] = [0, words.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((words[middle]?.startMs ?? Infinity) < startMs) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * Returns the present words of a kept span: those at exactly its time, which a correction keeps; else the nearest words with
 * the same text, because another transcript has other times; else the words at that time. Null without any.
 */
export function placeSpan(words: readonly SpokenWord[], span: KeptSpan): WordRange | null {
  const wanted = span.text.split(' ').map(toWordKey);
  const keyAt = toKeyReader(words);
  const isSameText = ({ from }: WordRange): boolean =>
    wanted.every((key, index) => keyAt(from + index) === key);
  const exact = findExact(words, span, wanted.length);
  return (
    exact.find(isSameText) ??
    exact[0] ??
    findNearest(words, span.startMs, (from) => {
      const range = { from, to: from + wanted.length - 1 };
      return isSameText(range) ? range : null;
    }) ??
    findTimed(words, span)
  );
}

/** The number of words at one time that are compared. */
const maxAtOnce = 8;

/** Returns the runs of `count` words that begin and end exactly with a span. Words without length may make several. */
function findExact(words: readonly SpokenWord[], { startMs, endMs }: Span, count: number): WordRange[] {
  const first = findStart(words, startMs);
  return Array.from({ length: maxAtOnce }, (_, index) => first + index)
    .map((from) => ({ from, to: from + count - 1 }))
    .filter(({ from, to }) => words[from]?.startMs === startMs && words[to]?.endMs === endMs);
}

/** Searches around a time, among as many words as a span may have on either side. Returns the nearest match. */
function findNearest(
  words: readonly SpokenWord[],
  startMs: number,
  find: (from: number) => WordRange | null,
): WordRange | null {
  const { maxWords, maxShiftMs } = limits.span;
  const middle = findStart(words, startMs);
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

/** Returns the words whose middle lies in a span. Looks at no more than `maxWords` words before its start and after. */
function findTimed(words: readonly SpokenWord[], { startMs, endMs }: Span): WordRange | null {
  const { maxWords } = limits.span;
  const isInside = (word: SpokenWord): boolean => {
    const middle = (word.startMs + word.endMs) / 2;
    return middle >= startMs && middle <= endMs;
  };
  const first = Math.max(findStart(words, startMs) - maxWords, 0);
  const inside = words.slice(first, first + 2 * maxWords).findIndex(isInside);
  if (inside === -1) return null;
  const from = first + inside;
  return { from, to: from + words.slice(from, from + maxWords).findLastIndex(isInside) };
}
