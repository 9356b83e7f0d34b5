import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits, type StoryMoment, type StorySummary } from '@relato/contract';
import type { Services, Viewer } from '../../rpc/context.ts';
import { splitSpoken } from './terms.ts';
import { countFitting, storyColumns, storyTables, toStorySummary, type StoryRow } from '../queries.ts';
import type { SoughtWord, SpokenQuery } from './spoken-query.ts';

interface FoundRow extends StoryRow {
  /** The matching words of the story. Null without any, and for a story that is not public. */
  readonly heard: HeardWords | null;
}

/** The matching words of the story and their numbers, in the same snapshot as its transcript. */
const heardColumn = `(SELECT jsonb_object_agg(l.lexeme, l.positions) FROM story_words w, unnest(w.words) AS l
    WHERE w.story_id = s.id AND (l.lexeme = ANY ($3::text[]) OR l.lexeme ^@ ANY ($4::text[]))) AS heard`;

const toStatement = (columns: string): string => `SELECT ${columns} FROM ${storyTables}
    WHERE s.id = ANY ($2::uuid[]) AND s.published AND s.hidden_at IS NULL
    ORDER BY array_position($2::uuid[], s.id)`;

interface FoundStories {
  readonly items: readonly StorySummary[];
  /** True if there are more stories, whose texts did not fit. */
  readonly isCut: boolean;
}

/**
 * Lists the found stories, in the order of their ids, with the matching sentences. Omits those that have been hidden in the
 * meantime. Returns as many as fit on a page, at least one if there is any.
 */
export async function listFound(
  services: Pick<Services, 'database'>,
  viewer: Viewer | null,
  ids: readonly string[],
  spoken: SpokenQuery | null,
): Promise<FoundStories> {
  if (ids.length === 0) return { items: [], isCut: false };
  const { database } = services;
  const values = [viewer?.id ?? null, ids];
  const toSummary = toStorySummary(viewer);
  if (!spoken) {
    const text = toStatement(storyColumns);
    const rows = await database.sql<StoryRow>({ name: 'feed-found', text, values });
    const { shown, isCut } = cutRows(rows);
    return { items: shown.map(toSummary), isCut };
  }
  const words = spoken.terms.flat();
  const rows = await database.sql<FoundRow>({
    name: 'feed-found-spoken',
    text: toStatement(`${storyColumns}, ${heardColumn}`),
    values: [
      ...values,
      words.flatMap(({ lexemes }) => lexemes),
      words.flatMap((word) => word.beginning ?? []),
    ],
  });
  const { shown, isCut } = cutRows(rows);
  const found: { readonly row: FoundRow; readonly moments: readonly FoundMoment[] }[] = [];
  let lengthOfTurn = 0;
  for (const row of shown) {
    if (lengthOfTurn >= lengthPerTurn) {
      // Yields to other requests.
      await nextTurn();
      lengthOfTurn = 0;
    }
    lengthOfTurn += row.transcript?.length ?? 0;
    const moments = row.heard && row.transcript ? findMoments(row.transcript, row.heard, spoken) : [];
    found.push({ row, moments });
  }
  const timed = await readTimes(
    services,
    found.map(({ row, moments }) => ({ id: row.id, transcript: row.transcript ?? '', moments })),
  );
  const items = found.map(({ row }, index) => Object.assign(toSummary(row), { moments: timed[index] ?? [] }));
  return { items, isCut };
}

function cutRows<Row extends StoryRow>(rows: readonly Row[]) {
  const count = countFitting(rows);
  return { shown: rows.slice(0, count), isCut: count < rows.length };
}

interface MomentsOfStory {
  readonly id: string;
  readonly transcript: string;
  readonly moments: readonly FoundMoment[];
}

/** Adds the times to the moments of the stories whose words have timings. */
async function readTimes(
  { database }: Pick<Services, 'database'>,
  stories: readonly MomentsOfStory[],
): Promise<readonly (readonly StoryMoment[])[]> {
  const pieces = stories.flatMap(({ id, transcript, moments }) => {
    if (moments.length === 0) return [];
    const count = transcript.match(/\S+/gu)?.length ?? 0;
    return moments.map(({ piece }) => ({ id, piece, count }));
  });
  if (pieces.length === 0) return stories.map(() => []);
  // If the numbers of times and words differ, the transcript has changed meanwhile.
  const times = await database.sql<{ readonly start_ms: number | null }>({
    name: 'moment-times',
    text: `SELECT CASE WHEN jsonb_typeof(s.transcript_words) = 'array' THEN
        CASE WHEN jsonb_array_length(s.transcript_words) = m.count
        THEN (s.transcript_words -> m.piece ->> 'startMs')::float8 END END AS start_ms
      FROM unnest($1::uuid[], $2::int[], $3::int[]) WITH ORDINALITY AS m (story_id, piece, count, place)
      LEFT JOIN stories s ON s.id = m.story_id AND s.published AND s.hidden_at IS NULL
      ORDER BY m.place`,
    values: [pieces.map(({ id }) => id), pieces.map(({ piece }) => piece), pieces.map(({ count }) => count)],
  });
  let next = 0;
  return stories.map(({ moments }) =>
    moments.map(({ parts }) => {
      const startMs = times[next]?.start_ms ?? null;
      next += 1;
      return { parts, startMs };
    }),
  );
}

/** The numbers of the words of a transcript, from 1, by their form in the database. */
type HeardWords = Readonly<Record<string, readonly number[]>>;

/** A sentence with a match. */
interface FoundMoment {
  /** See `StoryMoment`. */
  readonly parts: readonly string[];
  /** The index of the white-space separated piece of the transcript with the first match. */
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
/** The minimum of text that is searched in one turn of the event loop, which takes some milliseconds. */
const lengthPerTurn = 10_000;
/** The limit of matching sentences from which the best are chosen, which a story of five minutes hardly exceeds. */
const maxExcerpts = 300;
/** The share of a cut sentence that shows before its first match. */
const before = 0.3;

/**
 * Returns the sentences that contain terms of a search: those with the most terms first, then the earlier ones. Empty unless
 * every term is said somewhere.
 */
export function findMoments(
  transcript: string,
  heard: HeardWords,
  { terms }: Pick<SpokenQuery, 'terms'>,
): readonly FoundMoment[] {
  const text = transcript.normalize('NFC');
  const matches = findMatches(text, heard, terms);
  if (terms.some((_, term) => !matches.some((match) => match.term === term))) return [];
  return findExcerpts(text, matches, terms.length)
    .toSorted((a, b) => b.terms.size - a.terms.size)
    .slice(0, maxCount)
    .map(({ span, matches: found }) => ({
      parts: toParts(text, span, found),
      // Counts only the ends of the pieces before it. Matching whole pieces would take quadratic time if the text is one
      // piece.
      piece: text.slice(0, found[0]?.from).match(/\S(?=\s)/gu)?.length ?? 0,
    }));
}

interface Excerpt {
  readonly span: Span;
  readonly matches: Match[];
  /** The terms in the sentence. */
  readonly terms: Set<number>;
}

/**
 * Returns the sentences with matches in the order of the text, until there are enough with all terms, because finding the
 * ends of sentences is expensive.
 */
function findExcerpts(text: string, matches: readonly Match[], termCount: number): readonly Excerpt[] {
  const excerpts: Excerpt[] = [];
  const sentenceAt = readSentences(text);
  let withAll = 0;
  for (const match of matches) {
    const last = excerpts.at(-1);
    if (last && match.to <= last.span.to) {
      last.matches.push(match);
      last.terms.add(match.term);
      continue;
    }
    if (last?.terms.size === termCount) withAll += 1;
    if (withAll === maxCount || excerpts.length === maxExcerpts) break;
    const span = toExcerpt(text, match, sentenceAt(match.from));
    excerpts.push({ span, matches: [match], terms: new Set([match.term]) });
  }
  return excerpts;
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

/** Returns a function that finds the sentence at an index. It searches a sentence with many matches only once. */
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
  // Cuts between words, unless a word is too long.
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

/** Returns an excerpt in pieces, of which every second one matches. An ellipsis marks a cut. */
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
