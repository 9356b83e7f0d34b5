import { adminLimits, type CounterCheck, type CounterDifference } from '@relato/contract';
import type { Prisma } from '@relato/db';
import type { Services } from '../rpc/context.ts';

/**
 * Returns a statement that selects a row for each wrong counter of the stories or profiles whose ids `ids` selects.
 * Stories count as posts if they are published and not hidden.
 */
export const storyDifferences = (ids: string): string => `
  SELECT d.counter, s.id, d.stored, d.counted
  FROM stories s
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE direction = 'up')::int AS up, count(*) FILTER (WHERE direction = 'down')::int AS down
    FROM votes WHERE story_id = s.id
  ) v
  CROSS JOIN LATERAL (SELECT count(*)::int AS said FROM comments WHERE story_id = s.id) c
  CROSS JOIN LATERAL (VALUES
    ('upvotes', s.upvotes, v.up),
    ('downvotes', s.downvotes, v.down),
    ('score', s.score, v.up - v.down),
    ('comments', s.comments_count, c.said)
  ) AS d (counter, stored, counted)
  WHERE d.stored <> d.counted AND s.id IN (${ids})`;

export const profileDifferences = (ids: string): string => `
  SELECT d.counter, p.id, d.stored, d.counted
  FROM profiles p
  CROSS JOIN LATERAL (VALUES
    ('posts', p.posts_count,
      (SELECT count(*)::int FROM stories WHERE user_id = p.id AND published AND hidden_at IS NULL)),
    ('followers', p.followers_count, (SELECT count(*)::int FROM follows WHERE following_id = p.id)),
    ('following', p.following_count, (SELECT count(*)::int FROM follows WHERE follower_id = p.id))
  ) AS d (counter, stored, counted)
  WHERE d.stored <> d.counted AND p.id IN (${ids})`;

const differences = { stories: storyDifferences, profiles: profileDifferences };
/** Longer than counting a million stories takes, and shorter than an administrator would wait. */
const timeoutMs = 120_000;

/** Compares the counters of all stories and profiles with the counted rows, batch by batch in one snapshot. */
export function verifyCounters({ database }: Pick<Services, 'database'>): Promise<CounterCheck> {
  return database.prisma.$transaction(
    async (tx) => {
      const shown: CounterDifference[] = [];
      let total = 0;
      for (const table of ['stories', 'profiles'] as const) {
        for await (const ids of batchesOf(tx, table)) {
          const found = await tx.$queryRawUnsafe<CounterDifference[]>(
            differences[table]('SELECT unnest($1::uuid[])'),
            ids,
          );
          total += found.length;
          shown.push(...found.slice(0, adminLimits.counters.shownDifferences - shown.length));
        }
      }
      return { total, differences: shown };
    },
    { isolationLevel: 'RepeatableRead', timeout: timeoutMs },
  );
}

/** Yields the ids of all rows in order, in batches. */
export async function* batchesOf(
  tx: Prisma.TransactionClient,
  table: 'stories' | 'profiles',
): AsyncGenerator<string[]> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await tx.$queryRawUnsafe<{ id: string }[]>(
      `SELECT id FROM ${table} WHERE id > $1::uuid ORDER BY id LIMIT ${adminLimits.counters.batchSize}`,
      last,
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) yield ids;
    if (ids.length < adminLimits.counters.batchSize) return;
    last = ids.at(-1) ?? last;
  }
}
