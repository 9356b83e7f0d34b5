import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, lstat, mkdir, readlink, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

export interface Places {
  /** The folder of initdb and postgres. */
  readonly binaries: string;
  /** The folder of the data. */
  readonly cluster: string;
  /** Who runs them, where that is not us. */
  readonly account: { readonly uid: number; readonly gid: number } | null;
}

const run = promisify(execFile);

/** Where root keeps what the account of PostgreSQL must reach but cannot in its usual place. */
const openHome = '/var/lib/relato';

/**
 * Where the programs and the data are. PostgreSQL refuses to run as root, so that root runs it as the user `postgres`.
 * That user may not be able to enter the folders of the checkout (`mktemp -d` makes closed ones): then the programs are
 * copied to, and the data kept in, a place that it can enter, and `dataDir` becomes a link to the data.
 */
export async function choosePlaces(dataDir: string, say: (step: string) => void): Promise<Places> {
  const packaged = dirname(findPostgres());
  if (process.getuid?.() !== 0) return { binaries: packaged, cluster: dataDir, account: null };
  const account = await findAccount();
  const binaries = (await isOpen(packaged)) ? packaged : await copyBinaries(packaged);
  return { binaries, cluster: await chooseCluster(dataDir, say), account };
}

/** Of the package for this platform, which `embedded-postgres` brings. */
function findPostgres(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const fromHere = createRequire(import.meta.url);
    const entry = createRequire(fromHere.resolve('embedded-postgres')).resolve(name);
    return join(dirname(entry), '..', 'native', 'bin', 'postgres');
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
}

const idOf = async (flag: '-u' | '-g') => Number((await run('id', [flag, 'postgres'])).stdout);

const readAccount = async () => ({ uid: await idOf('-u'), gid: await idOf('-g') });

async function findAccount(): Promise<{ uid: number; gid: number }> {
  try {
    return await readAccount();
  } catch {
    try {
      await run('useradd', [
        '--system',
        '--user-group',
        '--no-create-home',
        '--shell',
        '/usr/sbin/nologin',
        'postgres',
      ]);
      return await readAccount();
    } catch (cause) {
      throw new EmbeddedPostgresError(
        'PostgreSQL refuses to run as root, and a user for it could not be made. Run Relato as another user, or set DATABASE_URL.',
        { cause },
      );
    }
  }
}

/** Whether everyone may enter a folder and all above it. */
async function isOpen(folder: string): Promise<boolean> {
  for (let path = await realpath(folder); ; path = dirname(path)) {
    if (((await stat(path)).mode & 0o001) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

async function copyBinaries(packaged: string): Promise<string> {
  const native = dirname(packaged);
  const version = createHash('sha256')
    .update(await realpath(native))
    .digest('hex')
    .slice(0, 12);
  const copy = join(openHome, `postgresql-${version}`);
  if (!(await stat(copy).catch(() => null))) {
    const unfinished = `${copy}.${process.pid}`;
    await mkdir(openHome, { recursive: true, mode: 0o755 });
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
    await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }));
  }
  return join(copy, 'bin');
}

async function chooseCluster(dataDir: string, say: (step: string) => void): Promise<string> {
  const existing = await lstat(dataDir).catch(() => null);
  if (existing?.isSymbolicLink()) {
    const target = await readlink(dataDir);
    await mkdir(dirname(target), { recursive: true, mode: 0o755 });
    return target;
  }
  if (await isOpen(dirname(dataDir))) return dataDir;
  if (existing) {
    throw new EmbeddedPostgresError(
      `The user postgres cannot enter ${dataDir}. Open the folders above it (chmod o+x), or set DATA_DIR to another one.`,
    );
  }
  const id = createHash('sha256')
    .update(await realpath(dirname(dataDir)))
    .digest('hex')
    .slice(0, 12);
  const cluster = join(openHome, id, 'postgres');
  await mkdir(dirname(cluster), { recursive: true, mode: 0o755 });
  await symlink(cluster, dataDir);
  say(
    `PostgreSQL cannot run as root, and its user cannot enter ${dirname(dataDir)}: the database is kept in ${cluster}`,
  );
  return cluster;
}
