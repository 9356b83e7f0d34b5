import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@relato/db';
import type { PgBoss } from 'pg-boss';

/**
 * How often heartbeats are checked, from the start of the process on, so that a server that restarts often checks them
 * too.
 */
const superviseMs = 2_000;
/**
 * Resumes a job at once if its worker was killed or stopped before it was done, because the job itself did not fail. Its
 * number of attempts stays limited if its worker was killed, because the job may be what kills it. A stop is no fault of the
 * job: without `started_on`, the next attempt is not counted.
 */
const resumeAbandoned = `UPDATE pgboss.job SET
    start_after = now(),
    started_on = CASE WHEN output ->> 'value' = 'pg-boss shut down while active' THEN NULL ELSE started_on END
  WHERE state = 'retry' AND start_after > now() AND (output -> 'value' ->> 'message' = 'job heartbeat timeout'
    OR output ->> 'value' = 'pg-boss shut down while active')`;

/** Looks for the jobs of dead workers, at once and then regularly. Returns a function that stops it. */
export function superviseJobs(
  boss: Pick<PgBoss, 'supervise'>,
  { background }: Pick<Database, 'background'>,
  onError: (error: Error) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function supervise(): Promise<void> {
    while (!signal.aborted) {
      await boss
        .supervise()
        .then(() => background(resumeAbandoned))
        .catch((error: unknown) => onError(new Error('supervision of jobs failed', { cause: error })));
      await delay(superviseMs, undefined, { signal }).catch(() => {});
    }
  }

  const running = supervise();
  return async () => {
    stopping.abort();
    await running;
  };
}
