import type { Database } from '@relato/db';

export interface QueueDepth {
  readonly name: string;
  /** The number of due jobs. */
  readonly due: number;
  /** The number of jobs that are due later, such as the next attempt of a failed one. */
  readonly later: number;
  /** The number of those due now or later that have failed so far. */
  readonly failing: number;
  readonly active: number;
  /** The number of permanently failed jobs that wait for an administrator. */
  readonly dead: number;
  /** The time since which the oldest due job has been due. */
  readonly oldestSeconds: number;
}

/** Reads the index of waiting jobs. Workers count the active ones each second; a scan would also read the finished ones. */
const statement = `
  SELECT q.name, w.due, w.later, w.failing, q.active_count AS active, w.oldest AS "oldestSeconds",
    (SELECT count(*)::int FROM pgboss.job d WHERE d.name = q.dead_letter AND d.state < 'active' AND NOT d.blocked) AS dead
  FROM pgboss.queue q
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE start_after <= now())::int AS due,
      count(*) FILTER (WHERE start_after > now())::int AS later,
      count(*) FILTER (WHERE state = 'retry')::int AS failing,
      greatest(0, coalesce(extract(epoch FROM now() - min(start_after)), 0))::float8 AS oldest
    FROM pgboss.job j WHERE j.name = q.name AND j.state < 'active' AND NOT j.blocked
  ) w
  WHERE q.dead_letter IS NOT NULL ORDER BY q.name`;

/** Counts the jobs of each queue. */
export async function readQueueDepths({ background }: Pick<Database, 'background'>): Promise<QueueDepth[]> {
  return (await background<QueueDepth>(statement)).rows;
}
