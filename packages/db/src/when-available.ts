import { setTimeout as delay } from 'node:timers/promises';
import { mayPass } from './database-errors.ts';

/** The failover of a managed database takes a minute or two. */
const patienceMs = 120_000;
const retryMs = 500;

/**
 * Repeats work that must not be lost while the database does not answer, because it may be failing over, or the machine may
 * be busy; and if a conflict rolled the work back. When `signal` aborts, the work is tried once more.
 */
export async function whenAvailable<Result>(
  work: () => Promise<Result>,
  signal = new AbortController().signal,
): Promise<Result> {
  const endMs = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || performance.now() > endMs || !mayPass(error)) throw error;
      await delay(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
