import type { Services } from '../../rpc/context.ts';
import { eraseFreeze } from './mutations.ts';

/**
 * Ends expired freezes, and deletes ended ones of deleted stories. Safe to run concurrently with itself and with
 * prolongations.
 */
export async function endFreezes(services: Pick<Services, 'database' | 'jobs'>): Promise<void> {
  const { prisma } = services.database;
  const due = await prisma.$queryRaw<{ id: string }[]>`
    SELECT id FROM freezes WHERE ends_at <= statement_timestamp() AND ended_at IS NULL ORDER BY ends_at`;
  for (const { id } of due)
    await prisma.$transaction(async (tx) => {
      const still = await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM freezes WHERE id = ${id}::uuid AND ends_at <= statement_timestamp() AND ended_at IS NULL FOR UPDATE`;
      if (still.length > 0) await eraseFreeze(services, tx, null, id);
    });
  await prisma.$executeRaw`DELETE FROM freezes f
    WHERE f.ended_at IS NOT NULL AND NOT EXISTS (SELECT FROM stories s WHERE s.id = f.story_id)`;
}
