import { retention } from '@relato/contract';
import type { Services } from '../rpc/context.ts';

/**
 * Deletes the copies of stories in reports as soon as they show nothing any more, the origins of reports once they are
 * decided or old, and the networks of moderators some time after the review. `forget_reported` does so when a story is deleted.
 */
export async function forgetReported({ database }: Pick<Services, 'database'>): Promise<void> {
  await database.prisma.$executeRaw`UPDATE reports SET title = NULL, transcript = NULL, tags = '{}'
    WHERE title IS NOT NULL AND (decided_at IS NOT NULL
      OR created_at < statement_timestamp() - make_interval(hours => ${retention.reportedText.hours}::int))`;
  // The keys stay until the story is deleted, so that the same finds do not reopen it.
  await database.prisma
    .$executeRaw`UPDATE reports SET watched = NULL WHERE watched IS NOT NULL AND decided_at IS NOT NULL`;
  const { days } = retention.reportNetwork;
  await database.prisma.$executeRaw`UPDATE reports SET reporter_network = NULL, reporter_device = NULL
    WHERE num_nonnulls(reporter_network, reporter_device) > 0
      AND (decided_at IS NOT NULL OR created_at < statement_timestamp() - make_interval(days => ${days}::int))`;
  // Kept after the decision, because it names the networks whose reports without an account a moderator may have made.
  await database.prisma.$executeRaw`UPDATE reports SET assigned_network = NULL
    WHERE assigned_network IS NOT NULL
      AND coalesce(reviewing_at, created_at) < statement_timestamp() - make_interval(days => ${days}::int)`;
}
