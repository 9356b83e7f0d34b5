import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Installation } from './installation.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

export const superuser = 'postgres';
export const databaseName = 'relato';

const run = promisify(execFile);

export const passwordFileOf = (cluster: string): string => join(cluster, 'relato-password');

/** Passes on only PATH, because the server's environment contains keys that PostgreSQL must not see. */
export const postgresEnv = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/**
 * Creates the cluster if it is missing, and returns its password. With `durable`, the new cluster survives a power cut.
 * Throws EmbeddedPostgresError.
 */
export async function ensureCluster(
  installation: Installation,
  durable: boolean,
  reportProgress: (step: string) => void,
): Promise<string> {
  const { cluster } = installation;
  await removeUnfinished(cluster);
  if (!(await exists(join(cluster, 'PG_VERSION')))) {
    await moveForeignFilesAside(cluster, reportProgress);
    reportProgress('creating the database');
    await initialise(installation, durable);
  }
  try {
    return (await readFile(passwordFileOf(cluster), 'utf8')).trim();
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} cannot be opened: its password file, relato-password, cannot be read.`,
      { cause },
    );
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const unfinishedMark = '.unfinished-';

/**
 * Deletes the files of interrupted starts. An initdb that outlived its parent may still write, and fails when its files
 * disappear.
 */
async function removeUnfinished(cluster: string): Promise<void> {
  const prefix = `${basename(cluster)}${unfinishedMark}`;
  for (const name of await readdir(dirname(cluster))) {
    if (!name.startsWith(prefix)) continue;
    await rm(join(dirname(cluster), name), { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Renames a folder without a cluster, because the server must not delete foreign files. */
async function moveForeignFilesAside(cluster: string, reportProgress: (step: string) => void): Promise<void> {
  if (!(await exists(cluster))) return;
  if ((await readdir(cluster)).length === 0) return rmdir(cluster);
  const aside = `${cluster}.incomplete-${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}`;
  await rename(cluster, aside);
  reportProgress(`${cluster} contained no complete database: its files were moved to ${aside}`);
}

/**
 * Creates the cluster in a temporary folder and renames it at the end, so that an interrupted start leaves no partial
 * cluster.
 */
async function initialise(installation: Installation, durable: boolean): Promise<void> {
  const { cluster, osUser } = installation;
  const unfinished = `${cluster}${unfinishedMark}${randomBytes(6).toString('hex')}`;
  const passwordFile = `${unfinished}.password`;
  const password = `${randomBytes(24).toString('base64url')}\n`;
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600, flush: true });
  if (osUser) {
    await chown(unfinished, osUser.uid, osUser.gid);
    await chown(passwordFile, osUser.uid, osUser.gid);
  }
  try {
    await runInitdb(installation, unfinished, passwordFile, durable);
    await rename(passwordFile, passwordFileOf(unfinished));
    await rename(unfinished, cluster);
    if (durable) await syncFolder(dirname(cluster));
  } catch (cause) {
    await removeUnfinished(cluster);
    throw new EmbeddedPostgresError(`The database in ${cluster} could not be created: ${toReason(cause)}`, {
      cause,
    });
  }
}

async function runInitdb(
  { binDir, osUser }: Installation,
  folder: string,
  passwordFile: string,
  durable: boolean,
): Promise<void> {
  const options = { ...osUser, env: postgresEnv, cwd: '/' };
  await run(
    join(binDir, 'initdb'),
    [
      `--pgdata=${folder}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth-host=scram-sha-256',
      '--auth-local=reject',
      '--encoding=UTF8',
      '--locale=C',
      // Gives every machine the same order and case rules, independently of its locales.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    options,
  );
  const flags = ['--single', '-D', folder, ...(durable ? [] : ['-c', 'fsync=off'])];
  const creation = run(join(binDir, 'postgres'), [...flags, 'postgres'], options);
  creation.child.stdin?.end(`CREATE DATABASE ${databaseName}\n`);
  await creation;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}

/** Returns the most informative line of a program's errors. */
function toReason(cause: unknown): string {
  const text = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : String(cause);
  const lines = text.trim().split('\n');
  return lines.find((line) => /error|FATAL|could not/.test(line)) ?? lines.at(-1) ?? text;
}
