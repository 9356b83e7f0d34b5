import { PrismaPg } from '@prisma/adapter-pg';
import type { Database, Statement } from './database.ts';
import { DatabaseUnreachableError } from './database-errors.ts';
import { PrismaClient } from './generated/client.ts';
import { createPoolLimits, type PoolLimits } from './pool-limits.ts';
import { startHealthCheck, withTimeout } from './health-check.ts';
import { ConnectionPool } from './connection-pool.ts';
import { repeatDeadlocked, repeatDeadlockedTransactions } from './repeat-deadlocked.ts';

const pingTimeoutMs = 2_000;
const defaultStatementTimeoutMs = 5_000;
const closeGraceMs = 2_000;

/**
 * Connects to a database. Reads have `poolSize` connections, and so do all other statements of requests.
 * `statementTimeoutMs` is the timeout of a statement or transaction, from which `createPoolLimits` derives the other limits.
 * An outage of the database is noticed within a third of it, and its end equally fast. Throws DatabaseUnreachableError.
 */
export async function createDatabase({
  url,
  poolSize = 10,
  statementTimeoutMs = defaultStatementTimeoutMs,
  isPooled = false,
}: {
  readonly url: string;
  /** See `PoolLimits`. The role should then have limits of its own, for statements of Prisma and jobs. */
  readonly isPooled?: boolean;
  readonly poolSize?: number;
  readonly statementTimeoutMs?: number;
}): Promise<Database> {
  const limits = createPoolLimits(poolSize, statementTimeoutMs);
  const isUnresponsive = (): boolean => healthCheck.isUnresponsive();
  const createPool = (each: PoolLimits) => new ConnectionPool(url, { ...each, isPooled }, isUnresponsive);
  const pools = {
    read: createPool(limits.read),
    write: createPool(limits.write),
    search: createPool(limits.search),
    background: createPool(limits.background),
  };
  const all = Object.values(pools);
  const healthCheck = startHealthCheck({
    url,
    answerMs: statementTimeoutMs * 0.2,
    onUnresponsive: () => all.forEach((pool) => pool.destroyConnections()),
  });
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pools.write),
    transactionOptions: { maxWait: limits.write.waitMs, timeout: statementTimeoutMs },
    // Other formats add the arguments of a call to the message, and messages are logged.
    errorFormat: 'minimal',
  });
  repeatDeadlockedTransactions(prisma);
  const database: Database = {
    prisma,
    sql: <Row extends object>({ name, text, values, pool = 'read', parties = [] }: Statement) =>
      repeatDeadlocked(() => pools[pool].run<Row>({ name, text, values: [...values], parties })),
    background: <Row extends object>(text: string, values?: unknown[]) =>
      pools.background.query<Row>(text, values),
    replica: null,
    readPools: () => Object.fromEntries(Object.entries(pools).map(([name, pool]) => [name, pool.readUse()])),
    ping: async () => void (await withTimeout(pingTimeoutMs, pools.read.query('SELECT 1'))),
    close: async () => {
      await prisma.$disconnect();
      await Promise.all([healthCheck.stop(), ...all.map((pool) => pool.close(closeGraceMs))]);
    },
  };
  try {
    await pools.read.query('SELECT 1');
    return database;
  } catch (cause) {
    await database.close();
    throw new DatabaseUnreachableError(url, cause);
  }
}
