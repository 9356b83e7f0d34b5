import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { DatabaseUnresponsiveError } from './database-unresponsive-error.ts';

export interface HealthCheck {
  /** Returns whether the last query has timed out. A database that refuses connections is not unresponsive. */
  readonly isUnresponsive: () => boolean;
  readonly stop: () => Promise<void>;
}

const intervalMs = 400;

/**
 * Queries the database regularly over a connection of its own. A connection whose packets are lost looks like a slow
 * statement, and statements may be slow; only a query that is always quick tells the two apart. Calls `onUnresponsive`
 * each time the database stops answering within `answerMs`.
 */
export function startHealthCheck(url: string, answerMs: number, onUnresponsive: () => void): HealthCheck {
  const stopping = new AbortController();
  const { signal } = stopping;
  let client: Client | null = null;
  let isUnresponsive = false;

  const check = async (): Promise<void> => {
    client ??= await connect(url, answerMs);
    await withTimeout(answerMs, client.query('SELECT 1'));
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await check();
        isUnresponsive = false;
      } catch (error) {
        const wasUnresponsive = isUnresponsive;
        isUnresponsive = error instanceof DatabaseUnresponsiveError;
        client?.connection.stream.destroy();
        client = null;
        if (isUnresponsive && !wasUnresponsive) onUnresponsive();
      }
      await delay(intervalMs, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return {
    isUnresponsive: () => isUnresponsive,
    stop: async () => {
      stopping.abort();
      client?.connection.stream.destroy();
      await running;
      client?.connection.stream.destroy();
    },
  };
}

async function connect(url: string, answerMs: number): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'relato-health-check' });
  // A broken connection fails the check that uses it; an unhandled error event would also end the process.
  client.on('error', () => {});
  try {
    await withTimeout(answerMs, client.connect());
    return client;
  } catch (error) {
    client.connection.stream.destroy();
    throw error;
  }
}

/** Rejects with a DatabaseUnresponsiveError if `work` takes longer than `timeoutMs`. */
export async function withTimeout<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const timer = new AbortController();
  const expired = delay(timeoutMs, undefined, { signal: timer.signal }).then(async () => {
    // If this process was busy for so long, the answer may have arrived and is read only now.
    await setImmediate();
    await setImmediate();
    throw new DatabaseUnresponsiveError();
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    timer.abort();
    expired.catch(() => {});
    work.catch(() => {});
  }
}
