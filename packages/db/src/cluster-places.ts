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

export interface Places {
  /** The folder of initdb and postgres. */
  readonly binaries: string;
  /** The folder of the data, with no link on its way. */
  readonly cluster: string;
  /** Who runs them, where that is not us. */
  readonly account: { readonly uid: number; readonly gid: number } | null;
}

const run = promisify(execFile);

/** Where root keeps what the account of PostgreSQL must reach but cannot in its usual place. */
const openHome = '/var/lib/relato';

/**
 * Where the programs and the data are. PostgreSQL refuses to run as root, so that root runs it as the user `postgres`.
 * That user may not be able to enter the folders of the checkout or of the data (`mktemp -d` makes closed ones): then
 * the programs are copied to, and the data kept in, a place that it can enter, and `dataDir` becomes a link to the data.
 * `packaged` is the folder `native` of a package.
 */
export async function choosePlaces(
  dataDir: string,
  say: (step: string) => void,
  packaged: string = findPackage(),
): Promise<Places> {
  const usual = join(await realpath(dirname(dataDir)), basename(dataDir));
  const linked = await readLink(usual);
  if (process.getuid?.() !== 0) {
    return { binaries: join(packaged, 'bin'), cluster: linked ?? usual, account: null };
  }
  const account = await requireAccount();
  const binaries = (await isOpenToAll(join(packaged, 'bin', 'postgres')))
    ? packaged
    : await copyPackage(packaged);
  const cluster = linked ?? (await chooseCluster(usual, say));
  return { binaries: join(binaries, 'bin'), cluster, account };
}

/** The folder `native`, with bin, lib and share, of the package for this platform, which `embedded-postgres` brings. */
export function findPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const fromHere = createRequire(import.meta.url);
    const entry = createRequire(fromHere.resolve('embedded-postgres')).resolve(name);
    return join(dirname(entry), '..', 'native');
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
}

async function readLink(path: string): Promise<string | null> {
  const existing = await lstat(path).catch(() => null);
  return existing?.isSymbolicLink() ? resolve(dirname(path), await readlink(path)) : null;
}

const idOf = async (flag: '-u' | '-g'): Promise<number> =>
  Number((await run('id', [flag, 'postgres'])).stdout);
const findAccount = async () => ({ uid: await idOf('-u'), gid: await idOf('-g') });

async function requireAccount(): Promise<{ uid: number; gid: number }> {
  try {
    return await findAccount();
  } catch {
    try {
      const flags = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
      await run('useradd', [...flags, 'postgres']);
      return await findAccount();
    } catch (cause) {
      throw new EmbeddedPostgresError(
        'PostgreSQL refuses to run as root, and a user for it could not be made. Run Relato as another user, or set DATABASE_URL.',
        { cause },
      );
    }
  }
}

/** Whether everyone may enter a folder, or run a program, and enter every folder above it. */
async function isOpenToAll(path: string): Promise<boolean> {
  for (let each = await realpath(path); ; each = dirname(each)) {
    if (((await stat(each)).mode & 0o001) === 0) return false;
    if (each === dirname(each)) return true;
  }
}

/** A folder of ours that everyone may enter, whatever the umask of root is. */
async function makeOpenFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o755);
}

async function copyPackage(packaged: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(packaged, '..', 'package.json'), 'utf8'));
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  const copy = join(openHome, `postgresql-${hasVersion ? String(manifest.version) : 'unknown'}`);
  if (await stat(copy).catch(() => null)) return copy;
  await makeOpenFolder(openHome);
  const unfinished = `${copy}.${randomBytes(6).toString('hex')}`;
  await cp(packaged, unfinished, { recursive: true, verbatimSymlinks: true });
  // The package may have been unpacked for root's eyes only.
  await run('chmod', ['-R', 'go+rX', unfinished]);
  // Another start may have been quicker, with the same files.
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }));
  return copy;
}

async function chooseCluster(usual: string, say: (step: string) => void): Promise<string> {
  if (await isOpenToAll(dirname(usual))) return usual;
  if (await stat(usual).catch(() => null)) {
    throw new EmbeddedPostgresError(
      `The user postgres cannot enter ${usual}. Open the folders above it (chmod o+x), or set DATA_DIR to another one.`,
    );
  }
  // Not the name alone: a folder that is made again where an older one was must not find that one's stories.
  const id = `${createHash('sha256').update(usual).digest('hex').slice(0, 12)}-${randomBytes(4).toString('hex')}`;
  const cluster = join(openHome, id, 'postgres');
  await makeOpenFolder(openHome);
  await makeOpenFolder(dirname(cluster));
  try {
    await symlink(cluster, usual);
  } catch (error) {
    await rmdir(dirname(cluster));
    // Another first start was quicker.
    const theirs = await readLink(usual);
    if (theirs === null) throw error;
    return theirs;
  }
  say(`keeping the database in ${cluster}: its user, postgres, cannot enter ${dirname(usual)}`);
  return cluster;
}
