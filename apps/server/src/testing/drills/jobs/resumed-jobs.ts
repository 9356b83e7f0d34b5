import type { Database } from '@relato/db';
import { measureUntil } from '../world/measure-until.ts';

interface ActiveJob {
  readonly id: string;
  /** The time with the microseconds of the database, which a Date loses. */
  readonly startedMs: number;
  /** A worker that ran it has been killed before. Of such jobs one runs at a time. */
  readonly isSuspect: boolean;
}

const patienceMs = 60_000;

/** Lists the transcriptions that a worker runs, or ran when it was killed. */
export const listActiveJobs = ({ prisma }: Pick<Database, 'prisma'>): Promise<ActiveJob[]> =>
  prisma.$queryRaw<ActiveJob[]>`
    SELECT id, (extract(epoch FROM started_on) * 1000)::float8 AS "startedMs",
      retry_count >= 1 AS "isSuspect"
    FROM pgboss.job WHERE name = 'transcribe-recording' AND state = 'active'`;

/**
 * Resolves with the milliseconds from `sinceMs` until the job was started again, and with null for a job that ended without
 * that, because another worker ran it.
 */
export async function measureResumption(
  { prisma }: Pick<Database, 'prisma'>,
  { id, startedMs }: ActiveJob,
  sinceMs: number,
): Promise<number | null> {
  let isOther = false;
  const tookMs = await measureUntil(
    async () => {
      const [row] = await prisma.$queryRaw<{ isAgain: boolean; isEnded: boolean }[]>`
        SELECT (extract(epoch FROM started_on) * 1000)::float8 > ${startedMs} AS "isAgain",
          state NOT IN ('active', 'retry') AS "isEnded"
        FROM pgboss.job WHERE id = ${id}::uuid`;
      isOther = row?.isEnded === true && !row.isAgain;
      return row === undefined || row.isEnded || row.isAgain;
    },
    patienceMs,
    sinceMs,
  );
  return isOther ? null : (tookMs ?? patienceMs);
}
