import type { JobName } from '@relato/contract';
import type { Database } from '@relato/db';

type Background = Pick<Database, 'background'>;

/** $1 are the kinds of the jobs, $2 the property of their data that is one of $3. */
const findStatement = `SELECT data ->> $2 AS id FROM pgboss.job
  WHERE name = ANY ($1::text[]) AND state < 'completed' AND data ->> $2 = ANY ($3::text[])`;

/** Returns the `ids` for which a job of these kinds is queued or runs. */
export async function findQueued(
  { background }: Background,
  names: readonly (JobName | `${JobName}.dead`)[],
  key: 'storyId' | 'recordingId',
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await background<{ id: string }>(findStatement, [names, key, ids]);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Gives waiting jobs the time of their queue, which is short in those of an earlier version. pg-boss deletes a waiting job
 * whose time is over.
 */
export async function keepWaitingJobs({ background }: Background): Promise<void> {
  // A locked job has started, or another process keeps it. To wait for one could be a deadlock.
  await background(`UPDATE pgboss.job j SET keep_until = kept.until
    FROM (
      SELECT w.name, w.id, w.start_after + make_interval(secs => q.retention_seconds) AS until
      FROM pgboss.job w JOIN pgboss.queue q USING (name)
      WHERE w.state < 'active' AND w.keep_until < w.start_after + make_interval(secs => q.retention_seconds)
      FOR UPDATE OF w SKIP LOCKED
    ) AS kept
    WHERE j.name = kept.name AND j.id = kept.id`);
}
