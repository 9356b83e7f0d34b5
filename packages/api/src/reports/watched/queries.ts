import { setImmediate } from 'node:timers/promises';
import {
  type WatchedField,
  type WatchedFind,
  type WatchedList,
  type WatchedTrial,
  limits,
} from '@relato/contract';
import type { Database, Prisma } from '@relato/db';
import { isHeardByAll } from '../../heard-stories.ts';
import type { Services } from '../../rpc/context.ts';
import { fromJson } from '../../transcription/word-queries.ts';
import { findWatchedWords, toWordIndex, type WordIndex } from './word-index.ts';

/** Only this server writes the column, so its shape is known. */
export const toTrial = (json: Prisma.JsonValue): WatchedTrial | null => json as WatchedTrial | null;

/** Lists all lists by name; there are few. */
export async function listWatchedLists({ database }: Services): Promise<WatchedList[]> {
  const rows = await database.sql<Omit<WatchedList, 'trial'> & { readonly trial: WatchedTrial | null }>({
    name: 'watched-lists',
    text: `SELECT name, weight, cardinality(words) AS "wordsCount", is_on AS "isOn", updated_at AS "updatedAt",
        CASE WHEN tried_digest = digest THEN trial END AS trial
      FROM watched_lists ORDER BY name`,
    values: [],
  });
  return rows;
}

interface WatchedLists {
  readonly key: string;
  readonly index: WordIndex;
  readonly weights: ReadonlyMap<string, number>;
}

/** Cached, because building the index takes longer than searching a story, and the lists rarely change. */
const lastLists = new WeakMap<Database, WatchedLists>();

/** Returns the active lists. */
export async function readWatchedLists(database: Database): Promise<WatchedLists> {
  const state = { where: { isOn: true }, orderBy: { id: 'asc' } } as const;
  const rows = await database.prisma.watchedList.findMany({
    ...state,
    select: { name: true, weight: true, digest: true },
  });
  const key = JSON.stringify(rows);
  const last = lastLists.get(database);
  if (last?.key === key) return last;
  const lists = await database.prisma.watchedList.findMany({
    ...state,
    select: { name: true, weight: true, words: true },
  });
  const weights = new Map(lists.map(({ name, weight }) => [name, weight]));
  const read = { key, index: toWordIndex(lists), weights };
  lastLists.set(database, read);
  return read;
}

/** The public texts of a story. */
export interface WatchedStory {
  readonly id: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly transcript: string | null;
  /** TranscriptWord[] or null. Omitted if the times do not matter, because they are ten times as long as the text. */
  readonly words?: Prisma.JsonValue;
  readonly names: readonly string[];
  readonly comments: readonly WatchedComment[];
  /** The explanations of words of the text, with their times. */
  readonly explanations: readonly { readonly id: string; readonly text: string; readonly atMs: number }[];
}

interface WatchedComment {
  readonly id: string;
  readonly content: string;
  readonly name: string;
}

/** SQL for the texts of the story `s`, of the author `p`. */
export const watchedColumns = `s.id, s.title, s.tags, s.transcript, array_remove(ARRAY[p.username::text, p.full_name], NULL) AS names,
  (SELECT coalesce(json_agg(json_build_object('id', c.id, 'content', c.content, 'name', c.author_name)), '[]')
    FROM (SELECT id, content, author_name FROM comments WHERE story_id = s.id
      ORDER BY created_at DESC, id DESC LIMIT ${limits.watched.maxComments}) c) AS comments,
  (SELECT coalesce(json_agg(json_build_object('id', c.id, 'text', c.said, 'atMs', c.start_ms)), '[]') FROM corrections c
    WHERE c.story_id = s.id AND c.state = 'accepted' AND c.headword IS NOT NULL) AS explanations`;

/** A story, with the one that it replies to, which must be public too. */
interface PublicStory extends WatchedStory {
  readonly originId: string | null;
}

/** Returns a story with the words of its transcript, or null unless it is public. */
export async function readPublicStory(tx: Prisma.TransactionClient, id: string): Promise<PublicStory | null> {
  const [story] = await tx.$queryRawUnsafe<PublicStory[]>(
    `SELECT ${watchedColumns}, s.transcript_words AS words, CASE WHEN s.is_let_in THEN s.origin_id END AS "originId"
      FROM stories s JOIN profiles p ON p.id = s.user_id
      WHERE s.id = $1::uuid AND s.hidden_at IS NULL AND ${isHeardByAll}`,
    id,
  );
  return story ?? null;
}

/** A find with the words around it, which identify it. */
export interface FindInContext {
  readonly find: WatchedFind;
  readonly context: string;
}

/** The details of a find besides its field. */
type Part = Partial<Pick<WatchedFind, 'atMs' | 'commentId' | 'explanationId'>>;

/** Returns the places of a story with words of the index, the first spoken ones first. The other texts take turns. */
export async function findInStory(index: WordIndex, story: WatchedStory): Promise<FindInContext[]> {
  const words = fromJson(story.words);
  const texts: readonly (readonly [WatchedField, readonly string[], Part?])[] = [
    ['transcript', words ? words.map(({ text }) => text) : [story.transcript ?? '']],
    ['title', [story.title]],
    ...story.tags.map((tag) => ['tags', [tag]] as const),
    ...story.names.map((name) => ['name', [name]] as const),
    ...story.comments.flatMap(
      ({ id: commentId, content, name }) =>
        [['comment', [content], { commentId }] as const, ['name', [name], { commentId }] as const] as const,
    ),
    ...story.explanations.map(
      ({ id: explanationId, text, atMs }) => ['explanation', [text], { explanationId, atMs }] as const,
    ),
  ];
  const finds: FindInContext[] = [];
  for (const [field, pieces, part] of texts) {
    await setImmediate();
    for (const { list, word, piece, context } of findWatchedWords(index, pieces)) {
      const atMs = field === 'transcript' ? (words?.[piece]?.startMs ?? null) : null;
      finds.push({ find: { list, word, field, atMs, commentId: null, ...part }, context });
    }
  }
  return finds;
}
