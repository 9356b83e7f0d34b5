import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, rm, stat, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { postgresEnv } from './cluster-init.ts';
import type { Places } from './cluster-places.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { getPlaceOfWork, isAlive, isTaken, listProcesses, waitUntil } from './processes.ts';

export interface PostgresServer {
  readonly pid: number;
  readonly port: number;
  /** Resolves when it is gone, for whatever reason. */
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

const run = promisify(execFile);
/** Recovery after a crash reads what was written since the last checkpoint: seconds, a minute on a slow disk. */
const startTimeoutMs = 120_000;
const fastStopTimeoutMs = 20_000;
const immediateStopTimeoutMs = 10_000;
const sessionTimeoutMs = 10_000;
const logKeptBytes = 1_000_000;

/** For a small machine and one server beside it. */
const defaultSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
  // No replica follows it, and fewer processes are enough.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  io_method: 'sync',
  // What ends or stops the server, but no statement that fails: its values are people's addresses and texts.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
} as const;

/** Starts a server on a port, 0 for any free one, and waits until it takes connections. */
export async function startServer(
  { cluster, binaries, account }: Places,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<PostgresServer> {
  const chosenPort = port === 0 ? await findFreePort() : port;
  const all = Object.entries({ ...defaultSettings, ...settings });
  const logFile = `${cluster}.log`;
  const logStart = await cutLog(logFile);
  const log = await open(logFile, 'a', 0o600);
  const child = spawn(
    join(binaries, 'postgres'),
    ['-D', cluster, '-p', String(chosenPort), ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...account,
      cwd: '/',
      env: postgresEnv,
      // A file rather than a pipe: a server that outlives this process goes on writing.
      stdio: ['ignore', log.fd, log.fd],
      // Its own process group: Ctrl-C in a terminal is ours to pass on, after the last request has its answer.
      detached: true,
    },
  );
  let failure: Error | null = null;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      failure = error;
      resolve();
    });
  });
  await log.close();
  const { pid } = child;
  if (pid !== undefined && (await isReady(child, cluster))) {
    child.unref();
    return { pid, port: chosenPort, ended, stop: () => stopChild(child, ended) };
  }
  await stopChild(child, ended);
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL did not start: ${failure ? String(failure) : await readReason(logFile, logStart)}`,
  );
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  // From here on its end is what this process waits for.
  child.ref();
  // Its number is safe to signal: no other program has it before we have heard of the end.
  if (child.pid !== undefined && !hasEnded(child)) await stopProcess(child.pid);
  await ended;
}

/** The pid file ends with its state; pg_ctl waits for the same word. */
async function isReady(child: ChildProcess, cluster: string): Promise<boolean> {
  const ready = new RegExp(`^${child.pid}\\n[^]*\\nready\\s*$`);
  const isSettled = async (): Promise<boolean> =>
    hasEnded(child) || ready.test(await readText(join(cluster, 'postmaster.pid')));
  return (await waitUntil(startTimeoutMs, isSettled)) && !hasEnded(child);
}

const readText = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/** Where the next line goes, in bytes. */
async function cutLog(file: string): Promise<number> {
  const size = await stat(file).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size <= logKeptBytes) return size;
  await truncate(file);
  return 0;
}

async function readReason(logFile: string, start: number): Promise<string> {
  const bytes = await readFile(logFile);
  const lines = bytes.subarray(start).toString('utf8').trim().split('\n');
  const fatal = lines.find((line) => line.includes('FATAL:')) ?? lines.at(-1) ?? '';
  return `${fatal.replace(/^.*FATAL:\s*/, '')} (see ${logFile})`;
}

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
export async function stopLeftBehind(cluster: string, say: (step: string) => void): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = Number((await readText(pidFile)).split('\n')[0]);
  // Of one that is gone, PostgreSQL itself takes over the file, after a look for sessions that outlived it.
  if (!Number.isInteger(pid) || pid <= 0 || !isTaken(pid)) return;
  if (await isPostgresOf(cluster, pid)) {
    say('stopping the database that an earlier run left behind');
    await stopProcess(pid);
    return;
  }
  // PostgreSQL would take whoever has the number now for a server, be it another program or one that ended unreaped.
  if (!(await waitUntil(sessionTimeoutMs, async () => (await countSessions(cluster)) === 0))) {
    throw new EmbeddedPostgresError(
      `Sessions of an earlier PostgreSQL still work in ${cluster}. Try again later.`,
    );
  }
  await rm(pidFile, { force: true });
}

const isPostgres = (program: string): boolean => basename(program) === 'postgres';

/** Whether a process is the server of a cluster, whose path holds no link. */
export async function isPostgresOf(cluster: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  // PostgreSQL works in the folder of its data.
  const place = await getPlaceOfWork(pid);
  if (place) return isPostgres(place.program) && place.folder === cluster;
  const { stdout } = await run('ps', ['-ww', '-o', 'args=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return /^\S*postgres\s/.test(stdout) && stdout.includes(`-D ${cluster} `);
}

/** Sessions end by themselves when they notice that their server is gone; until then they may write. */
async function countSessions(cluster: string): Promise<number> {
  const places = await Promise.all((await listProcesses()).map(getPlaceOfWork));
  return places.filter((place) => place?.folder === cluster && isPostgres(place.program)).length;
}

/** Fast shutdown: connections end, data are flushed. Immediate, which recovery makes good, only when that hangs. */
async function stopProcess(pid: number): Promise<void> {
  const steps = [
    ['SIGINT', fastStopTimeoutMs],
    ['SIGQUIT', immediateStopTimeoutMs],
  ] as const;
  for (const [signal, timeoutMs] of steps) {
    if (!isAlive(pid)) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      // It has ended since the look.
      if (!isAlive(pid)) return;
      throw error;
    }
    if (await waitUntil(timeoutMs, () => !isAlive(pid))) return;
  }
  throw new EmbeddedPostgresError(`The embedded PostgreSQL (process ${pid}) does not stop.`);
}
