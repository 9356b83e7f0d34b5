import { readTime, type Prisma } from '@relato/db';
import { lockStories } from '../../locks.ts';
import { writeLog } from '../../moderation-log.ts';
import type { Services, Viewer } from '../../rpc/context.ts';
import { isWaiting, type LockedStory } from '../hiding-mutations.ts';
import { changeVisibility } from './mutations.ts';

/**
 * Locks the account of the author of a waiting story, with that of the viewer, so that no other story of theirs begins to
 * wait meanwhile. Must come before any other lock.
 */
export async function lockWaitingAuthor(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  storyId: string,
): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users
    WHERE id = ${viewer.id}::uuid
      OR id = (SELECT user_id FROM stories WHERE id = ${storyId}::uuid AND waiting_since IS NOT NULL)
    ORDER BY id FOR NO KEY UPDATE`;
}

/**
 * Publishes a locked waiting story, and the other waiting ones of its author, because approval applies to the account. Their
 * first reports are decided with it, and their author is told of each. Excludes a story that another moderator reviews.
 */
export async function letInWaiting(
  services: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  story: LockedStory,
  note: string,
): Promise<void> {
  if (!isWaiting(story)) return;
  const { userId } = story;
  const where = {
    userId,
    published: false,
    waitingSince: { not: null },
    OR: [{ hiddenAt: null }, { hiddenWithAuthor: true }],
    reports: { none: { status: 'reviewing', moderatorId: { not: viewer.id } } },
  } satisfies Prisma.StoryWhereInput;
  const select = { id: true, userId: true } as const;
  const found = await tx.story.findMany({ where, select });
  const storyIds = found.map(({ id }) => id);
  await lockStories(tx, { storyIds });
  // One of them may have been withdrawn, or be under review, since it was listed.
  const waiting = await tx.story.findMany({ where: { ...where, id: { in: storyIds } }, select });
  await tx.report.updateMany({
    where: {
      storyId: { in: waiting.map(({ id }) => id) },
      reason: 'first',
      status: { in: ['pending', 'reviewing'] },
    },
    data: { status: 'resolved', note, moderatorId: viewer.id, decidedAt: await readTime(tx) },
  });
  for (const each of waiting) {
    await changeVisibility(services, tx, each, 'published', { isLetIn: true });
    await tx.$executeRaw`SELECT tell_user(${userId}::uuid, 'let_in', NULL, ${each.id}::uuid, NULL, NULL)`;
    await writeLog(tx, viewer, { action: 'let-story-in', target: 'story', id: each.id });
  }
  // A story that is hidden with its suspended author does not count yet.
  await tx.profile.updateMany({
    where: { id: userId, letInAt: null },
    data: { letInAt: await readTime(tx) },
  });
}
