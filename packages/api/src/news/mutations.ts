import type { ReadNewsInput } from '@relato/contract';
import type { Services, Viewer } from '../rpc/context.ts';
import { hourOf } from './queries.ts';

/**
 * Marks an item of the list as read, with what it stood for when it was shown; repeating it changes nothing. The story of a followed
 * person is read with those that they published before.
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
          // Rows that are being deleted are skipped, because a deletion locks them in an order of its own.
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

/** Marks all that the viewer is told as read. */
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
