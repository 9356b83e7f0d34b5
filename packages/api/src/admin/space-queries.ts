import { adminLimits, retention, toSpaceTrend, type DayFigures, type Overview } from '@relato/contract';
import type { Services } from '../rpc/context.ts';

interface SpaceRow {
  readonly day: string;
  readonly disk_used_bytes: number | null;
  readonly disk_bytes: number | null;
  readonly disk: string | null;
  readonly database_bytes: number;
}

/** Returns the growth of the disk and of the database. The capacity of the disk is its last one, and the database has none. */
export async function readSpaceTrends({
  database,
}: Pick<Services, 'database'>): Promise<NonNullable<Overview['trends']>> {
  const rows = await database.sql<SpaceRow>({
    name: 'overview-space',
    text: `SELECT day::text, disk_used_bytes::float8, disk_bytes::float8, disk, database_bytes::float8 FROM space_use
      WHERE day > (statement_timestamp() AT TIME ZONE 'UTC')::date - $1::int ORDER BY day`,
    values: [adminLimits.space.trendDays],
  });
  const last = rows.findLast(({ disk_bytes: bytes }) => bytes !== null);
  const capacityBytes = last?.disk_bytes ?? null;
  // The figures are those of the fullest disk, which may have been another one. The size stands for the name that days of an
  // earlier version lack.
  const isLast = ({ disk, disk_bytes: bytes }: SpaceRow): boolean =>
    disk !== null && last?.disk ? disk === last.disk : bytes === capacityBytes;
  const ofDisk = rows.flatMap((row) =>
    row.disk_used_bytes === null || !isLast(row) ? [] : [{ day: row.day, bytes: row.disk_used_bytes }],
  );
  return {
    disk: toSpaceTrend(ofDisk, capacityBytes),
    database: toSpaceTrend(
      rows.map(({ day, database_bytes: bytes }) => ({ day, bytes })),
      null,
    ),
  };
}

/** Lists the kept days in order. A day on which no server ran is missing. */
export const listDays = ({ database }: Pick<Services, 'database'>): Promise<readonly DayFigures[]> =>
  database.sql<DayFigures>({
    name: 'overview-days',
    text: `SELECT day::text, disk_used_bytes::float8 AS "diskUsedBytes", database_bytes::float8 AS "databaseBytes",
        users, stories, public_stories AS "publicStories", oldest_report_seconds AS "oldestReportSeconds"
      FROM space_use WHERE day >= (statement_timestamp() AT TIME ZONE 'UTC')::date - $1::int ORDER BY day`,
    values: [retention.spaceUse.days],
  });
