import { retention } from '@relato/contract';
import type { Services } from '../rpc/context.ts';

/**
 * Stores the used space of the disk and of the database once a day, and deletes old days. Safe to run concurrently, because
 * the first row of a day stays.
 */
export async function keepSpaceUse({ database, disk }: Pick<Services, 'database' | 'disk'>): Promise<void> {
  const { prisma } = database;
  const space = await disk.readSpace();
  const usedBytes = space && space.bytes - space.freeBytes;
  await prisma.$executeRaw`
    INSERT INTO space_use (day, disk_used_bytes, disk_bytes, database_bytes)
    SELECT day, ${usedBytes}::bigint, ${space?.bytes ?? null}::bigint, pg_database_size(current_database())
    FROM (SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date AS day) today
    WHERE NOT EXISTS (SELECT FROM space_use WHERE space_use.day = today.day)
    ON CONFLICT (day) DO NOTHING`;
  await prisma.$executeRaw`DELETE FROM space_use
    WHERE day < (clock_timestamp() AT TIME ZONE 'UTC')::date - ${retention.spaceUse.days}::int`;
}
