import { findEmbeddedPostgres } from '../embedded/find-running.ts';

/**
 * Returns the address of the embedded database that a server under test runs in `dataDir`, for tests that start the server
 * like an operator and change rows that no endpoint can change.
 */
export async function readEmbeddedUrl(dataDir: string): Promise<string> {
  const url = await findEmbeddedPostgres(dataDir);
  if (url === null) throw new Error(`No PostgreSQL runs in ${dataDir}`);
  return url;
}
