/** How long work of one kind may take, and how much of it there is at a time. */
export interface Lane {
  readonly connections: number;
  /** How long a statement waits for a connection, and how many may wait; what comes beyond them is refused at once. */
  readonly waitMs: number;
  readonly maxWaiting: number;
  /** How long a statement waits for a lock, and how long it runs. PostgreSQL itself ends those that take longer. */
  readonly lockMs: number;
  readonly statementMs: number;
}

export interface Lanes {
  /** What people wait for. Its statements end within the patience of a transaction. */
  readonly usual: Lane;
  /**
   * Searches: a word that is slow to find costs its visitor an answer, and nobody else a connection. Two run at a time,
   * because a machine of two cores has no more to give away.
   */
  readonly search: Lane;
  /** Jobs and house-keeping, for which nobody waits; they must end before a lock of theirs is missed. */
  readonly background: Lane;
}

/** The limits of a process. `patienceMs` is what a statement or a transaction that people wait for may take. */
export const createLanes = (poolSize: number, patienceMs: number): Lanes => ({
  usual: {
    connections: poolSize,
    // As long as a silent database may go unnoticed, and no longer: connections in the making are not given up before.
    waitMs: patienceMs * 0.3,
    maxWaiting: 1_000,
    lockMs: patienceMs * 0.3,
    statementMs: patienceMs,
  },
  search: {
    connections: 2,
    waitMs: patienceMs * 0.08,
    maxWaiting: 16,
    lockMs: patienceMs * 0.08,
    statementMs: patienceMs * 0.08,
  },
  background: {
    connections: 4,
    waitMs: patienceMs,
    maxWaiting: 1_000,
    lockMs: patienceMs,
    statementMs: 60_000,
  },
});
