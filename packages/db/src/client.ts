import { PrismaPg } from '@prisma/adapter-pg';
import { Pool } from 'pg';
import { DatabaseUnreachableError } from './database-unreachable-error.ts';
import { PrismaClient } from './generated/client.ts';

/** A statement written by hand. */
export interface Statement {
  /**
   * Each connection plans a named one once, for whatever values; the name must belong to one text. Without a name it is
   * planned for its values each time, which pays where they decide what is quick.
   */
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface Database {
  readonly prisma: PrismaClient;
  /**
   * The door for hot reads: one hand-tuned statement. `Row` is what its caller says the columns are: numbers for
   * integers, Dates for timestamptz, parsed json, arrays.
   */
  readonly sql: <Row extends object>(statement: Statement) => Promise<Row[]>;
  /** Rejects when the database does not answer within two seconds. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const pingTimeoutMs = 2_000;
const defaultPatienceMs = 5_000;

/**
 * Connects, and throws a DatabaseUnreachableError when it cannot. Prisma and `sql` share `poolSize` connections.
 * `patienceMs` is how long a statement or a transaction waits for one of them, and how long a transaction may take.
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
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: patienceMs,
    application_name: 'relato',
  });
  // An idle connection that breaks is replaced by the next query; unhandled, it would end the process.
  pool.on('error', () => {});
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    transactionOptions: { maxWait: patienceMs, timeout: patienceMs },
    // Its messages otherwise quote what a call was given, and messages are logged.
    errorFormat: 'minimal',
  });
  const database: Database = {
    prisma,
    sql: async <Row extends object>({ name, text, values }: Statement) => {
      const { rows } = await pool.query<Row>({ name, text, values: [...values] });
      return rows;
    },
    ping: () => withinTime(pingTimeoutMs, pool.query('SELECT 1')),
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
  try {
    await pool.query('SELECT 1');
    return database;
  } catch (cause) {
    await database.close();
    throw new DatabaseUnreachableError(url, cause);
  }
}

async function withinTime(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
