import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resolveInstallation, findPackage } from './installation.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { isAlive, waitUntil } from './processes.ts';
import { findEmbeddedPostgres, hasEmbeddedPostgres } from './find-running.ts';
import { query } from '../testing/database.ts';

const isRoot = process.getuid?.() === 0;
const settings = { fsync: 'off' };

let folder: string;
let dataDir: string;
let steps: string[];
const running = new Set<EmbeddedPostgres>();
const children = new Set<ChildProcess>();
/** The folders outside of the test's folder, which are deleted afterwards. */
const outside: string[] = [];

async function makeOpenFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'relato-embedded-'));
  await chmod(path, 0o755);
  return path;
}

async function start(
  options: { dataDir?: string; settings?: Record<string, string> } = {},
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    dataDir,
    ...options,
    settings: { ...settings, ...options.settings },
    onProgress: (step) => void steps.push(step),
  });
  running.add(server);
  return server;
}

async function stop(server: EmbeddedPostgres): Promise<void> {
  running.delete(server);
  await server.stop();
}

/** Starts a process that starts a server and runs this code on it. */
function runInChild(work: string): ChildProcess & { readonly stdout: Readable } {
  const module = new URL('embedded-postgres.ts', import.meta.url).href;
  const program = `import { startEmbeddedPostgres } from ${JSON.stringify(module)};
    const server = await startEmbeddedPostgres(${JSON.stringify({ dataDir, settings })});
    ${work}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  return child;
}

/** Starts a process that runs a server, and waits until the server is ready. */
async function startInChild(): Promise<{ child: ChildProcess; pid: number; url: string }> {
  const child = runInChild(`console.log(JSON.stringify({ url: server.url, pid: server.pid }));
    setInterval(() => {}, 1_000);`);
  for await (const line of createInterface(child.stdout)) {
    const { url, pid }: { url: string; pid: number } = JSON.parse(line); // what the program prints
    return { child, url, pid };
  }
  throw new Error('The child ended before its server was there');
}

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child);
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

beforeEach(async () => {
  folder = await makeOpenFolder();
  dataDir = join(folder, 'postgres');
  steps = [];
});
afterEach(async () => {
  await Promise.all([...children].map(kill));
  await Promise.all([...running].map(stop));
  for (const path of [folder, ...outside.splice(0)]) await rm(path, { recursive: true, force: true });
});

/** Kills a session. PostgreSQL then ends all others and recovers within the same server. */
async function killSession({ url }: EmbeddedPostgres): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const ended = new Promise<void>((resolve) => void client.once('end', resolve));
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
  await ended;
}

const readNotes = (server: EmbeddedPostgres) => query(server.url, 'SELECT text FROM notes');
const kept = { text: 'kept' };

/** Returns the time of the last change of each file in a folder. */
async function readTimes(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(names.map(async (name) => `${name} ${(await stat(join(folder, name))).mtimeMs}`));
}

describe('a new cluster', () => {
  it('replaces a folder, whose files are kept, and accepts only local connections with its password', async () => {
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'notes.txt'), 'someone else’s');
    const server = await start();
    const aside = (await readdir(folder)).find((name) => name.startsWith('postgres.incomplete-')) ?? '';
    expect(await readFile(join(folder, aside, 'notes.txt'), 'utf8')).toBe('someone else’s');
    expect(steps).toEqual([expect.stringContaining(aside), 'creating the database']);
    const [row] = await query(
      server.url,
      `SELECT current_database() AS name, current_setting('listen_addresses') AS addresses,
        current_setting('server_encoding') AS encoding, current_setting('data_checksums') AS checksums,
        (SELECT datlocale FROM pg_database WHERE datname = current_database()) AS locale`,
    );
    expect(row).toEqual({
      name: 'relato',
      addresses: '127.0.0.1',
      encoding: 'UTF8',
      checksums: 'on',
      locale: 'C.UTF-8',
    });
    const guess = new URL(server.url);
    guess.password = 'guess';
    await expect(query(guess.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    expect((await stat(join(dataDir, 'relato-password'))).mode & 0o777).toBe(0o600);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });

  it('is created again after an interrupted creation', async () => {
    const interrupted = startInChild().catch(() => null);
    await waitUntil(60_000, async () =>
      (await readdir(folder)).some((name) => name.includes('.unfinished-')),
    );
    await Promise.all([...children].map(kill));
    await interrupted;
    expect(await readdir(folder)).not.toContain('postgres');

    const server = await start();
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await readdir(folder)).toEqual(['postgres', 'postgres.log', 'postgres.owner']);
  });
});

describe('an existing cluster', () => {
  let made: string;
  beforeAll(async () => {
    made = await makeOpenFolder();
    const server = await startEmbeddedPostgres({ dataDir: join(made, 'postgres'), settings });
    await query(server.url, "CREATE TABLE notes AS SELECT 'kept' AS text");
    await server.stop();
  });
  beforeEach(() => {
    dataDir = join(made, 'postgres');
  });
  afterAll(() => rm(made, { recursive: true }));

  it('serves its data, is found instead of being started twice, and is unlocked when it is stopped', async () => {
    expect(await hasEmbeddedPostgres(join(folder, 'none'))).toBe(false);
    expect(await findEmbeddedPostgres(join(folder, 'none'))).toBeNull();
    const loop = join(folder, 'loop');
    await symlink(loop, loop);
    await expect(hasEmbeddedPostgres(loop)).rejects.toThrow('cannot be opened (ELOOP)');

    const server = await start();
    expect(steps).toEqual([]);
    expect(await readNotes(server)).toContainEqual(kept);
    expect(await hasEmbeddedPostgres(dataDir)).toBe(true);
    expect(await findEmbeddedPostgres(dataDir)).toBe(server.url);
    const message = `Relato is already running with the data in ${dataDir} (process ${process.pid}). Stop it, or set DATA_DIR to another folder.`;
    await expect(start()).rejects.toThrow(new EmbeddedPostgresError(message));
    const twice = "CREATE TEMP TABLE t (text text UNIQUE); INSERT INTO t VALUES ('secreto'), ('secreto')";
    await expect(query(server.url, twice)).rejects.toThrow('duplicate key');
    const { pid } = server;
    await stop(server);
    expect(isAlive(pid)).toBe(false);
    expect(await readdir(made)).toEqual(['postgres', 'postgres.log']);
    const log = await readFile(`${dataDir}.log`, 'utf8');
    expect(log).toContain('database system is shut down');
    expect(log).not.toContain('secreto');
  });

  it('starts although its files name foreign processes, and restores its cache', async () => {
    const { uid, gid } = await stat(dataDir);
    // The process runs as the same user, because PostgreSQL checks only pids of its own user.
    const other = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' });
    children.add(other);
    const pidFile = join(dataDir, 'postmaster.pid');
    await writeFile(pidFile, `${other.pid}\n${dataDir}\n1\n5432\n\n127.0.0.1\n\nready   \n`);
    await chown(pidFile, uid, gid);
    await writeFile(`${dataDir}.owner`, JSON.stringify({ pid: process.pid, startedAt: 'before' }));
    expect(await findEmbeddedPostgres(dataDir)).toBeNull();
    expect(await readNotes(await start())).toContainEqual(kept);
    expect(isAlive(other.pid ?? 0)).toBe(true);
    const pattern = /autoprewarm successfully prewarmed [1-9]/;
    await expect.poll(() => readFile(`${dataDir}.log`, 'utf8'), { timeout: 60_000 }).toMatch(pattern);
  });

  it('is stopped completely by a process with nothing else to do', async () => {
    expect(await once(runInChild('await server.stop();'), 'exit')).toEqual([0, null]);
    expect(await readdir(made)).toEqual(['postgres', 'postgres.log']);
  });

  it('is restarted at the same address when its server is killed', async () => {
    const server = await start();
    const { pid } = server;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => readNotes(server).catch(() => null), { timeout: 60_000 }).toContainEqual(kept);
    expect(server.pid).not.toBe(pid);
    expect(steps).toEqual(['the database stopped unexpectedly: restarting it']);
    const again = server.pid;
    await stop(server);
    expect(isAlive(again)).toBe(false);
  });

  it('is taken over once from a killed process, with every acknowledged write', async () => {
    const left = await startInChild();
    await expect(start()).rejects.toThrow(`(process ${left.child.pid})`);
    await query(left.url, "INSERT INTO notes VALUES ('before a kill')");
    await kill(left.child);
    expect(isAlive(left.pid)).toBe(true);

    const results = await Promise.allSettled([start(), start(), start()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(steps).toContain('stopping the database that an earlier run left behind');
    expect(isAlive(left.pid)).toBe(false);
    for (const server of running) expect(await readNotes(server)).toContainEqual({ text: 'before a kill' });
  });

  it('recovers every acknowledged write after parent and server were killed', async () => {
    const left = await startInChild();
    await query(left.url, "INSERT INTO notes VALUES ('before two kills')");
    await kill(left.child);
    process.kill(left.pid, 'SIGKILL');
    expect(await readNotes(await start())).toContainEqual({ text: 'before two kills' });
  });

  it('that cannot start reports the reason in one line, and is neither changed nor locked', async () => {
    await expect(start({ settings: { shared_buffers: 'much' } })).rejects.toThrow(
      /^The embedded PostgreSQL did not start: invalid value for parameter "shared_buffers": "much" \(see .*postgres\.log\)$/,
    );
    const versionFile = join(dataDir, 'PG_VERSION');
    const version = await readFile(versionFile, 'utf8');
    await writeFile(versionFile, '17\n');
    const before = await readTimes(dataDir);
    await expect(start()).rejects.toThrow(
      /^The database in \S+postgres is of PostgreSQL 17, which this release of Relato does not bring\. Nothing was changed\. Use the release that made it: npm run backup -- FOLDER\. Then move \S+postgres away, and use this release: npm run restore -- FOLDER\.$/,
    );
    expect(await readTimes(dataDir)).toEqual(before);
    await writeFile(versionFile, version);
    expect(await readNotes(await start())).toContainEqual(kept);
  });

  it('REL-33: is restarted when its recovery is stuck, and serves as soon as it can', async () => {
    // PostgreSQL waits for the log of a server that does not exist, just as it can wait for a checkpoint that never comes.
    const server = await start({
      settings: { wal_level: 'replica', hot_standby: 'off', wal_retrieve_retry_interval: '1h' },
    });
    const signal = join(dataDir, 'standby.signal');
    await writeFile(signal, '');
    const { uid, gid } = await stat(dataDir);
    await chown(signal, uid, gid);
    const { pid } = server;
    await killSession(server);
    const stuck = 'the recovery of the database stands still: starting it again';
    await expect.poll(() => steps, { timeout: 60_000 }).toContain(stuck);
    await rm(signal);
    await expect.poll(() => readNotes(server).catch(() => null), { timeout: 60_000 }).toContainEqual(kept);
    expect(server.pid).not.toBe(pid);
  });
});

describe.runIf(isRoot)('an embedded PostgreSQL run by root in a folder that only root may enter', () => {
  beforeEach(() => chmod(folder, 0o700));

  it('keeps the data in a folder that the user postgres can enter, and finds them again', async () => {
    const server = await start();
    const target = await readlink(dataDir);
    outside.push(dirname(target));
    expect(target).toMatch(/^\/var\/lib\/relato\/[0-9a-f]{12}-[0-9a-f]{8}\/postgres$/);
    expect(steps[0]).toContain(target);
    await stop(server);
    expect((await resolveInstallation(dataDir, () => {})).cluster).toBe(target);
    // The permissions of the folder have not changed.
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('does not use the data of an earlier folder of the same name', async () => {
    const [first, second] = [join(folder, 'data'), join(folder, 'data')];
    await mkdir(first);
    const one = await resolveInstallation(join(first, 'postgres'), () => {});
    await rm(first, { recursive: true });
    await mkdir(second);
    const two = await resolveInstallation(join(second, 'postgres'), () => {});
    outside.push(dirname(one.cluster), dirname(two.cluster));
    expect(two.cluster).not.toBe(one.cluster);
  });

  it('runs a copy of the programs if they are in such a folder as well', async () => {
    const packaged = join(folder, 'native');
    await cp(findPackage(), packaged, { recursive: true, verbatimSymlinks: true });
    const version = `0.0.0-${basename(folder)}`;
    await writeFile(join(folder, 'package.json'), JSON.stringify({ version }));
    const { binDir, cluster, osUser } = await resolveInstallation(dataDir, () => {}, packaged);
    outside.push(dirname(binDir), dirname(cluster));
    expect(binDir).toBe(`/var/lib/relato/postgresql-${version}/bin`);
    const program = spawn(join(binDir, 'postgres'), ['--version'], { ...osUser, stdio: 'ignore' });
    expect(await once(program, 'exit')).toEqual([0, null]);
    expect((await resolveInstallation(dataDir, () => {}, packaged)).binDir).toBe(binDir);
  });

  it('names the folder to open if there is a cluster already', async () => {
    await mkdir(dataDir);
    await expect(start()).rejects.toThrow(
      `The user postgres cannot enter ${dataDir}. Open the folders above it`,
    );
    expect((await lstat(dataDir)).isDirectory()).toBe(true);
    expect(basename(dataDir)).toBe('postgres');
  });
});
