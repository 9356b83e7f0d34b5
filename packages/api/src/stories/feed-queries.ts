import { canonicalId, limits, type FeedInput, type Page, type StorySummary } from '@relato/contract';
import { z } from 'zod';
import type { Services, Viewer } from '../context.ts';
import { decodeCursor, timePosition, toPage, toPageStatement } from '../cursor.ts';
import { toFeedStatement, toStorySummary, type StoryRow } from './queries.ts';
import { findInFeed, type FeedPlace } from './search-queries.ts';

const feedPosition = z.tuple([z.int32(), timePosition, canonicalId]);

function toPlace(cursor: string): FeedPlace {
  const [score, createdAtMs, id] = decodeCursor(feedPosition, cursor);
  return { score, created_at: new Date(createdAtMs), id };
}

const toPosition = ({ score, created_at: createdAt, id }: FeedPlace) => [score, createdAt.getTime(), id];

/** Lists public stories, highest score first, then newest. One scan of the partial index `stories_feed`. */
export async function listFeed(
  services: Services,
  viewer: Viewer | null,
  { cursor, limit, search, tags }: FeedInput,
): Promise<Page<StorySummary>> {
  const after = cursor ? toPlace(cursor) : null;
  if (search !== '' || tags.length > 0) {
    const found = await findInFeed(services, { after, size: limit + 1, search, tags });
    const { items: ids, nextCursor } = toPage(found, limit, ({ id }) => id, toPosition);
    return { items: await listFound(services, viewer, ids), nextCursor };
  }
  const { name, size } = toPageStatement(after ? 'feed-next' : 'feed', limit);
  const values: unknown[] = [viewer?.id ?? null];
  const conditions = ['s.published', 's.hidden_at IS NULL'];
  if (after) {
    values.push(after.score, after.created_at, after.id);
    conditions.push('(s.score, s.created_at, s.id) < ($2::int, $3::timestamptz, $4::uuid)');
  }
  const rows = await services.database.sql<StoryRow>({
    name,
    text: toFeedStatement(conditions, size),
    values,
  });
  return toPage(rows, limit, toStorySummary(viewer), toPosition);
}

/** Lists the stories that were found, without those that have been hidden in the meantime. */
async function listFound(
  { database }: Services,
  viewer: Viewer | null,
  ids: readonly string[],
): Promise<StorySummary[]> {
  if (ids.length === 0) return [];
  const rows = await database.sql<StoryRow>({
    name: 'feed-found',
    text: toFeedStatement(
      ['s.id = ANY ($2::uuid[])', 's.published', 's.hidden_at IS NULL'],
      limits.page.maxSize,
    ),
    values: [viewer?.id ?? null, ids],
  });
  return rows.map(toStorySummary(viewer));
}
