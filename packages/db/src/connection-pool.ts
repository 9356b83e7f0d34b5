import { Pool, type Client, type ClientBase, type PoolClient } from 'pg';
import { createFairQueue, type FairQueue } from '@relato/contract/fair-queue';
import { DatabaseBusyError, DatabaseUnresponsiveError } from './database-errors.ts';
import type { PoolLimits } from './pool-limits.ts';

export interface PoolUse {
  /** The number of open connections, in use and idle. */
  readonly used: number;
  readonly idle: number;
  /** The number of statements that wait for a connection. */
  readonly waiting: number;
  /** The number of transactions and single statements that got a connection since the start of the process. */
  readonly statements: number;
}

interface PoolStatement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: unknown[];
  readonly parties: readonly string[];
}

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/**
 * The client's timeouts exceed those of the server by this time, so that the server cancels slow statements and gives a
 * reason.
 */
const marginMs = 2_000;
const keepAliveMs = 10_000;
/** An open screen sends statements more often than this, and a new connection costs six times a short search. */
const idleMs = 60_000;

const toSettings = ({ lockMs, statementMs, settings = {} }: PoolLimits): [string, string | number][] =>
  Object.entries({
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    // A transaction that is idle for this long was abandoned, and would keep its locks.
    idle_in_transaction_session_timeout: statementMs + marginMs,
    ...settings,
  });

/** Returns the timeouts that PostgreSQL enforces for a connection, and the client's for opening it and for each answer. */
const toConnectionOptions = (limits: PoolLimits) => ({
  connectionTimeoutMillis: limits.waitMs,
  query_timeout: limits.statementMs + marginMs,
  // Prisma sends statements for several relations of a transaction at once. A connection without an answer is destroyed.
  pipeline: true,
  // A pooler accepts no settings, because it shares its connections.
  ...(!limits.isPooled && {
    options: toSettings(limits)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  }),
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveMs,
});

/**
 * A pool of connections with a timeout for everything. A connection is destroyed and replaced if its answer takes longer
 * than the server's cancellation of the statement. While `isUnresponsive` is true, the pool hands out no connection.
 */
export class ConnectionPool extends Pool {
  readonly #limits: PoolLimits;
  readonly #isUnresponsive: () => boolean;
  readonly #clients = new Set<Client>();
  /** The queue of a pool whose statements take turns. */
  readonly #turns: FairQueue | null;
  #statements = 0;

  /** `onConnect` rejects a new connection to the wrong server. */
  constructor(
    url: string,
    limits: PoolLimits,
    isUnresponsive: () => boolean,
    onConnect?: (client: ClientBase) => Promise<void>,
  ) {
    super({
      connectionString: url,
      max: limits.connections,
      application_name: 'relato',
      idleTimeoutMillis: idleMs,
      ...toConnectionOptions(limits),
    });
    // The pool waits for this option, which its type does not contain.
    if (onConnect) Object.assign(this.options, { onConnect });
    this.#limits = limits;
    this.#isUnresponsive = isUnresponsive;
    const { connections: maxAtOnce, maxWaiting, waitMs: maxWaitMs } = limits;
    this.#turns = limits.takesTurns
      ? createFairQueue({ maxAtOnce, maxWaiting, maxWaitMs, toRefusal: () => new DatabaseBusyError() })
      : null;
    // The next query replaces a broken idle connection, and one in use fails its statements. An unhandled error event would
    // end the process.
    this.on('error', () => {});
    this.on('connect', (client) => {
      client.on('error', () => {});
      this.#clients.add(client);
    });
    this.on('acquire', () => (this.#statements += 1));
    this.on('remove', (client) => this.#clients.delete(client as unknown as Client)); // the pool makes Clients, its type says less
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    const refusal = this.#refuse();
    if (!refusal) {
      if (!callback) return super.connect();
      super.connect(callback);
      return undefined;
    }
    if (!callback) return Promise.reject(refusal);
    callback(refusal, undefined, () => {});
    return undefined;
  }

  #refuse(): Error | null {
    if (this.#isUnresponsive()) return new DatabaseUnresponsiveError();
    return this.waitingCount >= this.#limits.maxWaiting ? new DatabaseBusyError() : null;
  }

  /** Runs one statement, in its turn if the pool has turns. */
  run<Row extends object>(statement: PoolStatement): Promise<Row[]> {
    const run = () => this.#run<Row>(statement);
    return this.#turns ? this.#turns.run(statement.parties, run) : run();
  }

  /** Behind a pooler, a statement is a transaction with the settings of this pool, and has no name. */
  async #run<Row extends object>({ name, text, values }: PoolStatement): Promise<Row[]> {
    if (!this.#limits.isPooled)
      return (await this.query<Row>({ ...(name !== undefined && { name }), text, values })).rows;
    const client = await this.connect();
    try {
      const settings = toSettings(this.#limits).map(([setting, value]) => `SET LOCAL ${setting} = ${value}`);
      await client.query(['BEGIN', ...settings].join('; '));
      const { rows } = await client.query<Row>({ text, values });
      await client.query('COMMIT');
      client.release();
      return rows;
    } catch (error) {
      await client.query('ROLLBACK').then(
        () => client.release(),
        (lost: Error) => client.release(lost),
      );
      throw error;
    }
  }

  /** Returns the present use of the pool, and the number of transactions and single statements so far. */
  readUse(): PoolUse {
    const { totalCount, idleCount, waitingCount } = this;
    return {
      used: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount + (this.#turns?.countWaiting() ?? 0),
      statements: this.#statements,
    };
  }

  /** Destroys every connection, so that the waiting statements fail at once. */
  destroyConnections(): void {
    for (const { connection } of this.#clients) connection.stream.destroy(new DatabaseUnresponsiveError());
  }

  /** Closes the pool after its statements have ended, or after `graceMs`. */
  async close(graceMs: number): Promise<void> {
    const timer = setTimeout(() => this.destroyConnections(), graceMs);
    await this.end().finally(() => clearTimeout(timer));
  }
}
