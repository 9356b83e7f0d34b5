import type { PoolUse } from './connection-pool.ts';
import type { PrismaClient } from './generated/client.ts';

/** A hand-written SQL statement. */
export interface Statement {
  /**
   * Each connection plans a named statement once for all values; a name must belong to one text. Without a name, the
   * statement is planned for its values each time, which pays if the best plan depends on them.
   */
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
  /** `read` by default; see `PoolLimitsByUse`. */
  readonly pool?: 'read' | 'write' | 'search';
  /** For whom a search is; see `FairQueue`. */
  readonly parties?: readonly string[];
}

export interface Database {
  readonly prisma: PrismaClient;
  /**
   * Runs one hand-written statement. The caller states the type of its rows: numbers for integers, Dates for
   * timestamptz, parsed JSON, arrays. Throws errors that `isDatabaseUnavailable` and its neighbours classify.
   */
  readonly sql: <Row extends object>(statement: Statement) => Promise<Row[]>;
  /** Runs statements of the job queue, several in one text, on the pool that no request waits for. */
  readonly background: (text: string, values?: unknown[]) => Promise<{ rows: object[] }>;
  /** Null if everything is read from the primary. */
  readonly replica: ReadReplica | null;
  /** Returns what each pool of connections does at this moment, by its name. */
  readonly readPools: () => Readonly<Record<string, PoolUse>>;
  /** Rejects if the database does not answer within two seconds. */
  readonly ping: () => Promise<void>;
  /** Closes every connection; running statements get two seconds. */
  readonly close: () => Promise<void>;
}

/**
 * The database that answered a call which may lag. From the primary: `ownWrite`, because the replica has not replayed what
 * the caller wrote; `removal`, because it has not replayed what was removed; `unavailable`, because it is away or too far
 * behind. `failed` counts single statements that the replica did not answer.
 */
export type ReplicaOutcome = 'replica' | 'ownWrite' | 'removal' | 'unavailable' | 'failed';

interface ReplicaState {
  readonly isUsed: boolean;
  /** The most that it is behind. Null if that was never known. */
  readonly lagMs: number | null;
  readonly outcomes: Readonly<Record<ReplicaOutcome, number>>;
}

export interface ReadReplica {
  /** True if it answered at the start. */
  readonly isReachable: boolean;
  /**
   * Resolves with the database that a call reads from, or with null for the primary. The replica is chosen only if it shows
   * everything that was written before `writtenAtMs`, a time of `readTimeMs`, and nothing that was removed before this call.
   */
  readonly choose: (writtenAtMs: number | null) => Promise<Database | null>;
  /** Resolves with a time of the primary's clock after everything that was written before the call. */
  readonly readTimeMs: () => Promise<number>;
  readonly readState: () => ReplicaState;
}
