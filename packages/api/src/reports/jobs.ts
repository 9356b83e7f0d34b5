import { limits } from '@relato/contract';
import type { Services } from '../rpc/context.ts';

/** Forgets what reports keep of stories as soon as it opens nothing any more, and where decided reports came from. */
export async function forgetReported({ database }: Pick<Services, 'database'>): Promise<void> {
  await database.prisma.$executeRaw`UPDATE reports SET title = NULL, transcript = NULL, tags = '{}'
    WHERE title IS NOT NULL AND (decided_at IS NOT NULL
      OR created_at < clock_timestamp() - make_interval(hours => ${limits.report.openHours}::int))`;
  await database.prisma.$executeRaw`UPDATE reports SET reporter_network = NULL, reporter_device = NULL
    WHERE decided_at IS NOT NULL AND num_nonnulls(reporter_network, reporter_device) > 0`;
}
