import type { Client } from 'pg';

/** The advisory lock of `prisma migrate deploy`. */
export const migrationLock = 72_707_369;

export interface Waiting {
  /** Ends the waiting for others. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (step: string) => void;
}

/** Gives the session the lock, so that only one of several concurrent servers migrates. */
export async function lockMigrations(client: Client, { signal, onProgress }: Waiting): Promise<void> {
  if (await tryLock(client, migrationLock)) return;
  onProgress?.('waiting for another process, which migrates or restores the database');
  signal?.throwIfAborted();
  // The end of the connection ends its waiting statement.
  const giveUp = (): void => void client.end();
  signal?.addEventListener('abort', giveUp);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

/** Takes an advisory lock for the session of a connection. Returns false if another session holds it. */
export async function tryLock(client: Client, key: number): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    key,
  ]);
  return rows[0]?.locked === true;
}
