import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { query } from '../testing/database.ts';
import { makeOpenFolder, settings, useEmbeddedFolder } from '../testing/embedded-folder.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { findEmbeddedPostgres, hasEmbeddedPostgres } from './find-running.ts';
import { isAlive, waitUntil } from './processes.ts';

const { place, running, start, stop } = useEmbeddedFolder();
const children = new Set<ChildProcess>();
afterEach(() => Promise.all(Array.from(children, kill)));

/** Starts a process that starts a server and runs this code on it. */
function runInChild(work: string): ChildProcess & { readonly stdout: Readable } {
  const module = new URL('embedded-postgres.ts', import.meta.url).href;
  const program = `import { startEmbeddedPostgres } from ${JSON.stringify(module)};
    const server = await startEmbeddedPostgres(${JSON.stringify({ dataDir: place.dataDir, settings })});
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

const readNotes = (server: EmbeddedPostgres) => query(server.url, 'SELECT text FROM notes');
const kept = { text: 'kept' };

/** Returns the time of the last change of each file in a folder. */
async function readTimes(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(names.map(async (name) => `${name} ${(await stat(join(folder, name))).mtimeMs}`));
}

/** A cluster that was created in the place of a foreign folder. */
const made = {} as { folder: string; dataDir: string; steps: string[]; aside: string };
beforeAll(async () => {
  const [folder, steps] = [await makeOpenFolder(), [] as string[]];
  const dataDir = join(folder, 'postgres');
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'notes.txt'), 'someone else’s');
  const server = await startEmbeddedPostgres({
    dataDir,
    settings,
    onProgress: (step) => void steps.push(step),
  });
  await query(server.url, "CREATE TABLE notes AS SELECT 'kept' AS text");
  await server.stop();
  const aside = (await readdir(folder)).find((name) => name.startsWith('postgres.incomplete-')) ?? '';
  Object.assign(made, { folder, dataDir, steps, aside });
});
afterAll(() => rm(made.folder, { recursive: true }));

describe('a new cluster', () => {
  it('replaces a folder, whose files are kept, and accepts only local connections with its password', async () => {
    expect(made.steps).toEqual([expect.stringContaining(made.aside), 'creating the database']);
    expect(await readFile(join(made.folder, made.aside, 'notes.txt'), 'utf8')).toBe('someone else’s');
    place.dataDir = made.dataDir;
    const server = await start();
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
    expect((await stat(join(place.dataDir, 'relato-password'))).mode & 0o777).toBe(0o600);
    expect((await stat(place.dataDir)).mode & 0o777).toBe(0o700);
  });

  it('is created again after an interrupted creation', async () => {
    const interrupted = startInChild().catch(() => null);
    await waitUntil(60_000, async () =>
      (await readdir(place.folder)).some((name) => name.includes('.unfinished-')),
    );
    await Promise.all([...children].map(kill));
    await interrupted;
    expect(await readdir(place.folder)).not.toContain('postgres');

    const server = await start();
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await readdir(place.folder)).toEqual(['postgres', 'postgres.log', 'postgres.owner']);
  });
});

describe('an existing cluster', () => {
  beforeEach(() => {
    place.dataDir = made.dataDir;
  });

  it('serves its data, is found instead of being started twice, and is unlocked when it is stopped', async () => {
    expect(await hasEmbeddedPostgres(join(place.folder, 'none'))).toBe(false);
    expect(await findEmbeddedPostgres(join(place.folder, 'none'))).toBeNull();
    const loop = join(place.folder, 'loop');
    await symlink(loop, loop);
    await expect(hasEmbeddedPostgres(loop)).rejects.toThrow('cannot be opened (ELOOP)');

    const server = await start();
    expect(place.steps).toEqual([]);
    expect(await readNotes(server)).toContainEqual(kept);
    expect(await hasEmbeddedPostgres(place.dataDir)).toBe(true);
    expect(await findEmbeddedPostgres(place.dataDir)).toBe(server.url);
    const message = `Relato is already running with the data in ${place.dataDir} (process ${process.pid}). Stop it, or set DATA_DIR to another folder.`;
    await expect(start()).rejects.toThrow(new EmbeddedPostgresError(message));
    const twice = "CREATE TEMP TABLE t (text text UNIQUE); INSERT INTO t VALUES ('secreto'), ('secreto')";
    await expect(query(server.url, twice)).rejects.toThrow('duplicate key');
    const { pid } = server;
    await stop(server);
    expect(isAlive(pid)).toBe(false);
    expect(await readdir(made.folder)).toEqual(['postgres', made.aside, 'postgres.log']);
    const log = await readFile(`${place.dataDir}.log`, 'utf8');
    expect(log).toContain('database system is shut down');
    expect(log).not.toContain('secreto');
  });

  it('starts although its files name foreign processes, and restores its cache', async () => {
    const { uid, gid } = await stat(place.dataDir);
    // The process runs as the same user, because PostgreSQL checks only pids of its own user.
    const other = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' });
    children.add(other);
    const pidFile = join(place.dataDir, 'postmaster.pid');
    await writeFile(pidFile, `${other.pid}\n${place.dataDir}\n1\n5432\n\n127.0.0.1\n\nready   \n`);
    await chown(pidFile, uid, gid);
    await writeFile(`${place.dataDir}.owner`, JSON.stringify({ pid: process.pid, startedAt: 'before' }));
    expect(await findEmbeddedPostgres(place.dataDir)).toBeNull();
    expect(await readNotes(await start())).toContainEqual(kept);
    expect(isAlive(other.pid ?? 0)).toBe(true);
    const pattern = /autoprewarm successfully prewarmed [1-9]/;
    await expect.poll(() => readFile(`${place.dataDir}.log`, 'utf8'), { timeout: 60_000 }).toMatch(pattern);
  });

  it('is stopped completely by a process with nothing else to do', async () => {
    expect(await once(runInChild('await server.stop();'), 'exit')).toEqual([0, null]);
    expect(await readdir(made.folder)).toEqual(['postgres', made.aside, 'postgres.log']);
  });

  it('is taken over once from a killed process, with every acknowledged write', async () => {
    const left = await startInChild();
    await expect(start()).rejects.toThrow(`(process ${left.child.pid})`);
    await query(left.url, "INSERT INTO notes VALUES ('before a kill')");
    await kill(left.child);
    expect(isAlive(left.pid)).toBe(true);

    const results = await Promise.allSettled([start(), start(), start()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(place.steps).toContain('stopping the database that an earlier run left behind');
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
    await expect(start({ shared_buffers: 'much' })).rejects.toThrow(
      /^The embedded PostgreSQL did not start: invalid value for parameter "shared_buffers": "much" \(see .*postgres\.log\)$/,
    );
    const versionFile = join(place.dataDir, 'PG_VERSION');
    const version = await readFile(versionFile, 'utf8');
    await writeFile(versionFile, '17\n');
    const before = await readTimes(place.dataDir);
    await expect(start()).rejects.toThrow(
      /^The database in \S+postgres is of PostgreSQL 17, which this release of Relato does not bring\. Nothing was changed\. Use the release that made it: npm run backup -- FOLDER\. Then move \S+postgres away, and use this release: npm run restore -- FOLDER\.$/,
    );
    expect(await readTimes(place.dataDir)).toEqual(before);
    await writeFile(versionFile, version);
    expect(await readNotes(await start())).toContainEqual(kept);
  });
});
