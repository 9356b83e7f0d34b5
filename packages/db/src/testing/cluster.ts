import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { applyMigrations } from '../migrations.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the cluster's `postgres` database, through which databases are created. */
    clusterUrl: string;
  }
}

export interface TestCluster {
  /** The address of the cluster's `postgres` database, which `createTestDatabase` takes. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export const templateName = 'relato_template';

/** A temporary cluster needs no durability, and shares the machine with others. */
const settings = {
  shared_buffers: '64MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '120',
};

/** Starts a real PostgreSQL in a temporary folder with a migrated template. Runs until `stop` or the end of this process. */
export async function startTestCluster(): Promise<TestCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'relato-test-'));
  // Root starts PostgreSQL as another user, who must be able to enter the folder.
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), settings });
  const dismiss = cleanUpAfterOurEnd(folder);
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
    // The watcher stays until now, because vitest does not wait for `stop` after an uncaught error.
    dismiss();
  };
  try {
    await applyMigrations(server.url);
    const url = new URL(server.url);
    url.pathname = '/postgres';
    await makeTemplate(url.href);
    return { url: url.href, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function makeTemplate(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`ALTER DATABASE relato RENAME TO ${templateName}`);
    // PostgreSQL does not clone a template with open connections.
    await client.query(`ALTER DATABASE ${templateName} ALLOW_CONNECTIONS false`);
  } finally {
    await client.end();
  }
}

/**
 * Stops each PostgreSQL with a folder in this one, and deletes the folder, if the test run is killed. A shell holds the
 * other end of a pipe, which closes when this process ends. A stopped server removes its pid file, although its pid may stay
 * in use in a container that does not reap orphans. A server that a test has paused needs SIGCONT to end.
 */
export function cleanUpAfterOurEnd(folder: string): () => void {
  const script = `read -r line
    for file in "$1"/*/postmaster.pid; do
      pid=$(head -n 1 "$file") && kill -QUIT "$pid" && kill -CONT "$pid"
      while [ -e "$file" ] && kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
    done
    rm -rf "$1"`;
  const shell = spawn('sh', ['-c', script, 'sh', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  // The pipe must not keep this process alive.
  if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref();
  return () => shell.kill('SIGKILL');
}

/** The globalSetup of vitest, which starts one cluster for the run. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  provide('clusterUrl', cluster.url);
  return cluster.stop;
}
