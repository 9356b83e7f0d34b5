import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@relato/db';
import type { PgBoss } from 'pg-boss';

/**
 * How often heartbeats are checked while jobs run, and while none did at the last check. From the start of the process on,
 * so that a server that restarts often checks them too.
 */
const superviseMs = { busy: 1_000, idle: 2_000 } as const;
/** How long a job that waits for its turn waits at a time. Without a worker it is due after this. */
const turnSeconds = 4;
/** For how long a job runs alone, at most: a transcription may take an hour, and what kills its worker does so sooner. */
const aloneSeconds = 60;
/** A job that has been due for so long finds no worker, and keeps no other waiting. */
const unclaimedSeconds = 8;

/**
 * Resumes a job at once if its worker was killed or stopped before it was done, because the job itself did not fail. Its
 * number of attempts stays limited if its worker was killed, because the job may be what kills it. A stop is no fault of the
 * job: without `started_on`, the next attempt is not counted.
 *
 * Of the jobs whose workers were killed twice, one runs at a time: the one with the most kills. So the next kill is counted against
 * the job that causes it, and the jobs that ran beside it are not given up with it.
 */
const resumeAbandoned = `WITH killed AS (
    SELECT id, state, started_on, retry_count >= 1 AS is_suspect,
      row_number() OVER (PARTITION BY state, retry_count >= 1 ORDER BY retry_count DESC, created_on, id) AS place
    FROM pgboss.job
    WHERE state IN ('retry', 'active') AND output -> 'value' ->> 'message' = 'job heartbeat timeout'
      AND (state = 'active' OR start_after > now() - interval '${unclaimedSeconds} s')
  ), alone AS (
    SELECT 1 FROM killed
    WHERE is_suspect AND state = 'active' AND started_on > now() - interval '${aloneSeconds} s'
  )
  UPDATE pgboss.job j SET
    start_after = CASE WHEN k.is_suspect AND (k.place > 1 OR EXISTS (SELECT FROM alone))
      THEN now() + interval '${turnSeconds} s' ELSE now() END,
    started_on = CASE WHEN j.output ->> 'value' = 'pg-boss shut down while active' THEN NULL ELSE j.started_on END
  FROM pgboss.job a LEFT JOIN killed k ON k.id = a.id
  WHERE a.id = j.id AND a.name = j.name AND j.state = 'retry' AND j.start_after > now()
    AND (k.id IS NOT NULL OR j.output ->> 'value' = 'pg-boss shut down while active')
  RETURNING j.name`;

/** The number that the check itself has just counted. */
const runningJobs = `SELECT FROM pgboss.queue WHERE active_count > 0 LIMIT 1`;

/**
 * Looks for the jobs of dead workers, at once and then regularly, and calls `wake` with the queues of those that it resumes.
 * `looked` resolves after the first look.
 */
export function superviseJobs(
  boss: Pick<PgBoss, 'supervise'>,
  { background }: Pick<Database, 'background'>,
  wake: (queue: string) => void,
  onError: (error: Error) => void,
): { readonly looked: Promise<unknown>; readonly stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function supervise(): Promise<keyof typeof superviseMs> {
    await boss.supervise();
    const { rows: resumed } = await background(resumeAbandoned);
    for (const { name } of resumed as { name: string }[]) wake(name); // its column
    const { rows: running } = await background(runningJobs);
    return running.length > 0 ? 'busy' : 'idle';
  }

  const look = () =>
    supervise().catch((error: unknown) => {
      onError(new Error('supervision of jobs failed', { cause: error }));
      return 'idle' as const;
    });

  async function repeat(first: ReturnType<typeof look>): Promise<void> {
    let pace = await first;
    while (!signal.aborted) {
      await delay(superviseMs[pace], undefined, { signal }).catch(() => {});
      if (!signal.aborted) pace = await look();
    }
  }

  const first = look();
  const running = repeat(first);
  return {
    looked: first,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
