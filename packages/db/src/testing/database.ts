import { randomBytes } from 'node:crypto';
import { createDatabase, type Database } from '../index.ts';
import { Client } from 'pg';
import { inject } from 'vitest';
import { templateName } from './cluster.ts';

async function query(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

export interface TestDatabase extends Database {
  readonly url: string;
}

/** A migrated, empty database of its own, cloned from the template in some tens of milliseconds; dropped by `close`. */
export async function createTestDatabase(clusterUrl: string = inject('clusterUrl')): Promise<TestDatabase> {
  const name = `relato_${randomBytes(6).toString('hex')}`;
  await query(clusterUrl, `CREATE DATABASE ${name} TEMPLATE ${templateName}`);
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  const database = await createDatabase({ url: url.href, poolSize: 5 });
  const close = async (): Promise<void> => {
    await database.close();
    await query(clusterUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  return { ...database, url: url.href, close };
}
