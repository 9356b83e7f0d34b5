import type { Database } from '@relato/db';

/**
 * Inserts published stories of a user, beginning with `Historia 1`. They are older than the stories of other tests, which
 * come before them. Their lengths differ, and they have no audio.
 */
export async function insertManyStories(
  database: Database,
  count: number,
  { userId, tag }: { readonly userId: string; readonly tag: string },
): Promise<void> {
  await database.sql({
    text: `
      INSERT INTO recordings (id, user_id, state, claimed_type, original_key, playback_key, playback_bytes,
        playback_type, duration_ms, peaks)
      SELECT id, $1::uuid, 'ready', 'audio/webm', 'original/' || id, 'playback/' || id, 80000, 'audio/webm', n,
        ARRAY(SELECT (50 + 49 * sin(n + i / 3.0))::smallint FROM generate_series(1, 100) AS i)
      FROM (SELECT n, gen_random_uuid() AS id FROM generate_series(1, $2::int) AS n) AS told`,
    values: [userId, count],
  });
  await database.sql({
    text: `
      INSERT INTO stories (id, recording_id, user_id, title, transcript, duration_ms, tags, published, published_at,
        created_with, created_at)
      SELECT gen_random_uuid(), id, user_id, 'Historia ' || n || repeat(' de una noche muy larga', n % 4),
        repeat('Eran como las tres de la mañana y en la casa no se oía nada. ', 1 + n % 40), 1000 * (1 + n % 300),
        ARRAY[$2::text], true, now(), '', timestamptz '2020-01-01' - n * interval '1 minute'
      FROM (SELECT id, user_id, duration_ms AS n FROM recordings WHERE user_id = $1::uuid) AS told`,
    values: [userId, tag],
  });
  await database.prisma.profile.update({ where: { id: userId }, data: { postsCount: count } });
}
