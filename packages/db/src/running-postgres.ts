import { readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseName, passwordFileOf, superuser } from './cluster-init.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { isPostgresOf } from './postgres-server.ts';

/** Lines of postmaster.pid, from 0. */
const portLine = 3;
const stateLine = 7;

/** Whether a cluster was ever made there. Throws an EmbeddedPostgresError for who may not look. */
export async function hasEmbeddedPostgres(dataDir: string): Promise<boolean> {
  try {
    await stat(join(dataDir, 'PG_VERSION'));
    return true;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw new EmbeddedPostgresError(
      `The database in ${dataDir} cannot be opened (${code}). Be the user that runs Relato, or root.`,
      { cause },
    );
  }
}

/**
 * The address of the embedded PostgreSQL that runs on `dataDir` now, for a program beside the server that started it.
 * Null when none takes connections.
 */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | null> {
  const cluster = await realpath(dataDir).catch(() => null);
  if (cluster === null) return null;
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  if (lines[stateLine]?.trim() !== 'ready' || !(await isPostgresOf(cluster, Number(lines[0])))) return null;
  const password = (await readFile(passwordFileOf(cluster), 'utf8')).trim();
  return `postgres://${superuser}:${password}@127.0.0.1:${lines[portLine]}/${databaseName}?sslmode=disable`;
}
