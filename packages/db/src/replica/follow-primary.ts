import { askTogether } from '../ask-together.ts';
import type { Database } from '../database.ts';
import type { Moment } from './freshness.ts';
import { identityColumns, positionOf, type ClusterIdentity } from './standby.ts';

export interface FollowedPrimary {
  /** Resolves with a moment after all writes before the call. Concurrent calls share the question. */
  readonly readMoment: () => Promise<Moment>;
  /** Returns a position of the log after every removal up to the last answer. */
  readonly removedBefore: () => number;
}

/** Follows the writes of the primary, and the removals of readable rows, which the triggers of `removals` count. */
export function followPrimary({ sql }: Pick<Database, 'sql'>): FollowedPrimary {
  let removals: number | null = null;
  let removedBefore = Infinity;
  const readMoment = askTogether(async (): Promise<Moment> => {
    const askedAtMs = performance.now();
    const [row] = await sql<{
      readonly timeMs: number;
      readonly position: number;
      readonly removals: number;
    }>({
      name: 'replica-moment',
      // The time is read before PostgreSQL's snapshot and the position after it, so that the position is behind the commit
      // of each counted removal.
      text: `SELECT extract(epoch FROM now())::float8 * 1000 AS "timeMs",
        ${positionOf('pg_current_wal_insert_lsn()')} AS position,
        (SELECT coalesce(sum(count), 0)::float8 FROM removals) AS removals`,
      values: [],
    });
    if (!row) throw new Error('The primary does not tell its position');
    if (row.removals !== removals) [removals, removedBefore] = [row.removals, row.position];
    return { askedAtMs, timeMs: row.timeMs, position: row.position };
  });
  return { readMoment, removedBefore: () => removedBefore };
}

export async function readIdentity({ sql }: Pick<Database, 'sql'>): Promise<ClusterIdentity> {
  const [row] = await sql<ClusterIdentity>({ text: `SELECT ${identityColumns}`, values: [] });
  if (!row) throw new Error('The primary does not tell its identity');
  return row;
}
