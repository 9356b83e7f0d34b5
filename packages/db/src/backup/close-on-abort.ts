import type { Client } from 'pg';

/**
 * Closes the connection when `signal` aborts, also during a long statement, which PostgreSQL then stops within a second.
 * Returns a function that closes it before that.
 */
export async function closeOnAbort(client: Client, signal: AbortSignal): Promise<() => Promise<void>> {
  const close = (): void => void client.end();
  signal.addEventListener('abort', close);
  // Not every system has it. The statement then ends by itself.
  await client.query("SET client_connection_check_interval = '1s'").catch(() => {});
  return async () => {
    signal.removeEventListener('abort', close);
    await client.end();
  };
}
