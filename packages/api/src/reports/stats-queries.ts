import { limits, type QueueStats } from '@relato/contract';
import type { Services } from '../rpc/context.ts';

const share = 0.95;

/** Returns the state of the queue, based on the user reports that were reviewed or decided in the last days. */
export async function getQueueStats({ database }: Services): Promise<QueueStats> {
  const [row] = await database.sql<QueueStats>({
    name: 'queue-stats',
    text: `WITH open AS (
        SELECT story_id, min(created_at) AS at FROM reports
        WHERE status IN ('pending', 'reviewing') AND story_id IS NOT NULL GROUP BY story_id
      ), handled AS (
        SELECT created_at, decided_at, least(reviewing_at, decided_at) AS looked_at FROM reports
        WHERE greatest(reviewing_at, decided_at) > now() - interval '${limits.report.statsDays} days'
          AND reason NOT IN ('watched', 'first')
          -- The deletion of a story closes its reports without a moderator.
          AND num_nonnulls(story_id, moderator_id) > 0
      )
      SELECT (SELECT count(*)::int FROM open) AS open, (SELECT min(at) FROM open) AS "oldestAt",
        (SELECT percentile_disc(${share}) WITHIN GROUP (ORDER BY greatest(0, extract(epoch FROM looked_at - created_at) * 1000))
          FROM handled)::float8 AS "lookMs",
        (SELECT percentile_disc(${share}) WITHIN GROUP (ORDER BY extract(epoch FROM decided_at - created_at) * 1000)
          FROM handled WHERE decided_at IS NOT NULL)::float8 AS "decisionMs"`,
    values: [],
  });
  if (!row) throw new Error('An aggregate has one row');
  return row;
}
