import { Client, Pool, type PoolClient } from 'pg';
import { DatabaseBusyError } from './database-busy-error.ts';
import { DatabaseUnresponsiveError } from './database-unresponsive-error.ts';
import type { PoolLimits } from './pool-limits.ts';

export interface PoolUse {
  /** The open connections, in use and idle. */
  readonly used: number;
  readonly idle: number;
  /** The number of statements that wait for a connection. */
  readonly waiting: number;
  /** Since the start of the process. */
  readonly statements: number;
}

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** The client's timeouts exceed the server's by this: a statement that is only slow is cancelled by the server, with a reason. */
const marginMs = 2_000;
const keepAliveMs = 10_000;
/** Shorter than the timeout of a silent connection, so that only connections in use reach that timeout. */
const idleMs = 1_500;

/** Returns the timeouts that PostgreSQL enforces for a connection, and the client's for opening it. */
const toConnectionOptions = ({ waitMs, lockMs, statementMs, options }: PoolLimits) => ({
  connectionTimeoutMillis: waitMs,
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  // A transaction that is idle for so long was abandoned, and would keep its locks.
  idle_in_transaction_session_timeout: statementMs + marginMs,
  ...(options && { options }),
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveMs,
});

/**
 * A pool of connections with a timeout for everything. A connection that stays silent for longer than the server would
 * take to cancel its statement is destroyed and replaced. While `isUnresponsive` is true, no connection is handed out.
 */
export class ConnectionPool extends Pool {
  readonly #limits: PoolLimits;
  readonly #isUnresponsive: () => boolean;
  readonly #clients = new Set<Client>();
  #statements = 0;

  constructor(url: string, lane: PoolLimits, isUnresponsive: () => boolean) {
    super({
      connectionString: url,
      max: lane.connections,
      application_name: 'relato',
      idleTimeoutMillis: idleMs,
      ...toConnectionOptions(lane),
    });
    this.#limits = lane;
    this.#isUnresponsive = isUnresponsive;
    // A broken idle connection is replaced by the next query; an unhandled error event would end the process.
    this.on('error', () => {});
    this.on('connect', (client) => this.#watch(client as unknown as Client)); // the pool makes Clients, its type says less
    this.on('remove', (client) => this.#clients.delete(client as unknown as Client)); // as above
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

  #watch(client: Client): void {
    this.#clients.add(client);
    this.#countStatements(client);
    const { stream } = client.connection;
    // Idle connections are closed long before this timeout, so a silent connection is waiting for an answer.
    if ('setTimeout' in stream && typeof stream.setTimeout === 'function') {
      stream.setTimeout(this.#limits.statementMs + marginMs, () =>
        stream.destroy(new DatabaseUnresponsiveError()),
      );
    }
  }

  #countStatements(client: Client): void {
    const query = (...values: unknown[]): unknown => {
      this.#statements += 1;
      const inherited = Reflect.get(Client.prototype, 'query') as (...all: unknown[]) => unknown; // all its overloads
      return Reflect.apply(inherited, client, values);
    };
    Object.assign(client, { query });
  }

  /** Returns what the pool does at this moment, and how many statements it has sent. */
  readUse(): PoolUse {
    const { totalCount, idleCount, waitingCount } = this;
    return {
      used: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount,
      statements: this.#statements,
    };
  }

  /** Destroys every connection: the statements that wait for an answer fail at once. */
  destroyConnections(): void {
    for (const { connection } of this.#clients) connection.stream.destroy(new DatabaseUnresponsiveError());
  }

  /** Closes the pool after its statements have ended, or after `graceMs`. */
  async close(graceMs: number): Promise<void> {
    const timer = setTimeout(() => this.destroyConnections(), graceMs);
    await this.end().finally(() => clearTimeout(timer));
  }
}
