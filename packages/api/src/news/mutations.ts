import type { ReadNewsInput } from '@relato/contract';
import type { Services, Viewer } from '../rpc/context.ts';
import { hourOf } from './queries.ts';

/**
 * Marks an item as read, with all news that it stood for when it was shown; repeating it changes nothing. For a followed
 * user's story, their earlier stories count as read too.
 */
export async function readNews(
  { database }: Services,
  viewer: Viewer,
  { id, kind }: ReadNewsInput,
): Promise<void> {
  await database.sql(
    kind === 'story'
      ? {
          name: 'news-read-story',
          text: `UPDATE follows f SET read_until = s.published_at FROM stories s
            WHERE s.id = $2::uuid AND f.follower_id = $1::uuid AND f.following_id = s.user_id
              AND f.read_until < s.published_at`,
          values: [viewer.id, id],
          pool: 'write',
        }
      : {
          name: 'news-read',
          // Skips rows that are being deleted, because a deletion locks them in another order.
          text: `UPDATE news SET read_at = clock_timestamp() WHERE id IN (
              SELECT n.id FROM news shown JOIN news n ON n.user_id = shown.user_id AND n.kind = shown.kind
                AND n.story_id IS NOT DISTINCT FROM shown.story_id AND ${hourOf('n')} = ${hourOf('shown')}
                AND n.created_at <= shown.created_at AND n.read_at IS NULL
              WHERE shown.id = $2::uuid AND shown.user_id = $1::uuid FOR UPDATE OF n SKIP LOCKED)`,
          values: [viewer.id, id],
          pool: 'write',
        },
  );
}

/** Marks all news of the viewer as read. */
export async function readAllNews({ database }: Services, viewer: Viewer): Promise<void> {
  await database.sql({
    name: 'news-read-all',
    text: `WITH read_news AS (UPDATE news SET read_at = clock_timestamp() WHERE id IN (
          SELECT id FROM news WHERE user_id = $1::uuid AND read_at IS NULL FOR UPDATE SKIP LOCKED)),
        read_notices AS (UPDATE notices SET read_at = clock_timestamp() WHERE user_id = $1::uuid AND read_at IS NULL)
      UPDATE follows SET read_until = clock_timestamp() WHERE follower_id = $1::uuid AND told_since IS NOT NULL`,
    values: [viewer.id],
    pool: 'write',
  });
}
