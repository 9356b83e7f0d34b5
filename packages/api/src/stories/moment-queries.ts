import { limits } from '@relato/contract';
import { splitSpoken } from '../search-terms.ts';
import type { SoughtWord, SpokenQuery } from './spoken-queries.ts';

/** The numbers of the words of a transcript, from 1, by their form in the database. */
export type HeardWords = Readonly<Record<string, readonly number[]>>;

/** A sentence in which something was found. */
export interface FoundMoment {
  /** See `StoryMoment`. */
  readonly parts: readonly string[];
  /** The piece of the transcript between white space, from 0, that holds the first match. */
  readonly piece: number;
}

/** A part of the transcript. */
interface Span {
  readonly from: number;
  readonly to: number;
}

interface Match extends Span {
  readonly term: number;
}

const sentences = new Intl.Segmenter('es', { granularity: 'sentence' });
const { maxCount, maxLength } = limits.search.moment;
/** The part of a cut sentence that is shown before its first match. */
const before = 0.3;

/**
 * Returns the sentences in which the terms of a search are said: first those with the most of them, then the earlier ones.
 * None unless every term is said somewhere.
 */
export function findMoments(
  transcript: string,
  heard: HeardWords,
  { terms }: Pick<SpokenQuery, 'terms'>,
): readonly FoundMoment[] {
  const text = transcript.normalize('NFC');
  const matches = findMatches(text, heard, terms);
  if (terms.some((_, term) => !matches.some((match) => match.term === term))) return [];
  const excerpts: { readonly span: Span; readonly matches: Match[] }[] = [];
  const sentenceAt = readSentences(text);
  for (const match of matches) {
    const last = excerpts.at(-1);
    if (last && match.to <= last.span.to) last.matches.push(match);
    else excerpts.push({ span: toExcerpt(text, match, sentenceAt(match.from)), matches: [match] });
  }
  const countTerms = (found: readonly Match[]): number => new Set(found.map(({ term }) => term)).size;
  return excerpts
    .toSorted((a, b) => countTerms(b.matches) - countTerms(a.matches))
    .slice(0, maxCount)
    .map(({ span, matches: found }) => ({
      parts: toParts(text, span, found),
      // The ends of the pieces before it. With their letters, a piece of the whole text would take quadratic time.
      piece: text.slice(0, found[0]?.from).match(/\S(?=\s)/gu)?.length ?? 0,
    }));
}

/** Returns the matches in the order of the text. */
function findMatches(text: string, heard: HeardWords, terms: SpokenQuery['terms']): readonly Match[] {
  const words = splitSpoken(text);
  const numbersOf = ({ lexemes, beginning }: SoughtWord): ReadonlySet<number> =>
    new Set(
      Object.entries(heard)
        .filter(([form]) => lexemes.includes(form) || (beginning !== null && form.startsWith(beginning)))
        .flatMap(([, numbers]) => numbers),
    );
  const found = terms.flatMap((sought, term) => {
    const numbers = sought.map((word) => ({ at: numbersOf(word), offset: word.offset }));
    const [first] = numbers;
    const last = numbers.at(-1);
    if (!first || !last) return [];
    return [...first.at].flatMap((number): Match[] => {
      const start = number - first.offset;
      if (!numbers.every(({ at, offset }) => at.has(start + offset))) return [];
      const [begin, end] = [words[number - 1], words[start + last.offset - 1]];
      return begin && end ? [{ term, from: begin.at, to: end.at + end.text.length }] : [];
    });
  });
  return found.toSorted((a, b) => a.from - b.from || b.to - a.to);
}

/** Returns a function that finds the sentence at an index. Many matches may be in one sentence, which is looked for once. */
function readSentences(text: string): (index: number) => Span | null {
  const segments = sentences.segment(text);
  let last: Span | null = null;
  return (index) => {
    if (last && index >= last.from && index < last.to) return last;
    const found = segments.containing(index);
    last = found ? { from: found.index, to: found.index + found.segment.length } : null;
    return last;
  };
}

/** Returns the sentence around a match, or the part of it that is short enough. */
function toExcerpt(text: string, match: Match, segment: Span | null): Span {
  const sentence = segment ? trim(text, segment.from, segment.to) : match;
  if (sentence.to - sentence.from <= maxLength)
    return { from: sentence.from, to: Math.max(sentence.to, match.to) };
  const earliest = Math.max(sentence.from, match.from - Math.floor(maxLength * before));
  const latest = Math.min(Math.max(earliest + maxLength, match.to), sentence.to);
  // Between words, unless a word is too long.
  const from = earliest === sentence.from ? earliest : nextStart(text, earliest, match.from);
  const cut = latest === sentence.to ? latest : from + text.slice(from, latest).search(/\s\S*$/u);
  return { from, to: Math.max(cut, match.to) };
}

function trim(text: string, from: number, to: number): Span {
  const inside = text.slice(from, to);
  return { from: from + inside.search(/\S/u), to: from + inside.trimEnd().length };
}

function nextStart(text: string, from: number, most: number): number {
  const gap = text.slice(from, most).search(/\s\S/u);
  return gap === -1 ? most : from + gap + 1;
}

/** Returns an excerpt in pieces; every second one is a match. An ellipsis stands for what was cut of its sentence. */
function toParts(text: string, { from, to }: Span, matches: readonly Match[]): readonly string[] {
  const parts: string[] = [];
  let done = from;
  for (const match of matches) {
    if (match.from < done) continue;
    parts.push(text.slice(done, match.from), text.slice(match.from, match.to));
    done = match.to;
  }
  parts.push(text.slice(done, to));
  const isCutBefore = /[\p{L}\p{N},;]\s*$/u.test(text.slice(Math.max(0, from - 3), from));
  const isCutAfter = /[^.!?…]$/u.test(text.slice(from, to)) && /\S/u.test(text.slice(to));
  return parts.map((part, index) => {
    const start = isCutBefore && index === 0 ? `… ${part}` : part;
    return (isCutAfter && index === parts.length - 1 ? `${start} …` : start).replaceAll(/\s+/gu, ' ');
  });
}
