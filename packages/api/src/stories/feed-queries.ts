import { canonicalId, type FeedInput, type Page, type StorySummary } from '@relato/contract';
import { z } from 'zod';
import type { Services, Viewer } from '../context.ts';
import { decodeCursor, timePosition, toPage, toPageStatement } from '../cursor.ts';
import { toFeedStatement, toStorySummary, type StoryRow } from './queries.ts';
import { searchFeed } from './search-queries.ts';

const feedPosition = z.tuple([z.int32(), timePosition, canonicalId]);

/** Lists public stories, highest score first, then newest. One scan of the partial index `stories_feed`. */
export async function listFeed(
  services: Services,
  viewer: Viewer | null,
  { cursor, limit, search, tags }: FeedInput,
): Promise<Page<StorySummary>> {
  const values: unknown[] = [viewer?.id ?? null];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ['s.published', 's.hidden_at IS NULL'];
  if (cursor) {
    const [score, createdAtMs, id] = decodeCursor(feedPosition, cursor);
    conditions.push(
      `(s.score, s.created_at, s.id) < (${bind(score)}::int, ${bind(new Date(createdAtMs))}::timestamptz, ${bind(id)}::uuid)`,
    );
  }
  if (tags.length > 0) conditions.push(`s.folded_tags && search_tags(${bind(tags)}::text[])`);
  const { name, size } = toPageStatement(cursor ? 'feed-next' : 'feed', limit);
  const rows = search
    ? await searchFeed(services, { conditions, values, size, search, limit })
    : await services.database.sql<StoryRow>({
        // Unnamed with tags, so that each statement gets its own plan: a common tag is found soon in feed order, a rare
        // one only through its index.
        name: tags.length > 0 ? undefined : name,
        text: toFeedStatement(conditions, size),
        values,
      });
  return toPage(rows, limit, toStorySummary(viewer), (row) => [row.score, row.created_at.getTime(), row.id]);
}
