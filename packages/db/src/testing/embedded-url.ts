import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseName, passwordFileOf, superuser } from '../cluster-init.ts';

const portLine = 3;

/**
 * Of the database in `dataDir` that a server under test embeds and runs now: for tests that start the server as a
 * person does, and change what nobody can change from outside.
 */
export async function readEmbeddedUrl(dataDir: string): Promise<string> {
  const password = (await readFile(passwordFileOf(dataDir), 'utf8')).trim();
  const status = await readFile(join(dataDir, 'postmaster.pid'), 'utf8');
  return `postgres://${superuser}:${password}@127.0.0.1:${status.split('\n')[portLine]}/${databaseName}?sslmode=disable`;
}
