import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { DatabaseUnresponsiveError } from './database-errors.ts';

export interface HealthCheck {
  /** Returns whether the last query timed out. A database that refuses connections is not unresponsive. */
  readonly isUnresponsive: () => boolean;
  readonly stop: () => Promise<void>;
}

interface HealthCheckOptions {
  readonly url: string;
  /** The time after which a database without an answer counts as unresponsive. */
  readonly answerMs: number;
  readonly intervalMs?: number;
  /** Called each time the database stops answering. */
  readonly onUnresponsive: () => void;
  /** Rejects a new connection to the wrong server. */
  readonly onConnect?: (client: Client) => Promise<void>;
  /** Sends a query that is always quick. */
  readonly ask?: (client: Client) => Promise<unknown>;
  /** Called as soon as the connection is lost, and after each check that fails. */
  readonly onLost?: (error: unknown) => void;
}

/**
 * Queries a database regularly over a connection of its own. Lost packets look like a slow statement, and statements may be
 * slow. Only a query that is always quick distinguishes the two.
 */
export function startHealthCheck({
  url,
  answerMs,
  intervalMs = 400,
  onUnresponsive,
  onConnect = async () => {},
  ask = (client) => client.query('SELECT 1'),
  onLost = () => {},
}: HealthCheckOptions): HealthCheck {
  const stopping = new AbortController();
  const { signal } = stopping;
  let client: Client | null = null;
  let isUnresponsive = false;

  const open = async (): Promise<Client> => {
    const opened = await connectInTime(url, answerMs, onConnect);
    opened.once('end', () => {
      if (client === opened && !signal.aborted) onLost(new Error('Connection terminated'));
    });
    return opened;
  };
  const check = async (): Promise<void> => {
    client ??= await open();
    await withTimeout(answerMs, ask(client));
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
        if (!signal.aborted) onLost(error);
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

/** Connects, or throws within twice `answerMs`. The caller ends the client. */
export async function connectInTime(
  url: string,
  answerMs: number,
  onConnect: (client: Client) => Promise<void>,
): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'relato-health-check' });
  // A broken connection fails the check that uses it. An unhandled error event would also end the process.
  client.on('error', () => {});
  try {
    await withTimeout(answerMs, client.connect());
    await withTimeout(answerMs, onConnect(client));
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
    // If this process was busy, the answer may have arrived and be read only now.
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
