import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits, type StoryMoment, type StorySummary } from '@relato/contract';
import type { Services, Viewer } from '../../rpc/context.ts';
import { splitSpoken } from './terms.ts';
import { countFitting, storyColumns, storyTables, toStorySummary, type StoryRow } from '../queries.ts';
import type { SoughtWord, SpokenQuery } from './spoken-query.ts';

interface FoundRow extends StoryRow {
  /** The words of the story that match. Null without any, and for a story that is not public. */
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
  /** Whether there are more, which did not fit with their texts. */
  readonly isCut: boolean;
}

/**
 * Lists the stories that were found, in the order of their ids, with the sentences in which they were, and without those that
 * have been hidden in the meantime. As many as fit on one page, at least one if there is any.
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
      // Other requests come in between.
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

/** Adds the times to the moments of each story, of stories whose words have times. */
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
  // Without as many times as words the transcript is another one by now.
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

/** A sentence in which something was found. */
interface FoundMoment {
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
/** The text that is looked through in one turn of the event loop, at least. It takes some milliseconds. */
const lengthPerTurn = 10_000;
/** The sentences with a match among which those with the most terms are chosen. Hardly a story of five minutes has more. */
const maxExcerpts = 300;
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
  return findExcerpts(text, matches, terms.length)
    .toSorted((a, b) => b.terms.size - a.terms.size)
    .slice(0, maxCount)
    .map(({ span, matches: found }) => ({
      parts: toParts(text, span, found),
      // The ends of the pieces before it. With their letters, a piece of the whole text would take quadratic time.
      piece: text.slice(0, found[0]?.from).match(/\S(?=\s)/gu)?.length ?? 0,
    }));
}

interface Excerpt {
  readonly span: Span;
  readonly matches: Match[];
  /** The terms that it has. */
  readonly terms: Set<number>;
}

/**
 * Returns the sentences with matches in the order of the text, until there are enough of those with all terms. To find the ends
 * of a sentence is what costs.
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
