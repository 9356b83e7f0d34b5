import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyMigrations, startEmbeddedPostgres } from '../index.ts';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the cluster's `postgres` database, from which databases are made. */
    clusterUrl: string;
  }
}

export const templateName = 'relato_template';

/** Durability is what a throw-away cluster does not need. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '120' };

/** A real PostgreSQL in the temporary folder, with a migrated template, until `stop`. */
export async function startTestCluster(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'relato-test-'));
  // Run by root, PostgreSQL is another user, who must be able to come in.
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), settings });
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await applyMigrations(server.url);
    const url = new URL(server.url);
    url.pathname = '/postgres';
    const client = new Client({ connectionString: url.href });
    await client.connect();
    await client.query(`ALTER DATABASE relato RENAME TO ${templateName}`);
    await client.end();
    return { url: url.href, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** vitest's globalSetup: one cluster for the run. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  provide('clusterUrl', cluster.url);
  return cluster.stop;
}
