import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@relato/db';

/** A user waits for the first jobs of a recording. */
const lookMs = 500;

/** Names the queues with a job that is due. Reads one entry of the index of waiting jobs for each. */
const dueQueues = `SELECT q.name FROM pgboss.queue q WHERE EXISTS (
  SELECT 1 FROM pgboss.job j
  WHERE j.name = q.name AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now())`;

/**
 * Looks regularly for jobs that are due, and calls `wake` with the names of their queues. One statement for all queues:
 * workers that each asked for themselves were most of the work of an idle server. Returns a function that stops it.
 */
export function lookForJobs(
  { background }: Pick<Database, 'background'>,
  wake: (queue: string) => void,
  onError: (error: Error) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function look(): Promise<void> {
    while (!signal.aborted) {
      await background(dueQueues)
        .then(({ rows }) => (rows as { name: string }[]).forEach(({ name }) => wake(name))) // its column
        .catch((error: unknown) => onError(new Error('the search for jobs failed', { cause: error })));
      await delay(lookMs, undefined, { signal }).catch(() => {});
    }
  }

  const running = look();
  return async () => {
    stopping.abort();
    await running;
  };
}
