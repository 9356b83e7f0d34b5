/** The size and the timeouts of one connection pool. */
export interface PoolLimits {
  readonly connections: number;
  /**
   * The longest wait of a statement for a connection, and the number of waiting statements beyond which further ones are
   * refused.
   */
  readonly waitMs: number;
  readonly maxWaiting: number;
  /** The longest wait of a statement for a lock, and its longest run. PostgreSQL cancels slower statements. */
  readonly lockMs: number;
  readonly statementMs: number;
  /** Statements take turns by their parties instead of their order of arrival. */
  readonly takesTurns?: boolean;
  /** Further settings of PostgreSQL for the connections of the pool. */
  readonly settings?: Readonly<Record<string, string>>;
  /** True behind a pooler such as PgBouncer, which changes connections after each transaction. */
  readonly isPooled?: boolean;
}

export interface PoolLimitsByUse {
  /**
   * For hand-written reads of requests. Writes that wait for a row, such as votes on one story, take none of these
   * connections. A normal read takes some milliseconds, and one that takes seconds is cancelled.
   */
  readonly read: PoolLimits;
  /** For Prisma, writes and counts. These statements end within the timeout of a transaction. */
  readonly write: PoolLimits;
  /**
   * For searches. A slow search fails its own request and takes no connection of others. Two run at a time, because a
   * machine with two cores cannot spare more, and networks take turns.
   */
  readonly search: PoolLimits;
  /** For jobs and cleanup, which no request waits for. They must end before their own locks expire. */
  readonly background: PoolLimits;
}

/**
 * Returns the limits of the pools of a process. `statementTimeoutMs` is the timeout of a statement or transaction of a
 * request.
 */
export const createPoolLimits = (poolSize: number, statementTimeoutMs: number): PoolLimitsByUse => ({
  read: {
    connections: poolSize,
    // Equals the time in which an unresponsive database may go unnoticed. A shorter wait would abort new connections.
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
    // The two long statements of a search end within half a second.
    statementMs: statementTimeoutMs * 0.05,
    // The statistics do not cover rare terms, so the planner would expect many matches and scan all texts.
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
