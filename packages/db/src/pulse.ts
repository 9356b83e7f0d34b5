import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { DatabaseSilentError } from './database-silent-error.ts';

export interface Pulse {
  /** Whether the database owes its last answer for too long. One that refuses or is away is not silent: it says so. */
  readonly isSilent: () => boolean;
  readonly stop: () => Promise<void>;
}

const betweenBeatsMs = 400;

/**
 * Asks the database for a sign of life, over a connection of its own. Connections that swallow what they are sent look
 * like slow statements, and statements may be slow: only a question that is always quick tells the two apart.
 * Calls `onSilence` each time when the database falls silent.
 */
export function startPulse(url: string, answerMs: number, onSilence: () => void): Pulse {
  const stopping = new AbortController();
  const { signal } = stopping;
  let client: Client | null = null;
  let isSilent = false;

  const beat = async (): Promise<void> => {
    client ??= await connect(url, answerMs);
    await withinTime(answerMs, client.query('SELECT 1'));
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await beat();
        isSilent = false;
      } catch (error) {
        const wasSilent = isSilent;
        isSilent = error instanceof DatabaseSilentError;
        client?.connection.stream.destroy();
        client = null;
        if (isSilent && !wasSilent) onSilence();
      }
      await delay(betweenBeatsMs, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return {
    isSilent: () => isSilent,
    stop: async () => {
      stopping.abort();
      client?.connection.stream.destroy();
      await running;
      client?.connection.stream.destroy();
    },
  };
}

async function connect(url: string, answerMs: number): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'relato-pulse' });
  // A connection that breaks fails the beat that uses it; unhandled, it would end the process as well.
  client.on('error', () => {});
  try {
    await withinTime(answerMs, client.connect());
    return client;
  } catch (error) {
    client.connection.stream.destroy();
    throw error;
  }
}

/** Rejects with a DatabaseSilentError when `work` takes longer. */
export async function withinTime<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const ringing = new AbortController();
  const silence = delay(timeoutMs, undefined, { signal: ringing.signal }).then(async () => {
    // Where this process was busy for so long, the answer may have come and is read only now.
    await setImmediate();
    await setImmediate();
    throw new DatabaseSilentError();
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    ringing.abort();
    silence.catch(() => {});
    work.catch(() => {});
  }
}
