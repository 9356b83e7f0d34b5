import { Pool, type Client, type PoolClient } from 'pg';
import { DatabaseBusyError } from './database-busy-error.ts';
import { DatabaseSilentError } from './database-silent-error.ts';
import type { Lane } from './lanes.ts';

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** Between the server's limits and ours: a statement that is only slow is ended by the server, with a reason. */
const marginMs = 2_000;
const keepAliveMs = 10_000;
/** Shorter than the time after which a silent connection is given up: that time is only met by statements. */
const idleMs = 1_500;

/** The limits that PostgreSQL keeps for a connection, and ours for making it. */
export const toConnectionOptions = ({ waitMs, lockMs, statementMs }: Lane) => ({
  connectionTimeoutMillis: waitMs,
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  // A transaction of ours that does nothing for so long holds its locks for nobody.
  idle_in_transaction_session_timeout: statementMs + marginMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveMs,
});

/**
 * Connections to one database, none of which is waited for without end. One that owes an answer for longer than the
 * server would take to refuse it is ended and replaced. While `isSilent`, nobody is given a connection.
 */
export class WatchedPool extends Pool {
  readonly #lane: Lane;
  readonly #isSilent: () => boolean;
  readonly #clients = new Set<Client>();

  constructor(url: string, lane: Lane, isSilent: () => boolean) {
    super({
      connectionString: url,
      max: lane.connections,
      application_name: 'relato',
      idleTimeoutMillis: idleMs,
      ...toConnectionOptions(lane),
    });
    this.#lane = lane;
    this.#isSilent = isSilent;
    // An idle connection that breaks is replaced by the next query; unhandled, it would end the process.
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
    if (this.#isSilent()) return new DatabaseSilentError();
    return this.waitingCount >= this.#lane.maxWaiting ? new DatabaseBusyError() : null;
  }

  #watch(client: Client): void {
    this.#clients.add(client);
    const { stream } = client.connection;
    // Idle connections are closed long before, so that a quiet one is in use: nothing came back, or nothing was sent.
    if ('setTimeout' in stream && typeof stream.setTimeout === 'function') {
      stream.setTimeout(this.#lane.statementMs + marginMs, () => stream.destroy(new DatabaseSilentError()));
    }
  }

  /** Ends every connection as it stands: what waits for an answer over one fails now. */
  abandon(): void {
    for (const { connection } of this.#clients) connection.stream.destroy(new DatabaseSilentError());
  }

  /** Lets statements end, for at most `graceMs`. */
  async close(graceMs: number): Promise<void> {
    const timer = setTimeout(() => this.abandon(), graceMs);
    await this.end().finally(() => clearTimeout(timer));
  }
}
