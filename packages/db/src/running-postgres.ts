import { readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseName, passwordFileOf, superuser } from './cluster-init.ts';
import { isPostgresOf } from './postgres-server.ts';

/** Lines of postmaster.pid, from 0. */
const portLine = 3;
const stateLine = 7;

/** Whether a cluster was ever made there. */
export const hasEmbeddedPostgres = (dataDir: string): Promise<boolean> =>
  stat(join(dataDir, 'PG_VERSION')).then(
    () => true,
    () => false,
  );

/**
 * The address of the embedded PostgreSQL that runs on `dataDir` now, for a program beside the server that started it.
 * Null when none takes connections. Throws for who may not read the cluster's password.
 */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | null> {
  const cluster = await realpath(dataDir).catch(() => null);
  if (cluster === null) return null;
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  if (lines[stateLine]?.trim() !== 'ready' || !(await isPostgresOf(cluster, Number(lines[0])))) return null;
  const password = (await readFile(passwordFileOf(cluster), 'utf8')).trim();
  return `postgres://${superuser}:${password}@127.0.0.1:${lines[portLine]}/${databaseName}?sslmode=disable`;
}
