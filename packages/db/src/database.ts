import type { PoolUse } from './connection-pool.ts';
import type { PrismaClient } from './generated/client.ts';

/** A hand-written SQL statement. */
export interface Statement {
  /**
   * Each connection plans a named statement once for all values, so a name must belong to one text. An unnamed statement is
   * planned for its values each time, which is better if the plan depends on them.
   */
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
  /** The default is `read`. See `PoolLimitsByUse`. */
  readonly pool?: 'read' | 'write' | 'search';
  /** The parties of a search. See `FairQueue`. */
  readonly parties?: readonly string[];
}

/** The shape that the job queue asks for. */
interface Answer<Row> {
  readonly rows: Row[];
}

export interface Database {
  readonly prisma: PrismaClient;
  /**
   * Runs one hand-written statement. The caller declares the type of its rows: numbers for integers, Dates for timestamptz,
   * parsed JSON, arrays. Throws errors that `isDatabaseUnavailable` and its neighbours classify.
   */
  readonly sql: <Row extends object>(statement: Statement) => Promise<Row[]>;
  /**
   * Runs statements of the job queue, several in one text, on a pool that no request waits for. The caller declares the type
   * of the rows, as for `sql`.
   */
  readonly background: <Row extends object>(text: string, values?: unknown[]) => Promise<Answer<Row>>;
  /** Null if the primary answers all reads. */
  readonly replica: ReadReplica | null;
  /** Returns the present use of each pool of connections, by its name. */
  readonly readPools: () => Readonly<Record<string, PoolUse>>;
  /** Rejects if the database does not answer within two seconds. */
  readonly ping: () => Promise<void>;
  /** Closes every connection. Running statements get two seconds. */
  readonly close: () => Promise<void>;
}

/**
 * The database that answered a call which may lag. Reasons for the primary: `ownWrite`, because the replica has not replayed
 * the caller's writes; `removal`, because it has not replayed a removal; `unavailable`, because it is away or too far
 * behind. `failed` counts single statements that the replica did not answer.
 */
export type ReplicaOutcome = 'replica' | 'ownWrite' | 'removal' | 'unavailable' | 'failed';

interface ReplicaState {
  readonly isUsed: boolean;
  /** The upper bound of the lag. Null until it is known. */
  readonly lagMs: number | null;
  readonly outcomes: Readonly<Record<ReplicaOutcome, number>>;
}

export interface ReadReplica {
  /** Whether it answered at the start. */
  readonly isReachable: boolean;
  /**
   * Resolves with the database for the reads of a call, or with null for the primary. Chooses the replica only if it shows
   * all writes before `writtenAtMs`, a time from `readTimeMs`, and all removals before this call.
   */
  readonly choose: (writtenAtMs: number | null) => Promise<Database | null>;
  /** Resolves with a time of the primary's clock after all writes before the call. */
  readonly readTimeMs: () => Promise<number>;
  readonly readState: () => ReplicaState;
}
