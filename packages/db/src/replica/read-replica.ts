import { serverLimits } from '@relato/contract';
import type { Database, ReplicaOutcome, Statement } from '../database.ts';
import { ConnectionPool } from '../connection-pool.ts';
import { hasCode, isDatabaseUnavailable, isTimeout } from '../database-errors.ts';
import { createPoolLimits } from '../pool-limits.ts';
import { followPrimary, readIdentity } from './follow-primary.ts';
import { ReplicaError } from './standby.ts';
import {
  findTroubleAtStart,
  watchStandby,
  type ReplicaBounds,
  type Standby,
  type StandbyWatch,
} from './watch-standby.ts';

interface ReplicaOptions {
  readonly url: string;
  readonly poolSize?: number;
  readonly statementTimeoutMs?: number;
  /** Tests replace the limits of the contract. */
  readonly bounds?: Partial<ReplicaBounds>;
  /** Called with the reason when reads start or stop going to the replica. */
  readonly onChange?: (isUsed: boolean, reason: string) => void;
}

const isCancelled = (error: unknown): boolean => hasCode(error, /^57014$/);

/** Returns whether further statements would fail as well. A flood of searches that takes every connection does not count. */
const isTroubleOfAll = (error: unknown): boolean =>
  error instanceof ReplicaError || isCancelled(error) || (isDatabaseUnavailable(error) && !isTimeout(error));

/**
 * Returns the database of a primary with a replica for the reads that choose it. If the replica does not answer a statement,
 * the primary does, and the replica is used again after it answers. Throws ReplicaError if the server at `url` answers and
 * is not a standby of the primary.
 */
export async function withReadReplica(
  primary: Database,
  { url, poolSize = 10, statementTimeoutMs = 5_000, bounds: given = {}, onChange = () => {} }: ReplicaOptions,
): Promise<Database> {
  const bounds = { ...serverLimits.replica, ...given };
  const identity = await readIdentity(primary);
  const trouble = await findTroubleAtStart(url, identity);
  const outcomes = { replica: 0, ownWrite: 0, removal: 0, unavailable: 0, failed: 0 };
  const followed = followPrimary(primary);
  const watch = watchStandby({
    url,
    identity,
    primary: followed,
    bounds,
    onChange,
    onUnresponsive: () => all.forEach((pool) => pool.destroyConnections()),
  });
  const pools = createPools(url, watch, createPoolLimits(poolSize, statementTimeoutMs), bounds);
  const all = Object.values(pools);
  let reader: { readonly run: string; readonly database: Database } | null = null;

  /** Reads from one run of the standby, because the next run may have lost the rows for which it was chosen. */
  const createReader = (run: string): Database => {
    const read = async <Row extends object>({
      name,
      text,
      values,
      pool,
      parties = [],
    }: Statement): Promise<Row[] | null> => {
      if (watch.findUsable()?.run !== run) return null;
      const chosen = pools[pool === 'search' ? 'replicaSearch' : 'replica'];
      try {
        const rows = await chosen.run<Row>({ name, text, values: [...values], parties });
        // During the statement, a connection may have been opened to the next run.
        return watch.isSameRun(run) ? rows : null;
      } catch (error) {
        // A search that is too slow on the replica is too slow on the primary as well.
        if (pool === 'search' && isCancelled(error)) throw error;
        if (isTroubleOfAll(error)) watch.rest(error);
        return null;
      }
    };
    return {
      ...primary,
      sql: async <Row extends object>(statement: Statement) => {
        if (statement.pool === 'write') return primary.sql<Row>(statement);
        const rows = await read<Row>(statement);
        if (rows) return rows;
        outcomes.failed += 1;
        return primary.sql<Row>(statement);
      },
    };
  };
  const toReader = ({ run }: Standby): Database => {
    reader = reader?.run === run ? reader : { run, database: createReader(run) };
    return reader.database;
  };
  const decide = async (
    writtenAtMs: number | null,
  ): Promise<Standby | Exclude<ReplicaOutcome, 'replica' | 'failed'>> => {
    const standby = watch.findUsable();
    if (!standby) return 'unavailable';
    if (writtenAtMs !== null && writtenAtMs > watch.showsUntilMs()) return 'ownWrite';
    const isKnown = await followed.readMoment().then(
      () => true,
      () => false,
    );
    if (!isKnown || watch.findUsable() !== standby) return 'unavailable';
    return followed.removedBefore() > standby.replayed ? 'removal' : standby;
  };

  return {
    ...primary,
    replica: {
      isReachable: trouble === '',
      choose: async (writtenAtMs) => {
        const decided = await decide(writtenAtMs);
        outcomes[typeof decided === 'string' ? decided : 'replica'] += 1;
        return typeof decided === 'string' ? null : toReader(decided);
      },
      readTimeMs: async () => (await followed.readMoment()).timeMs,
      readState: () => ({
        isUsed: watch.findUsable() !== null,
        lagMs: watch.readLagMs(),
        outcomes: { ...outcomes },
      }),
    },
    readPools: () => ({
      ...primary.readPools(),
      ...Object.fromEntries(Object.entries(pools).map(([name, pool]) => [name, pool.readUse()])),
    }),
    close: async () => {
      await Promise.all([watch.stop(), ...all.map((pool) => pool.close(bounds.answerMs))]);
      await primary.close();
    },
  };
}

/** Half of the primary's time, because the primary repeats a statement that the replica does not answer. */
const createPools = (
  url: string,
  { isUnresponsive, requireSameRun }: StandbyWatch,
  { read, search }: ReturnType<typeof createPoolLimits>,
  { answerMs }: ReplicaBounds,
) => ({
  replica: new ConnectionPool(
    url,
    { ...read, waitMs: answerMs, statementMs: read.statementMs / 2 },
    isUnresponsive,
    requireSameRun,
  ),
  replicaSearch: new ConnectionPool(url, search, isUnresponsive, requireSameRun),
});
