import { canonicalId, limits, type Page, type StorySummary } from '@relato/contract';
import type { Database } from '@relato/db';
import { z } from 'zod';
import type { Services, Viewer } from '../rpc/context.ts';
import { decodeCursor, timePosition, toPageStatement, type PageRequest } from '../rpc/cursor.ts';
import { SharedReads } from '../rpc/shared-reads.ts';
import { storyColumns, storyTables, toStoryPage, toStorySummary, type StoryRow } from './queries.ts';

/** The order of the index `stories_feed`, and what it orders by. */
export const feedOrder = 's.score DESC, s.created_at DESC, s.id DESC';
export const feedPlace = '(s.score, s.created_at, s.id)';

const toFeedStatement = (conditions: readonly string[], size: number, columns = storyColumns): string =>
  `SELECT ${columns} FROM ${storyTables} WHERE ${conditions.join(' AND ')} ORDER BY ${feedOrder} LIMIT ${size}`;

/** The place of a story in the feed, by `feedOrder`. */
export interface FeedPlace {
  readonly id: string;
  readonly score: number;
  readonly created_at: Date;
}

/** Returns whether a place comes before another one in the feed. */
export const isBefore = (a: FeedPlace, b: FeedPlace): boolean =>
  a.score !== b.score
    ? a.score > b.score
    : a.created_at.getTime() !== b.created_at.getTime()
      ? a.created_at > b.created_at
      : a.id > b.id;

const feedPosition = z.tuple([z.int32(), timePosition, canonicalId]);

export type FeedPage = Page<StorySummary>;

/** Reads the place after which a page begins. */
export function toPlace(cursor: string): FeedPlace {
  const [score, createdAtMs, id] = decodeCursor(feedPosition, cursor);
  return { score, created_at: new Date(createdAtMs), id };
}

export const toPosition = ({ score, created_at: createdAt, id }: FeedPlace) => [
  score,
  createdAt.getTime(),
  id,
];

/** Lists public stories, highest score first, then newest. One scan of the partial index `stories_feed`. */
export async function listFeed(
  services: Services,
  viewer: Viewer | null,
  { cursor, limit }: PageRequest,
): Promise<FeedPage> {
  const after = cursor ? toPlace(cursor) : null;
  const { name, size } = toPageStatement(after ? 'feed-next' : 'feed', limit, limits.feed.pageSize);
  const values: unknown[] = [viewer?.id ?? null];
  const conditions = ['s.published', 's.hidden_at IS NULL'];
  if (after) {
    values.push(after.score, after.created_at, after.id);
    conditions.push(`${feedPlace} < ($2::int, $3::timestamptz, $4::uuid)`);
  }
  const { database } = services;
  const toFeedPage = (rows: readonly StoryRow[]) =>
    toStoryPage(rows, limit, toStorySummary(viewer), toPosition);
  if (viewer) {
    const text = toFeedStatement(conditions, size);
    return toFeedPage(await database.sql<StoryRow>({ name, text, values }));
  }
  return pagesOf(database).get(`${limit} ${cursor ?? ''}`, () =>
    readVersioned(database, { name, conditions, size, values }, toFeedPage),
  );
}

/** The pages that visitors share. One process may use several databases, as tests do. */
const pages = new WeakMap<Database, SharedReads<FeedPage>>();

function pagesOf(database: Database): SharedReads<FeedPage> {
  const known = pages.get(database) ?? new SharedReads<FeedPage>();
  pages.set(database, known);
  return known;
}

interface VisitorsStatement {
  readonly name: string | undefined;
  readonly conditions: readonly string[];
  readonly size: number;
  /** Of the conditions, after the viewer, who is null. */
  readonly values: readonly unknown[];
}

/**
 * Reads a page for visitors. It is current as long as the same versions of the same stories are in it: PostgreSQL writes a
 * new version of a row, with another `xmin`, for every change.
 */
async function readVersioned(
  database: Database,
  { name, conditions, size, values }: VisitorsStatement,
  toFeedPage: (rows: readonly StoryRow[]) => FeedPage,
) {
  const rows = await database.sql<StoryRow & { readonly version: string }>({
    name: name && `${name}-versioned`,
    text: toFeedStatement(conditions, size, `${storyColumns}, s.xmin::text AS version`),
    values,
  });
  const versions = rows.map(({ id, version }) => `${id} ${version}`).join();
  const text = `SELECT coalesce(string_agg(s.id || ' ' || s.version, ','), '') AS versions FROM (
      SELECT s.id, s.xmin::text AS version FROM stories s
      WHERE ${conditions.join(' AND ')} AND $1::uuid IS NULL ORDER BY ${feedOrder} LIMIT ${size}
    ) s`;
  return {
    result: toFeedPage(rows),
    isCurrent: async () => {
      const [now] = await database.sql<{ readonly versions: string }>({
        name: name && `${name}-versions`,
        text,
        values,
      });
      return now?.versions === versions;
    },
  };
}
