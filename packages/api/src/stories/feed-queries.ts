import { canonicalId, limits, type Page, type StorySummary } from '@relato/contract';
import { z } from 'zod';
import type { Services, Viewer } from '../rpc/context.ts';
import { decodeCursor, timePosition, toPageStatement, type PageRequest } from '../rpc/cursor.ts';
import { storyColumns, storyTables, toStoryPage, toStorySummary, type StoryRow } from './queries.ts';

/** The order of the index `stories_feed`, and what it orders by. */
export const feedOrder = 's.score DESC, s.created_at DESC, s.id DESC';
export const feedPlace = '(s.score, s.created_at, s.id)';

const toFeedStatement = (conditions: readonly string[], size: number): string =>
  `SELECT ${storyColumns} FROM ${storyTables} WHERE ${conditions.join(' AND ')} ORDER BY ${feedOrder} LIMIT ${size}`;

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
  const text = toFeedStatement(conditions, size);
  const rows = await services.database.sql<StoryRow>({ name, text, values });
  return toStoryPage(rows, limit, toStorySummary(viewer), toPosition);
}
