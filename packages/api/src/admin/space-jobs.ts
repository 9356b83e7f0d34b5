import { retention, type RowCount } from '@relato/contract';
import type { Services } from '../rpc/context.ts';
import { countStories, countUsers, readOldest } from './overview-queries.ts';

type Measured = Pick<Services, 'database' | 'disk'>;

/**
 * Stores the figures of the day once, and deletes old days. Safe to run concurrently, because the first row of a day stays.
 */
export async function keepDayFigures(services: Measured): Promise<void> {
  const { prisma } = services.database;
  const today = await prisma.$queryRaw<unknown[]>`
    SELECT 1 FROM space_use WHERE day = (statement_timestamp() AT TIME ZONE 'UTC')::date`;
  if (today.length === 0) await measureDay(services);
  await prisma.$executeRaw`DELETE FROM space_use
    WHERE day < (statement_timestamp() AT TIME ZONE 'UTC')::date - ${retention.spaceUse.days}::int`;
}

/** Returns null for a lower bound, which would show as a fall between two estimates. */
const toKnown = ({ count, precision }: RowCount): number | null => (precision === 'more' ? null : count);

async function measureDay({ database: { prisma, sql }, disk }: Measured): Promise<void> {
  const [space, { total }, stories, { oldestReportSeconds }] = await Promise.all([
    disk.readSpace(),
    countUsers(sql),
    countStories(sql),
    readOldest(sql),
  ]);
  const usedBytes = space && space.bytes - space.freeBytes;
  const publicStories = toKnown(stories.public);
  const others = toKnown(stories.others);
  const allStories = publicStories === null || others === null ? null : publicStories + others;
  await prisma.$executeRaw`
    INSERT INTO space_use
      (day, disk_used_bytes, disk_bytes, disk, database_bytes, users, stories, public_stories, oldest_report_seconds)
    SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date, ${usedBytes}::bigint, ${space?.bytes ?? null}::bigint,
      ${space?.disk ?? null}::text,
      pg_database_size(current_database()), ${toKnown(total)}::int, ${allStories}::int, ${publicStories}::int,
      ${Math.round(oldestReportSeconds ?? 0)}::int
    ON CONFLICT (day) DO NOTHING`;
}
