import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat, writeFile, chown } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { claimOwnership } from './cluster-owner.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { choosePlaces, type Places } from './cluster-places.ts';
import { isAlive, waitUntil } from './processes.ts';

export interface EmbeddedPostgres {
  /** Of the database `relato`, which exists, as its owner. */
  readonly url: string;
  readonly pid: number;
  /** Ends every connection, waits until the last byte is written and lets go of the data. */
  readonly stop: () => Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The cluster's own folder; made when it is missing. */
  readonly dataDir: string;
  readonly onProgress?: (step: string) => void;
  /** Further settings of postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
}

const run = promisify(execFile);
const databaseName = 'relato';
const startTimeoutMs = 60_000;
const stopTimeoutMs = 20_000;

/** For a small machine and one server beside it. */
const defaultSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '64MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  jit: 'off',
  log_min_messages: 'warning',
} as const;

/**
 * Starts a real PostgreSQL of our own on a free port of 127.0.0.1, making its cluster first if there is none. One left
 * behind by a killed parent is stopped first: there is never a second one on the same data. Throws an
 * EmbeddedPostgresError, also when another living process owns the data.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const say = options.onProgress ?? (() => {});
  await mkdir(dirname(dataDir), { recursive: true });
  const ownership = await claimOwnership(`${dataDir}.owner`);
  try {
    const places = await choosePlaces(dataDir, say);
    await stopLeftBehind(places.cluster, say);
    if (!(await exists(join(places.cluster, 'PG_VERSION')))) {
      say('creating the database');
      await initialise(places);
    }
    const { child, port } = await startServer(places, { ...defaultSettings, ...options.settings });
    const password = (await readFile(passwordFileOf(places.cluster), 'utf8')).trim();
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/${databaseName}`;
    const stop = async (): Promise<void> => {
      await stopProcess(child.pid);
      await ownership.release();
    };
    try {
      await ensureDatabase(url);
    } catch (error) {
      await stopProcess(child.pid);
      throw error;
    }
    return { url, pid: child.pid ?? 0, stop };
  } catch (error) {
    await ownership.release();
    throw error;
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const passwordFileOf = (cluster: string): string => join(cluster, 'relato-password');

/** In a folder beside it that takes its name at the end: an interrupted start leaves no half-made cluster. */
async function initialise({ cluster, binaries, account }: Places): Promise<void> {
  const unfinished = `${cluster}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const passwordFile = `${cluster}.password`;
  await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  if (account) {
    await chown(unfinished, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  try {
    await run(
      join(binaries, 'initdb'),
      [
        `--pgdata=${unfinished}`,
        '--username=postgres',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        '--locale=C',
        // The same order and case rules on every machine, whatever its locales.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        '--no-sync',
      ],
      { ...account, env: { ...process.env, LC_ALL: 'C' }, cwd: '/' },
    );
  } catch (cause) {
    throw new EmbeddedPostgresError(`The database could not be created in ${cluster}: ${toReason(cause)}`, {
      cause,
    });
  }
  await rename(passwordFile, passwordFileOf(unfinished));
  await rm(cluster, { recursive: true, force: true });
  await rename(unfinished, cluster);
}

const toReason = (cause: unknown): string => {
  const text = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : String(cause);
  return text.trim().split('\n').at(-1) ?? text;
};

async function startServer(
  { cluster, binaries, account }: Places,
  settings: Readonly<Record<string, string>>,
): Promise<{ child: ChildProcess; port: number }> {
  const port = await findFreePort();
  const logFile = `${cluster}.log`;
  const log = await open(logFile, 'w', 0o600);
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(binaries, 'postgres'), ['-D', cluster, '-p', String(port), ...flags], {
    ...account,
    cwd: '/',
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', log.fd, log.fd],
    // Its own process group: Ctrl-C in a terminal is ours to pass on, after the last request has its answer.
    detached: true,
  });
  let ended = false;
  child.once('exit', () => (ended = true));
  child.once('error', () => (ended = true));
  await log.close();
  // The last line of this file says so when it accepts connections; pg_ctl waits for the same.
  await waitUntil(
    startTimeoutMs,
    async () => ended || /\nready\s*$/.test(await readText(join(cluster, 'postmaster.pid'))),
  );
  if (ended) {
    const reason = (await readText(logFile)).trim().split('\n').at(-1) ?? '';
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL did not start: ${reason} (all of it is in ${logFile})`,
    );
  }
  child.unref();
  return { child, port };
}

const readText = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

function findFreePort(): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      probe.close(() => resolvePort(port));
    });
  });
}

/** A killed parent leaves its PostgreSQL serving. Its pid file says which process it is, but may also be stale. */
async function stopLeftBehind(cluster: string, say: (step: string) => void): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = Number((await readText(pidFile)).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  if (await isPostgresOf(cluster, pid)) {
    say('stopping the database that an earlier run left behind');
    await stopProcess(pid);
  }
  // A number that another program has by now would keep PostgreSQL from starting.
  await rm(pidFile, { force: true });
}

async function isPostgresOf(cluster: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const command = await run('ps', ['-ww', '-p', String(pid), '-o', 'args=']).then(
    ({ stdout }) => stdout,
    // Without ps, /proc tells.
    () => readText(`/proc/${pid}/cmdline`).then((text) => text.replaceAll('\0', ' ')),
  );
  return command.includes('postgres') && command.includes(cluster);
}

/** Fast shutdown: connections end, data are flushed. Immediate, which recovery makes good, only when that hangs. */
async function stopProcess(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    if (await waitUntil(stopTimeoutMs, async () => !isAlive(pid))) return;
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const admin = new URL(url);
  admin.pathname = '/postgres';
  const client = new Client({ connectionString: admin.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  } finally {
    await client.end();
  }
}
