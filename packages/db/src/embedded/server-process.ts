import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, rm, stat, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { postgresEnv } from './initdb.ts';
import type { Installation } from './installation.ts';
import { readMemoryBytes, toMemorySettings } from './memory-settings.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { getExecutableAndFolder, isAlive, isPidInUse, listProcesses, waitUntil } from './processes.ts';
import { watchRecovery } from './watch-recovery.ts';

export interface PostgresServer {
  readonly pid: number;
  readonly port: number;
  /** Resolves when the process has ended for any reason. */
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
  /** Ends a server that does not serve, without a checkpoint. */
  readonly kill: () => Promise<void>;
}

type StopSteps = readonly (readonly [signal: NodeJS.Signals, timeoutMs: number])[];

const run = promisify(execFile);
/**
 * A fast shutdown ends connections and flushes data. If it hangs, an immediate one follows, after which the next start
 * recovers.
 */
const fastStop: StopSteps = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 10_000],
];
/** For a server that does not serve, and therefore has nothing to flush. */
const immediateStop: StopSteps = [
  ['SIGQUIT', 2_000],
  ['SIGKILL', 10_000],
];
const pollMs = 10;
/** The reason also shows a caller that another start may succeed. */
export const stuckReason = 'its recovery stood still';
const sessionTimeoutMs = 10_000;
const logKeptBytes = 1_000_000;

/** The settings for a machine that also runs one server of the app. */
const defaultSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
  // The embedded server has no replica and needs fewer processes.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  io_method: 'sync',
  // Restores the cache after a start, because too many of the first searches would otherwise be slow.
  shared_preload_libraries: 'pg_prewarm',
  // Logs the end of the server, but no failing statements, whose values are users' addresses and texts.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
} as const;

/**
 * Starts a server on a port (0 for a free one) and waits until it accepts connections, as long as its recovery makes
 * progress and `signal` does not abort. Throws EmbeddedPostgresError with the reason from the server's log.
 */
export async function startServer(
  { cluster, binDir, osUser }: Installation,
  port: number,
  settings: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<PostgresServer> {
  const chosenPort = port === 0 ? await findFreePort() : port;
  const all = Object.entries({ ...defaultSettings, ...toMemorySettings(readMemoryBytes()), ...settings });
  const logFile = `${cluster}.log`;
  const logStart = await cutLog(logFile);
  const log = await open(logFile, 'a', 0o600);
  const child = spawn(
    join(binDir, 'postgres'),
    ['-D', cluster, '-p', String(chosenPort), ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...osUser,
      cwd: '/',
      env: postgresEnv,
      // A file instead of a pipe lets a server that outlives this process still write.
      stdio: ['ignore', log.fd, log.fd],
      // The server has its own process group, because this process handles Ctrl-C and stops it after the last answer.
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
  const state = pid === undefined ? 'ended' : await waitUntilSettled(child, pid, cluster, signal);
  if (pid !== undefined && state === 'ready') {
    child.unref();
    const stop = (steps: StopSteps) => () => stopChild(child, ended, steps);
    return { pid, port: chosenPort, ended, stop: stop(fastStop), kill: stop(immediateStop) };
  }
  await stopChild(child, ended, immediateStop);
  const written = state === 'stuck' ? stuckReason : await readReason(logFile, logStart);
  const reason = failure ? String(failure) : written;
  throw new EmbeddedPostgresError(
    reason.startsWith('database files are incompatible')
      ? await adviseUpgrade(cluster)
      : `The embedded PostgreSQL did not start: ${reason}`,
  );
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

async function stopChild(child: ChildProcess, ended: Promise<void>, steps: StopSteps): Promise<void> {
  // Keeps this process alive until the server has ended.
  child.ref();
  // The pid cannot be reused before this process has received the exit event.
  if (child.pid !== undefined && !hasEnded(child)) await stopProcess(child.pid, steps);
  await ended;
}

/**
 * Waits until the server accepts connections, has ended, or is stuck in its recovery. Its pid file then ends with `ready`,
 * for which pg_ctl also waits.
 */
async function waitUntilSettled(
  child: ChildProcess,
  pid: number,
  cluster: string,
  signal: AbortSignal | undefined,
): Promise<'ready' | 'ended' | 'stuck'> {
  const ready = new RegExp(`^${pid}\\n[^]*\\nready\\s*$`);
  const recovery = watchRecovery(pid);
  const isGivenUp = (): boolean => signal?.aborted === true;
  while (!hasEnded(child) && !isGivenUp()) {
    if (ready.test(await readText(join(cluster, 'postmaster.pid'))))
      return hasEnded(child) ? 'ended' : 'ready';
    if (await recovery.isStuck()) return 'stuck';
    await setTimeout(pollMs);
  }
  return 'ended';
}

const readText = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/** Empties a log that has grown too large. Returns the offset of the next line, in bytes. */
async function cutLog(file: string): Promise<number> {
  const size = await stat(file).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size <= logKeptBytes) return size;
  await truncate(file);
  return 0;
}

/** Excludes lines of refused clients, and of a killed server's sessions that end only now. */
const isReason = (line: string): boolean =>
  line.includes('FATAL:') && !/the database system is|terminating /.test(line);

/** Returns why a server did not start, from the new lines of its log, which others may have written too. */
export function findReason(written: string): string {
  const lines = written.trim().split('\n');
  const fatal = lines.find(isReason) ?? lines.at(-1) ?? '';
  return fatal.replace(/^.*FATAL:\s*/, '');
}

async function readReason(logFile: string, start: number): Promise<string> {
  const bytes = await readFile(logFile);
  return `${findReason(bytes.subarray(start).toString('utf8'))} (see ${logFile})`;
}

/** PostgreSQL itself refuses the files of another major version before it touches them. */
async function adviseUpgrade(cluster: string): Promise<string> {
  const version = (await readText(join(cluster, 'PG_VERSION'))).trim();
  return `The database in ${cluster} is of PostgreSQL ${version}, which this release of Relato does not bring. Nothing was changed. Use the release that made it: npm run backup -- FOLDER. Then move ${cluster} away, and use this release: npm run restore -- FOLDER.`;
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

/**
 * Stops a server that a killed parent left running. Its pid file names the process, but may be stale. Throws
 * EmbeddedPostgresError if it does not stop.
 */
export async function stopOrphanedServer(
  cluster: string,
  reportProgress: (step: string) => void,
): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = Number((await readText(pidFile)).split('\n')[0]);
  // PostgreSQL itself replaces the pid file of an ended process, after checking for surviving sessions.
  if (!Number.isInteger(pid) || pid <= 0 || !isPidInUse(pid)) return;
  if (await isPostgresOf(cluster, pid)) {
    reportProgress('stopping the database that an earlier run left behind');
    await stopProcess(pid, fastStop);
    return;
  }
  // PostgreSQL would take any process with this pid for a server, even another program or an unreaped zombie.
  if (!(await waitUntil(sessionTimeoutMs, async () => (await countSessions(cluster)) === 0))) {
    throw new EmbeddedPostgresError(
      `Sessions of an earlier PostgreSQL are still running in ${cluster}. Try again later.`,
    );
  }
  await rm(pidFile, { force: true });
}

const isPostgres = (program: string): boolean => basename(program) === 'postgres';

/** Returns whether a process is the server of a cluster, whose path must contain no symbolic link. */
export async function isPostgresOf(cluster: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  // The working directory of PostgreSQL is its data directory.
  const place = await getExecutableAndFolder(pid);
  if (place) return isPostgres(place.program) && place.folder === cluster;
  const { stdout } = await run('ps', ['-ww', '-o', 'args=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return /^\S*postgres\s/.test(stdout) && stdout.includes(`-D ${cluster} `);
}

/** Counts the sessions that have not noticed the end of their server and may still write. */
async function countSessions(cluster: string): Promise<number> {
  const places = await Promise.all((await listProcesses()).map(getExecutableAndFolder));
  return places.filter((place) => place?.folder === cluster && isPostgres(place.program)).length;
}

/** Sends the signals in turn until the process has ended. */
async function stopProcess(pid: number, steps: StopSteps): Promise<void> {
  for (const [signal, timeoutMs] of steps) {
    if (!isAlive(pid)) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      // The process ended after the check.
      if (!isAlive(pid)) return;
      throw error;
    }
    if (await waitUntil(timeoutMs, () => !isAlive(pid))) return;
  }
  throw new EmbeddedPostgresError(`The embedded PostgreSQL (process ${pid}) does not stop.`);
}
