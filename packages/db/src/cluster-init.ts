import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Places } from './cluster-places.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

export const superuser = 'postgres';
export const databaseName = 'relato';

const run = promisify(execFile);

export const passwordFileOf = (cluster: string): string => join(cluster, 'relato-password');

/** Nothing of ours but the way to programs: the environment of the server holds keys that are not for PostgreSQL. */
export const postgresEnv = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/** The password of a cluster, which is made first when there is none. `durable`: not to lose to a power cut. */
export async function ensureCluster(
  places: Places,
  durable: boolean,
  say: (step: string) => void,
): Promise<string> {
  const { cluster } = places;
  await removeUnfinished(cluster);
  if (!(await exists(join(cluster, 'PG_VERSION')))) {
    await clearTheWay(cluster, say);
    say('creating the database');
    await initialise(places, durable);
  }
  try {
    return (await readFile(passwordFileOf(cluster), 'utf8')).trim();
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} cannot be opened: its password, the file relato-password in it, cannot be read.`,
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

/** What interrupted starts left. An initdb that outlived its parent may still be writing: it fails when its files go. */
async function removeUnfinished(cluster: string): Promise<void> {
  const prefix = `${basename(cluster)}${unfinishedMark}`;
  for (const name of await readdir(dirname(cluster))) {
    if (!name.startsWith(prefix)) continue;
    await rm(join(dirname(cluster), name), { recursive: true, force: true, maxRetries: 10 });
  }
}

/** A folder with no cluster in it is none of ours to delete; what is in it is kept under another name. */
async function clearTheWay(cluster: string, say: (step: string) => void): Promise<void> {
  if (!(await exists(cluster))) return;
  if ((await readdir(cluster)).length === 0) return rmdir(cluster);
  const aside = `${cluster}.incomplete-${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}`;
  await rename(cluster, aside);
  say(`there was no complete database in ${cluster}: what was there is now ${aside}`);
}

/** In a folder beside it that takes its name at the end: an interrupted start leaves no half-made cluster. */
async function initialise(places: Places, durable: boolean): Promise<void> {
  const { cluster, account } = places;
  const unfinished = `${cluster}${unfinishedMark}${randomBytes(6).toString('hex')}`;
  const passwordFile = `${unfinished}.password`;
  const password = `${randomBytes(24).toString('base64url')}\n`;
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600, flush: true });
  if (account) {
    await chown(unfinished, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  try {
    await runInitdb(places, unfinished, passwordFile, durable);
    await rename(passwordFile, passwordFileOf(unfinished));
    await rename(unfinished, cluster);
    if (durable) await syncFolder(dirname(cluster));
  } catch (cause) {
    await removeUnfinished(cluster);
    throw new EmbeddedPostgresError(`The database could not be made in ${cluster}: ${toReason(cause)}`, {
      cause,
    });
  }
}

async function runInitdb(
  { binaries, account }: Places,
  folder: string,
  passwordFile: string,
  durable: boolean,
): Promise<void> {
  const options = { ...account, env: postgresEnv, cwd: '/' };
  await run(
    join(binaries, 'initdb'),
    [
      `--pgdata=${folder}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth-host=scram-sha-256',
      '--auth-local=reject',
      '--encoding=UTF8',
      '--locale=C',
      // The same order and case rules on every machine, whatever its locales.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    options,
  );
  const flags = ['--single', '-D', folder, ...(durable ? [] : ['-c', 'fsync=off'])];
  const creation = run(join(binaries, 'postgres'), [...flags, 'postgres'], options);
  creation.child.stdin?.end(`CREATE DATABASE ${databaseName}\n`);
  await creation;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}

/** The line of a program's errors that says most. */
function toReason(cause: unknown): string {
  const text = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : String(cause);
  const lines = text.trim().split('\n');
  return lines.find((line) => /error|FATAL|could not/.test(line)) ?? lines.at(-1) ?? text;
}
