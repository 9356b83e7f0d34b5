import { DomainError, type StoryId } from '@relato/contract';
import type { Prisma } from '@relato/db';
import type { Services, Viewer } from '../context.ts';
import { toAlreadyDecided, writeLog } from '../moderation-log.ts';
import { requireNotOwn } from '../moderation/policy.ts';
import { liftNotices, notify } from '../notices/mutations.ts';
import { recountPosts } from '../suspensions/mutations.ts';

export interface LockedStory {
  readonly id: string;
  readonly userId: string;
  readonly title: string;
  readonly published: boolean;
  readonly hiddenAt: Date | null;
  readonly hiddenWithAuthor: boolean;
}

/** Two who decide on a story wait for each other here. Throws STORY_NOT_FOUND. */
export async function lockStory(tx: Prisma.TransactionClient, id: string): Promise<LockedStory> {
  const [story] = await tx.$queryRaw<LockedStory[]>`
    SELECT id, user_id AS "userId", title, published, hidden_at AS "hiddenAt", hidden_with_author AS "hiddenWithAuthor"
    FROM stories WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  if (!story) throw new DomainError('STORY_NOT_FOUND');
  return story;
}

export const isHiddenByDecision = (story: LockedStory): boolean =>
  story.hiddenAt !== null && !story.hiddenWithAuthor;

/** A part of a decision about a story that is locked and not hidden by another decision. */
export async function hide(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  story: LockedStory,
  reason: string,
): Promise<void> {
  await tx.story.update({
    where: { id: story.id },
    data: { hiddenAt: new Date(), hiddenReason: reason, hiddenWithAuthor: false },
  });
  await recountPosts(tx, story.userId);
  await notify(tx, viewer, {
    userId: story.userId,
    kind: 'story_hidden',
    targetId: story.id,
    storyId: story.id,
    subject: story.title,
    reason,
  });
  await writeLog(tx, viewer, { action: 'hide-story', target: 'story', id: story.id, reason });
}

/** A part of a decision about a story that is locked. As long as its author is suspended it stays hidden with them. */
export async function unhide(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  story: LockedStory,
  reason: string,
): Promise<void> {
  const author = await tx.user.findUnique({ where: { id: story.userId }, select: { suspendedAt: true } });
  const isSuspended = author?.suspendedAt != null;
  await tx.story.update({
    where: { id: story.id },
    data: isSuspended
      ? { hiddenReason: null, hiddenWithAuthor: true }
      : { hiddenAt: null, hiddenReason: null, hiddenWithAuthor: false },
  });
  await recountPosts(tx, story.userId);
  await liftNotices(tx, viewer, { targetId: story.id, kind: 'story_hidden', reason });
  await writeLog(tx, viewer, { action: 'restore-story', target: 'story', id: story.id, reason });
}

/** Throws STORY_NOT_FOUND, FORBIDDEN for one's own, and CONFLICT with what happened when it is hidden already. */
export async function hideStory(
  { database }: Services,
  viewer: Viewer,
  { id, reason }: { readonly id: StoryId; readonly reason: string },
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const story = await lockStory(tx, id);
    requireNotOwn(viewer, story.userId);
    if (isHiddenByDecision(story)) throw await toAlreadyDecided(tx, id);
    await hide(tx, viewer, story, reason);
  });
}

/** Throws STORY_NOT_FOUND, FORBIDDEN for one's own, and CONFLICT with what happened when no decision hides it. */
export async function restoreStory(
  { database }: Services,
  viewer: Viewer,
  { id, reason }: { readonly id: StoryId; readonly reason: string },
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await lockAuthor(tx, id);
    const story = await lockStory(tx, id);
    requireNotOwn(viewer, story.userId);
    if (!isHiddenByDecision(story)) throw await toAlreadyDecided(tx, id);
    await unhide(tx, viewer, story, reason);
    await notify(tx, viewer, {
      userId: story.userId,
      kind: 'story_restored',
      targetId: story.id,
      storyId: story.id,
      subject: story.title,
      reason,
    });
  });
}

/** Before the story, as a suspension does: whether the author is suspended must not change on the way. */
async function lockAuthor(tx: Prisma.TransactionClient, id: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users
    WHERE id = (SELECT user_id FROM stories WHERE id = ${id}::uuid) FOR NO KEY UPDATE`;
}
