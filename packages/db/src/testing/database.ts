import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { createDatabase, type Database } from '../client.ts';
import { templateName } from './cluster.ts';

export interface TestDatabase extends Database {
  readonly url: string;
  /** Empties every table. Rows that a test makes with ids and names of their own need no emptying: prefer that. */
  readonly reset: () => Promise<void>;
}

export interface EmptyDatabase {
  readonly url: string;
  readonly query: (text: string) => Promise<unknown[]>;
  readonly close: () => Promise<void>;
}

/** A database without a table, dropped by `close`. */
export const createEmptyDatabase = async (): Promise<EmptyDatabase> => cloneDatabase('template1');

/**
 * A migrated, empty database of its own, cloned from the template in some tens of milliseconds; dropped by `close`. In
 * the cluster of the run of vitest, unless another is given: the tests of browsers have their own.
 */
export async function createTestDatabase(clusterUrl?: string): Promise<TestDatabase> {
  const clone = await cloneDatabase(templateName, clusterUrl);
  // Many at once on a slow machine wait for each other; how long the product waits is no test's business here.
  const database = await createDatabase({ url: clone.url, poolSize: 5, patienceMs: 30_000 });
  return {
    ...database,
    url: clone.url,
    reset: async () => void (await clone.query(emptyEveryTable)),
    close: async () => {
      await database.close();
      await clone.close();
    },
  };
}

async function cloneDatabase(template: string, clusterUrl?: string): Promise<EmptyDatabase> {
  const cluster = clusterUrl ?? (await import('vitest')).inject('clusterUrl');
  const name = `relato_${randomBytes(6).toString('hex')}`;
  await query(cluster, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    query: (text) => query(url.href, text),
    close: async () => void (await query(cluster, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}

/** As a replica would replay it: without foreign keys, and without the trigger that keeps the log of moderation. */
const emptyEveryTable = `DO $$
DECLARE name text;
BEGIN
  SET LOCAL session_replication_role = replica;
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' LOOP
    EXECUTE format('DELETE FROM public.%I', name);
  END LOOP;
END $$`;

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
