import { PrismaPg } from '@prisma/adapter-pg';
import { DatabaseUnreachableError } from './database-unreachable-error.ts';
import { PrismaClient } from './generated/client.ts';
import { createLanes } from './lanes.ts';
import { startPulse, withinTime } from './pulse.ts';
import { WatchedPool } from './watched-pool.ts';

/** A statement written by hand. */
export interface Statement {
  /**
   * Each connection plans a named one once, for whatever values; the name must belong to one text. Without a name it is
   * planned for its values each time, which pays where they decide what is quick.
   */
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Whose connections and limits it is for, if not the usual ones; see `Lanes`. */
  readonly lane?: 'search';
}

export interface Database {
  readonly prisma: PrismaClient;
  /**
   * The door for hot reads: one hand-tuned statement. `Row` is what its caller says the columns are: numbers for
   * integers, Dates for timestamptz, parsed json, arrays.
   */
  readonly sql: <Row extends object>(statement: Statement) => Promise<Row[]>;
  /** The door of the job queue: connections of its own, for what nobody waits for. Takes several statements at once. */
  readonly background: (text: string, values?: unknown[]) => Promise<{ rows: object[] }>;
  /** Rejects when the database does not answer within two seconds. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const pingTimeoutMs = 2_000;
const defaultPatienceMs = 5_000;
const closeGraceMs = 2_000;

/**
 * Connects, and throws a DatabaseUnreachableError when it cannot. Prisma and the usual statements share `poolSize`
 * connections. `patienceMs` is how long a statement or a transaction may take; the other limits follow from it, in
 * `createLanes`. A database that stops answering is noticed within a third of it, and found again as quickly.
 */
export async function createDatabase({
  url,
  poolSize = 10,
  patienceMs = defaultPatienceMs,
}: {
  readonly url: string;
  readonly poolSize?: number;
  readonly patienceMs?: number;
}): Promise<Database> {
  const lanes = createLanes(poolSize, patienceMs);
  const isSilent = (): boolean => pulse.isSilent();
  const pools = {
    usual: new WatchedPool(url, lanes.usual, isSilent),
    search: new WatchedPool(url, lanes.search, isSilent),
    background: new WatchedPool(url, lanes.background, isSilent),
  };
  const all = Object.values(pools);
  const pulse = startPulse(url, patienceMs * 0.2, () => all.forEach((pool) => pool.abandon()));
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pools.usual),
    transactionOptions: { maxWait: lanes.usual.waitMs, timeout: patienceMs },
    // Its messages otherwise quote what a call was given, and messages are logged.
    errorFormat: 'minimal',
  });
  const database: Database = {
    prisma,
    sql: async <Row extends object>({ name, text, values, lane }: Statement) => {
      const { rows } = await pools[lane ?? 'usual'].query<Row>({ name, text, values: [...values] });
      return rows;
    },
    background: (text, values) => pools.background.query<object>(text, values),
    ping: async () => void (await withinTime(pingTimeoutMs, pools.usual.query('SELECT 1'))),
    close: async () => {
      await prisma.$disconnect();
      await Promise.all([pulse.stop(), ...all.map((pool) => pool.close(closeGraceMs))]);
    },
  };
  try {
    await pools.usual.query('SELECT 1');
    return database;
  } catch (cause) {
    await database.close();
    throw new DatabaseUnreachableError(url, cause);
  }
}
