import type { Services } from '../../rpc/context.ts';
import { eraseFreeze } from './mutations.ts';

/** Ends the freezes whose time is over. Safe to run concurrently with itself and with prolongations. */
export async function endFreezes(services: Pick<Services, 'database' | 'jobs'>): Promise<void> {
  const { prisma } = services.database;
  const due = await prisma.$queryRaw<{ id: string }[]>`
    SELECT id FROM freezes WHERE ends_at <= clock_timestamp() ORDER BY ends_at`;
  for (const { id } of due)
    await prisma.$transaction(async (tx) => {
      const still = await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM freezes WHERE id = ${id}::uuid AND ends_at <= clock_timestamp() FOR UPDATE`;
      if (still.length > 0) await eraseFreeze(services, tx, null, id);
    });
}
