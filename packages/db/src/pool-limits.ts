/** The size and the timeouts of one connection pool. */
export interface PoolLimits {
  readonly connections: number;
  /** How long a statement waits for a connection, and how many may wait; further ones are refused at once. */
  readonly waitMs: number;
  readonly maxWaiting: number;
  /** How long a statement waits for a lock, and how long it runs. PostgreSQL cancels a statement that takes longer. */
  readonly lockMs: number;
  readonly statementMs: number;
  /** Statements wait in turns of their parties, not in the order in which they come. */
  readonly takesTurns?: boolean;
  /** Further settings of PostgreSQL for the connections of the pool. */
  readonly settings?: Readonly<Record<string, string>>;
  /** True behind a pooler such as PgBouncer, which gives a connection to others after each transaction. */
  readonly isPooled?: boolean;
}

export interface PoolLimitsByUse {
  /**
   * For hand-written reads of requests. Writes that wait for a row, such as votes on one story, take no connection from
   * them. A read that users wait for takes some milliseconds; one that takes seconds is given up.
   */
  readonly read: PoolLimits;
  /** For Prisma, and for what writes or counts. Its statements end within the timeout of a transaction. */
  readonly write: PoolLimits;
  /**
   * For searches: a word that is slow to find fails its own request and takes no connection from others. Two run at a
   * time, because a machine with two cores has no more to spare, and networks take turns.
   */
  readonly search: PoolLimits;
  /** For jobs and cleanup, which no request waits for; they must end before their own locks expire. */
  readonly background: PoolLimits;
}

/** Returns the limits of a process's pools. `statementTimeoutMs` is the timeout of a statement or transaction of a request. */
export const createPoolLimits = (poolSize: number, statementTimeoutMs: number): PoolLimitsByUse => ({
  read: {
    connections: poolSize,
    // As long as an unresponsive database may go unnoticed: a shorter wait would abort connections that are being made.
    waitMs: statementTimeoutMs * 0.3,
    maxWaiting: 1_000,
    lockMs: statementTimeoutMs * 0.3,
    statementMs: statementTimeoutMs * 0.4,
  },
  write: {
    connections: poolSize,
    waitMs: statementTimeoutMs * 0.3,
    maxWaiting: 1_000,
    lockMs: statementTimeoutMs * 0.3,
    statementMs: statementTimeoutMs,
  },
  search: {
    connections: 2,
    waitMs: statementTimeoutMs * 0.08,
    maxWaiting: 16,
    takesTurns: true,
    lockMs: statementTimeoutMs * 0.08,
    // The two long statements that a search may need end within half a second.
    statementMs: statementTimeoutMs * 0.05,
    // The statistics know nothing of rare terms: a planner that expects many matches would read all texts one by one.
    settings: { enable_seqscan: 'off' },
  },
  background: {
    connections: 4,
    waitMs: statementTimeoutMs,
    maxWaiting: 1_000,
    lockMs: statementTimeoutMs,
    statementMs: 60_000,
  },
});
