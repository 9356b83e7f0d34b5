import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { createDatabase } from '../client.ts';
import type { Database } from '../database.ts';
import { templateName } from './cluster.ts';

export interface TestDatabase extends Database {
  readonly url: string;
}

export interface EmptyDatabase {
  readonly url: string;
  readonly query: (text: string) => Promise<unknown[]>;
  readonly close: () => Promise<void>;
}

/** Creates a database without tables, which `close` drops. */
export const createEmptyDatabase = async (): Promise<EmptyDatabase> => cloneDatabase('template1');

/**
 * Creates a migrated, empty database that `close` drops, cloned from the template in some tens of milliseconds. Uses the
 * cluster of the vitest run by default. Browser tests have their own.
 */
export async function createTestDatabase(clusterUrl?: string): Promise<TestDatabase> {
  const clone = await cloneDatabase(templateName, clusterUrl);
  // Concurrent tests wait for each other on a slow machine, so the timeouts of production would be too short.
  const database = await createDatabase({ url: clone.url, poolSize: 5, statementTimeoutMs: 120_000 });
  return {
    ...database,
    url: clone.url,
    close: async () => {
      await database.close();
      await clone.close();
    },
  };
}

async function cloneDatabase(template: string, clusterUrl?: string): Promise<EmptyDatabase> {
  const cluster = clusterUrl ?? (await import('vitest')).inject('clusterUrl');
  const name = `relato_${randomBytes(6).toString('hex')}`;
  // Copying the files costs less than writing each page to the log, which only durable clusters need.
  await query(cluster, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    query: (text) => query(url.href, text),
    close: async () => void (await query(cluster, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}

/** Sends one statement over a connection of its own, which the statement may break. */
export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
