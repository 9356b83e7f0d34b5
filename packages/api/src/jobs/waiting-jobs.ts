import type { Database } from '@relato/db';

/**
 * Gives waiting jobs the time of their queue, which is short in those of an earlier version. pg-boss deletes a waiting job
 * whose time is over.
 */
export async function keepWaitingJobs({ background }: Pick<Database, 'background'>): Promise<void> {
  await background(`UPDATE pgboss.job j SET keep_until = j.start_after + make_interval(secs => q.retention_seconds)
    FROM pgboss.queue q WHERE q.name = j.name AND j.state < 'active'
      AND j.keep_until < j.start_after + make_interval(secs => q.retention_seconds)`);
}
