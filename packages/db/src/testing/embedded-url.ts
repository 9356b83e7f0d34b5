import { findEmbeddedPostgres } from '../running-postgres.ts';

/**
 * Of the database in `dataDir` that a server under test embeds and runs now: for tests that start the server as a
 * person does, and change what nobody can change from outside.
 */
export async function readEmbeddedUrl(dataDir: string): Promise<string> {
  const url = await findEmbeddedPostgres(dataDir);
  if (url === null) throw new Error(`No PostgreSQL runs in ${dataDir}`);
  return url;
}
