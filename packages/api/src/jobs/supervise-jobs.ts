import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@relato/db';
import type { PgBoss } from 'pg-boss';

/** The interval of the search for due jobs, and for those that another process queued. Users wait for some of them. */
const lookMs = 1_000;
/** Heartbeats are checked at each look while jobs run, and otherwise at every `idleLooks`-th look. */
const idleLooks = 2;
/** The delay of a job that waits for its turn. Without a supervisor it is due after this time. */
const turnSeconds = 4;
/** The longest time that a job runs alone. A transcription may take an hour, but a job that kills its worker does so sooner. */
const aloneSeconds = 60;
/** A job that has been due for so long has no worker, and delays no other job. */
const unclaimedSeconds = 8;

/**
 * Resumes a job at once if its worker was killed or stopped, because the job itself did not fail. After a kill the number of
 * attempts stays limited, because the job may be the cause. A stop is not the job's fault: without `started_on`, the next
 * attempt is not counted.
 *
 * Only one of the jobs whose workers were killed twice runs at a time: the one with the most kills. So the next kill counts
 * against the job that causes it, and the jobs beside it are not given up.
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
    AND (k.id IS NOT NULL OR j.output ->> 'value' = 'pg-boss shut down while active')`;

interface QueueState {
  readonly name: string;
  /** True if jobs were running at the last check of heartbeats. */
  readonly isRunning: boolean;
  readonly isDue: boolean;
}

/** Reads the state of all queues in one statement, instead of one for each worker. */
const queueStates = `SELECT q.name, q.active_count > 0 AS "isRunning", EXISTS (SELECT FROM pgboss.job j
    WHERE j.name = q.name AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now()) AS "isDue"
  FROM pgboss.queue q`;

/**
 * Looks for due jobs and for those of dead workers, at once and then regularly, so that a server that restarts often finds
 * them too. Calls `wake` with the queues that have due jobs. `looked` resolves after the first look.
 */
export function superviseJobs(
  boss: Pick<PgBoss, 'supervise'>,
  { background }: Pick<Database, 'background'>,
  wake: (queue: string) => void,
  onError: (error: Error) => void,
): { readonly looked: Promise<unknown>; readonly stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;

  const report = (cause: unknown): void => onError(new Error('supervision of jobs failed', { cause }));
  let isRunning = true;

  async function resume(): Promise<void> {
    await boss.supervise();
    await background(resumeAbandoned);
  }

  async function look(number: number): Promise<void> {
    // Due jobs run even if this fails.
    if (isRunning || number % idleLooks === 0) await resume().catch(report);
    const queues = (await background<QueueState>(queueStates)).rows;
    for (const { name } of queues.filter(({ isDue }) => isDue)) wake(name);
    isRunning = queues.some((queue) => queue.isRunning);
  }

  async function repeat(first: Promise<void>): Promise<void> {
    await first;
    for (let number = 1; !signal.aborted; number += 1) {
      await delay(lookMs, undefined, { signal }).catch(() => {});
      if (!signal.aborted) await look(number).catch(report);
    }
  }

  const first = look(0).catch(report);
  const running = repeat(first);
  return {
    looked: first,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
