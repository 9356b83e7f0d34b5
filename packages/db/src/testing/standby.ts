import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freezeTree } from '@relato/testing/process-tree';
import { Client } from 'pg';
import { isDeadlock } from '../database-errors.ts';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { resolveInstallation } from '../embedded/installation.ts';
import { startPatiently } from '../embedded/keep-running.ts';
import type { PostgresServer } from '../embedded/server-process.ts';
import { applyMigrations } from '../migrations.ts';
import { makeServerRole, restrictServer } from '../server-role.ts';
import { cleanUpAfterOurEnd } from './cluster.ts';

/** The settings of a primary with standbys. The embedded PostgreSQL otherwise logs only what it needs itself. */
const primarySettings = {
  wal_level: 'replica',
  max_wal_senders: '4',
  wal_keep_size: '256MB',
} as const;

/** A real PostgreSQL that follows a primary by streaming replication. */
interface TestStandby {
  readonly url: string;
  /**
   * Runs a statement as its superuser over a connection of its own, and repeats it if the standby cancels it in order to
   * follow.
   */
  readonly query: (text: string) => Promise<readonly object[]>;
  /** Until `resume`, the standby receives the writes of the primary without showing them. */
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
  /** Sends SIGKILL. */
  readonly kill: () => Promise<void>;
  /** Pauses all its processes with SIGSTOP, so that connections stay open and silent. Returns a function that continues them. */
  readonly freeze: () => () => void;
  /** Restarts it on the same port. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface ReplicatedDatabase {
  /** The address of the primary, with the server's own role, which may only change rows. */
  readonly url: string;
  /** The address of the standby, with the same role. */
  readonly readUrl: string;
  readonly standby: TestStandby;
  readonly close: () => Promise<void>;
}

const run = promisify(execFile);

/** Starts a migrated primary with a standby in a temporary folder. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'relato-replica-'));
  await chmod(folder, 0o755);
  const dismiss = cleanUpAfterOurEnd(folder);
  const dataDir = join(folder, 'primary');
  const primary = await startEmbeddedPostgres({
    dataDir,
    // Autovacuum is off, because it would cancel reads of the standby at random moments.
    settings: { ...primarySettings, fsync: 'off', autovacuum: 'off' },
  });
  try {
    await applyMigrations(primary.url);
    await queryOnce(primary.url, 'CREATE SCHEMA pgboss');
    const url = await makeServerRole(primary.url);
    await restrictServer(primary.url, url);
    const standby = await startTestStandby({ url: primary.url, dataDir }, folder);
    const close = async (): Promise<void> => {
      await standby.stop();
      await primary.stop();
      await rm(folder, { recursive: true, force: true });
      dismiss();
    };
    const { port } = new URL(standby.url);
    return { url, readUrl: Object.assign(new URL(url), { port }).href, standby, close };
  } catch (error) {
    await primary.stop();
    throw error;
  }
}

/** Copies the data of a running primary like a base backup, and starts a standby on the copy in `folder`. */
async function startTestStandby(
  primary: { readonly url: string; readonly dataDir: string },
  folder: string,
): Promise<TestStandby> {
  const source = await resolveInstallation(primary.dataDir, () => {});
  const cluster = join(folder, 'standby');
  await copyCluster(primary.url, source.cluster, cluster);
  const { hostname: host, port, username: user, password } = new URL(primary.url);
  await writeFile(join(cluster, 'standby.signal'), '');
  if (source.osUser) {
    for (const name of ['standby.signal', 'backup_label']) {
      await chown(join(cluster, name), source.osUser.uid, source.osUser.gid);
    }
  }
  const settings = {
    ...primarySettings,
    primary_conninfo: `host=${host} port=${port} user=${user} password=${decodeURIComponent(password)}`,
    hot_standby: 'on',
    max_standby_streaming_delay: '100ms',
    wal_retrieve_retry_interval: '100ms',
    fsync: 'off',
  };
  let server: PostgresServer = await startPatiently({ ...source, cluster }, 0, settings);
  const url = new URL(primary.url);
  url.port = String(server.port);
  const query = (text: string) => queryDespiteConflicts(url.href, text);
  return {
    url: url.href,
    query,
    pause: async () => void (await query('SELECT pg_wal_replay_pause()')),
    resume: async () => void (await query('SELECT pg_wal_replay_resume()')),
    kill: async () => {
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
    },
    freeze: () => freezeTree(server.pid),
    restart: async () => {
      server = await startPatiently({ ...source, cluster }, server.port, settings);
    },
    stop: async () => {
      await server.stop();
      await rm(cluster, { recursive: true, force: true });
    },
  };
}

/** Follows PostgreSQL's documentation of low-level base backups. The later log comes by streaming. */
async function copyCluster(url: string, from: string, to: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('standby', fast => true)`);
    // Keeps owners and modes. The copy does not need files that PostgreSQL deletes meanwhile.
    await run('cp', ['-a', from, to]);
    const { rows } = await client.query<{ readonly labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
    );
    for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(to, name), { force: true });
    await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
}

const maxConflicts = 20;

/**
 * A standby cancels statements that keep it from following, even the one that has just resumed it. SQLSTATE 40001 asks to
 * repeat them.
 */
async function queryDespiteConflicts(url: string, text: string, conflicts = 0): Promise<readonly object[]> {
  try {
    return await queryOnce(url, text);
  } catch (error) {
    if (!isDeadlock(error) || conflicts === maxConflicts) throw error;
    return queryDespiteConflicts(url, text, conflicts + 1);
  }
}

async function queryOnce(url: string, text: string): Promise<readonly object[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}
