import type { Database, Prisma } from '@relato/db';
import { fromPrisma, type PgBoss } from 'pg-boss';

const suffix = '.dead';

/** Returns the queue for the permanently failed jobs of the queue `name`. */
export const toDeadQueue = (name: string): string => `${name}${suffix}`;

/** A permanently failed job. */
export interface DeadJobRow {
  readonly id: string;
  /** The queue in which the job failed. */
  readonly name: string;
  readonly data: unknown;
  /** The error of the last attempt. Null if its worker was killed. */
  readonly error: string | null;
  readonly failedAt: Date;
}

export interface DeadJobsPage {
  readonly before: Pick<DeadJobRow, 'failedAt' | 'id'> | null;
  readonly limit: number;
}

/**
 * $1 are the queues of dead letters, $2 and $3 the last row of the previous page, $4 the limit. Cursors have a resolution of
 * milliseconds.
 */
const listStatement = `
  SELECT id, left(name, -${suffix.length}) AS name, data, date_trunc('milliseconds', created_on) AS "failedAt",
    source_output ->> 'message' AS error
  FROM pgboss.job
  WHERE name = ANY ($1::text[]) AND state < 'active'
    AND ($2::timestamptz IS NULL OR (date_trunc('milliseconds', created_on), id) < ($2::timestamptz, $3::uuid))
  ORDER BY date_trunc('milliseconds', created_on) DESC, id DESC
  LIMIT $4`;

/** Lists the permanently failed jobs of these queues, last failed first, from `before` on. */
export async function listDeadJobs(
  { background }: Pick<Database, 'background'>,
  names: readonly string[],
  { before, limit }: DeadJobsPage,
): Promise<DeadJobRow[]> {
  const { rows } = await background<DeadJobRow>(listStatement, [
    names.map(toDeadQueue),
    before?.failedAt ?? null,
    before?.id ?? null,
    limit,
  ]);
  return rows;
}

/**
 * Queues a permanently failed job again, as part of `transaction`. Returns whether it existed. Concurrent calls wait for
 * each other, so that the second one finds out who was first.
 */
export async function retryDeadJob(
  boss: Pick<PgBoss, 'redrive'>,
  transaction: Prisma.TransactionClient,
  id: string,
): Promise<boolean> {
  const [row] = await transaction.$queryRaw<{ name: string }[]>`
    SELECT name FROM pgboss.job WHERE id = ${id}::uuid AND name LIKE ${`%${suffix}`} AND state < 'active' FOR UPDATE`;
  if (!row) return false;
  const destination = row.name.slice(0, -suffix.length);
  return (await boss.redrive(row.name, { ids: [id], destination, db: fromPrisma(transaction) })) === 1;
}

/** Deletes a permanently failed job, as part of `transaction`. Returns whether it existed. */
export async function dropDeadJob(transaction: Prisma.TransactionClient, id: string): Promise<boolean> {
  const dropped = await transaction.$executeRaw`
    DELETE FROM pgboss.job WHERE id = ${id}::uuid AND name LIKE ${`%${suffix}`} AND state < 'active'`;
  return dropped === 1;
}
