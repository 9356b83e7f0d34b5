import { DomainError, RateLimitedError, type createReportInput } from '@relato/contract';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context, Services } from '../context.ts';
import { canSee } from '../stories/policy.ts';
import { requireActive } from '../suspensions/mutations.ts';
import { canReport } from './policy.ts';

/**
 * Reports a story, of a visitor without saying whose report it is. A person has one report a story: another one gives
 * it the new reason while nobody looks into it yet, and changes nothing later. A network that reports as several visitors
 * counts once. Throws STORY_NOT_FOUND, or FORBIDDEN
 * for one's own story.
 */
export async function createReport(
  { services: { database, rateLimiter }, viewer, request }: Pick<Context, 'services' | 'viewer' | 'request'>,
  { storyId, reason }: z.output<typeof createReportInput>,
): Promise<void> {
  const story = await database.prisma.story.findUnique({
    where: { id: storyId },
    select: { userId: true, published: true, hiddenAt: true },
  });
  if (!story || !canSee(viewer, story)) throw new DomainError('STORY_NOT_FOUND');
  if (!canReport(viewer, story)) throw new DomainError('FORBIDDEN');
  if (!viewer && !(await isFirst(rateLimiter, `${request.wideNetwork ?? request.network} ${storyId}`)))
    return;
  // From the row and with its lock: of a story that is taken back or deleted meanwhile there is nothing left to report,
  // and what is reported is what all could see.
  await database.prisma.$transaction(async (tx) => {
    if (viewer) await requireActive(tx, viewer.id);
    await tx.$executeRaw`
    INSERT INTO reports (id, story_id, reporter_user_id, reason, title, transcript, tags)
    SELECT ${uuidv7()}::uuid, id, ${viewer?.id ?? null}::uuid, ${reason}::report_reason, title, transcript, tags
    FROM stories WHERE id = ${storyId}::uuid AND published FOR SHARE
    ON CONFLICT (story_id, reporter_user_id) DO UPDATE
      SET reason = excluded.reason, title = excluded.title, transcript = excluded.transcript, tags = excluded.tags
      WHERE reports.status = 'pending'`;
  });
}

/** Whether visitors of a network have not reported the story for some time; of several at once one is first. */
async function isFirst(rateLimiter: Services['rateLimiter'], subject: string): Promise<boolean> {
  try {
    await rateLimiter.consume('visitorReport', subject);
    return true;
  } catch (error) {
    if (error instanceof RateLimitedError) return false;
    throw error;
  }
}
