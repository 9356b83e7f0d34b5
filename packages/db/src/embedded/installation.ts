import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmod,
  cp,
  lstat,
  mkdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** The paths of the programs and of the data, and the user that runs them. */
export interface Installation {
  /** The folder of initdb and postgres. */
  readonly binDir: string;
  /** The data directory, without symbolic links in its path. */
  readonly cluster: string;
  /** The user that runs the programs, or null for the user of this process. */
  readonly osUser: { readonly uid: number; readonly gid: number } | null;
}

const run = promisify(execFile);

/** The folder for files that the user `postgres` could not reach in their usual place. */
const sharedHome = '/var/lib/relato';

/**
 * Resolves the paths of the programs and of the data. PostgreSQL refuses to run as root, so root runs it as the user
 * `postgres`. If that user cannot enter the folders of the checkout or of the data (such as those of `mktemp -d`), the
 * programs are copied to a folder that it can enter, the data are kept there, and `dataDir` becomes a link to them.
 * `packaged` is the folder `native` of a package. Throws EmbeddedPostgresError.
 */
export async function resolveInstallation(
  dataDir: string,
  reportProgress: (step: string) => void,
  packaged: string = findPackage(),
): Promise<Installation> {
  const usual = join(await realpath(dirname(dataDir)), basename(dataDir));
  const linked = await readLink(usual);
  if (linked !== null) await requireTarget(usual, linked);
  if (process.getuid?.() !== 0) {
    return { binDir: join(packaged, 'bin'), cluster: linked ?? usual, osUser: null };
  }
  const osUser = await requireOsUser();
  const native = (await isOpenToAll(join(packaged, 'bin', 'postgres')))
    ? packaged
    : await copyPackage(packaged);
  const cluster = linked ?? (await chooseCluster(usual, reportProgress));
  return { binDir: join(native, 'bin'), cluster, osUser };
}

/**
 * Returns the folder `native`, with bin, lib and share, of the package for this platform, a dependency of
 * `embedded-postgres`. Throws EmbeddedPostgresError without one.
 */
export function findPackage(): string {
  const { platform, arch } = process;
  const name = `@embedded-postgres/${platform}-${arch}`;
  try {
    const fromHere = createRequire(import.meta.url);
    const entry = createRequire(fromHere.resolve('embedded-postgres')).resolve(name);
    return join(dirname(entry), '..', 'native');
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform} on ${arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
}

async function readLink(path: string): Promise<string | null> {
  const existing = await lstat(path).catch(() => null);
  return existing?.isSymbolicLink() ? resolve(dirname(path), await readlink(path)) : null;
}

/**
 * Refuses a link whose target has gone, for example with a disk that is not mounted, because an empty database would be
 * created in its place. A start that was cut off leaves a link into `sharedHome` whose folder is still empty.
 */
async function requireTarget(link: string, target: string): Promise<void> {
  const isOwn = dirname(dirname(target)) === sharedHome;
  if (await stat(isOwn ? dirname(target) : target).catch(() => null)) return;
  throw new EmbeddedPostgresError(
    `${link} leads to ${target}, which is not there. Mount its disk or put it back. For a new database, remove the link.`,
  );
}

const idOf = async (flag: '-u' | '-g'): Promise<number> =>
  Number((await run('id', [flag, 'postgres'])).stdout);
const findOsUser = async () => ({ uid: await idOf('-u'), gid: await idOf('-g') });

async function requireOsUser(): Promise<{ uid: number; gid: number }> {
  try {
    return await findOsUser();
  } catch {
    try {
      const flags = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
      await run('useradd', [...flags, 'postgres']);
      return await findOsUser();
    } catch (cause) {
      throw new EmbeddedPostgresError(
        'PostgreSQL refuses to run as root, and creating a user for it failed. Run Relato as another user, or set DATABASE_URL.',
        { cause },
      );
    }
  }
}

/** Returns whether every user may enter a folder, or run a program, and enter every folder above it. */
async function isOpenToAll(path: string): Promise<boolean> {
  for (let each = await realpath(path); ; each = dirname(each)) {
    if (((await stat(each)).mode & 0o001) === 0) return false;
    if (each === dirname(each)) return true;
  }
}

/** Creates a folder that every user may enter, whatever the umask of root is. */
async function makeOpenFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o755);
}

async function copyPackage(packaged: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(packaged, '..', 'package.json'), 'utf8'));
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  const copy = join(sharedHome, `postgresql-${hasVersion ? String(manifest.version) : 'unknown'}`);
  if (await stat(copy).catch(() => null)) return copy;
  await makeOpenFolder(sharedHome);
  const unfinished = `${copy}.${randomBytes(6).toString('hex')}`;
  await cp(packaged, unfinished, { recursive: true, verbatimSymlinks: true });
  // The package may have been unpacked for root only.
  await run('chmod', ['-R', 'go+rX', unfinished]);
  // Another start may have created the same copy first.
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }));
  return copy;
}

async function chooseCluster(usual: string, reportProgress: (step: string) => void): Promise<string> {
  if (await isOpenToAll(dirname(usual))) return usual;
  if (await stat(usual).catch(() => null)) {
    throw new EmbeddedPostgresError(
      `The user postgres cannot enter ${usual}. Open the folders above it (chmod o+x), or set DATA_DIR to another one.`,
    );
  }
  // The name is random, because a folder that is recreated under an old name must not find the old data.
  const id = `${createHash('sha256').update(usual).digest('hex').slice(0, 12)}-${randomBytes(4).toString('hex')}`;
  const cluster = join(sharedHome, id, 'postgres');
  await makeOpenFolder(sharedHome);
  await makeOpenFolder(dirname(cluster));
  try {
    await symlink(cluster, usual);
  } catch (error) {
    await rmdir(dirname(cluster));
    // Another start may have created the link first.
    const theirs = await readLink(usual);
    if (theirs === null) throw error;
    return theirs;
  }
  reportProgress(`keeping the database in ${cluster}: its user, postgres, cannot enter ${dirname(usual)}`);
  return cluster;
}
