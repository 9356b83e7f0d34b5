import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from './client.ts';
import type { Database, Statement } from './database.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

// A pooler gives a connection to others after each transaction, so no state may remain on it.

const test = useTestDatabase();
let database: Database;
beforeAll(async () => {
  database = await createDatabase({
    url: test.url,
    poolSize: 1,
    isPooled: true,
    // Four times the value in production, for a busy machine.
    statementTimeoutMs: 20_000,
  });
});
afterAll(() => database.close());

const readSettings = `SELECT current_setting('statement_timeout') AS timeout, current_setting('lock_timeout') AS lock,
  current_setting('enable_seqscan') AS scans`;
const ask = (pool: NonNullable<Statement['pool']>, text = readSettings) =>
  database.sql({ name: 'pooled', text, values: [], pool });

it('each statement has the bounds of its pool', async () => {
  expect(await ask('read')).toEqual([{ timeout: '8s', lock: '6s', scans: 'on' }]);
  expect(await ask('write')).toEqual([{ timeout: '20s', lock: '6s', scans: 'on' }]);
  expect(await ask('search')).toEqual([{ timeout: '1s', lock: '1600ms', scans: 'off' }]);
  await expect(ask('search', 'SELECT pg_sleep(30)')).rejects.toThrow('statement timeout');
});

it('the next user of a connection finds no settings, prepared statements or transactions on it', async () => {
  await expect(ask('write', 'SELECT 1 / 0')).rejects.toThrow('division by zero');
  await ask('write');
  // Prisma uses the same pool of one connection.
  const found = await database.prisma.$queryRawUnsafe(
    `${readSettings}, (SELECT count(*)::int FROM pg_prepared_statements WHERE statement LIKE '%lock_timeout%scans%') AS prepared`,
  );
  expect(found).toMatchObject([{ timeout: '0', lock: '0', scans: 'on' }]);
  expect(await ask('write')).toHaveLength(1);
});
