import { readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '@relato/contract/errors';
import { databaseName, passwordFileOf, superuser } from './initdb.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { isPostgresOf } from './server-process.ts';

/** Zero-based line numbers of postmaster.pid. */
const portLine = 3;
const stateLine = 7;

/** Returns whether a cluster was created in `dataDir`. Throws EmbeddedPostgresError if this user may not read it. */
export async function hasEmbeddedPostgres(dataDir: string): Promise<boolean> {
  try {
    await stat(join(dataDir, 'PG_VERSION'));
    return true;
  } catch (cause) {
    const code = codeOf(cause);
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw new EmbeddedPostgresError(
      `The database in ${dataDir} cannot be opened (${code}). Run this as the user that runs Relato, or as root.`,
      { cause },
    );
  }
}

/**
 * Returns the address of the embedded PostgreSQL that runs on `dataDir`, for programs beside its server, or null if it does
 * not accept connections.
 */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | null> {
  const cluster = await realpath(dataDir).catch(() => null);
  if (cluster === null) return null;
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  if (lines[stateLine]?.trim() !== 'ready' || !(await isPostgresOf(cluster, Number(lines[0])))) return null;
  const password = (await readFile(passwordFileOf(cluster), 'utf8')).trim();
  return `postgres://${superuser}:${password}@127.0.0.1:${lines[portLine]}/${databaseName}?sslmode=disable`;
}
