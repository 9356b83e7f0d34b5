import { DomainError, type Role, type StoryId } from '@relato/contract';
import { readTime, type Prisma } from '@relato/db';
import type { Services, Viewer } from '../rpc/context.ts';
import { toAlreadyDecided, writeLog } from '../moderation-log.ts';
import { liftNotices, notify } from '../notices.ts';
import { recountPosts } from '../profiles/mutations.ts';
import { wantMp3s, withdrawMp3s } from '../story-mp3s.ts';
import { requireActiveModerator } from '../locks.ts';
import { requireMayJudge } from '../users/policy.ts';
import { openingReports } from './version-queries.ts';

export interface LockedStory {
  readonly id: string;
  readonly userId: string;
  readonly author: { readonly id: string; readonly role: Role };
  readonly title: string;
  readonly published: boolean;
  readonly hiddenAt: Date | null;
  readonly hiddenWithAuthor: boolean;
}

/** Locks a story, so that concurrent decisions about it wait for each other. Throws STORY_NOT_FOUND. */
export async function lockStory(tx: Prisma.TransactionClient, id: string): Promise<LockedStory> {
  const [story] = await tx.$queryRaw<LockedStory[]>`
    SELECT s.id, s.user_id AS "userId", json_build_object('id', u.id, 'role', u.role) AS author, s.title, s.published,
      s.hidden_at AS "hiddenAt", s.hidden_with_author AS "hiddenWithAuthor"
    FROM stories s JOIN users u ON u.id = s.user_id WHERE s.id = ${id}::uuid FOR NO KEY UPDATE OF s`;
  if (!story) throw new DomainError('STORY_NOT_FOUND');
  return story;
}

export const isHiddenByDecision = (story: LockedStory): boolean =>
  story.hiddenAt !== null && !story.hiddenWithAuthor;

/**
 * Returns the locked story as the viewer may hide it: a public one, or an unpublished one in their review, with the
 * reported title. Throws STORY_NOT_FOUND for any other unpublished story.
 */
export async function requireHidable(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  story: LockedStory,
): Promise<LockedStory> {
  if (story.published) return story;
  const [reported] = await tx.$queryRawUnsafe<{ title: string }[]>(
    `SELECT rp.title FROM stories s, LATERAL (SELECT rp.* ${openingReports('$2')}) rp WHERE s.id = $1::uuid
    ORDER BY rp.created_at DESC LIMIT 1`,
    story.id,
    viewer.id,
  );
  if (!reported) throw new DomainError('STORY_NOT_FOUND');
  return { ...story, title: reported.title };
}

/** Hides a locked story that no other decision hides, as part of a decision. */
export async function hide(
  services: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  story: LockedStory,
  reason: string,
): Promise<void> {
  await tx.story.update({
    where: { id: story.id },
    data: { hiddenAt: await readTime(tx), hiddenReason: reason, hiddenWithAuthor: false },
  });
  await recountPosts(tx, story.userId);
  await withdrawMp3s(services, tx, { storyIds: [story.id] });
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

/** Unhides a locked story, as part of a decision. It stays hidden while its author is suspended. */
export async function unhide(
  services: Pick<Services, 'jobs'>,
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
  await wantMp3s(services, tx, { storyIds: [story.id] });
  await liftNotices(tx, viewer, { targetId: story.id, kind: 'story_hidden', reason });
  await writeLog(tx, viewer, { action: 'restore-story', target: 'story', id: story.id, reason });
}

/**
 * Hides a story. Throws STORY_NOT_FOUND, also for an unpublished story that the viewer does not review, FORBIDDEN for
 * the viewer's own story and those of accounts that they may not judge, and CONFLICT with the last log entry if it is
 * hidden already.
 */
export async function hideStory(
  services: Services,
  viewer: Viewer,
  { id, reason }: { readonly id: StoryId; readonly reason: string },
): Promise<void> {
  await services.database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    const story = await lockStory(tx, id);
    requireMayJudge(viewer, story.author);
    if (isHiddenByDecision(story)) throw await toAlreadyDecided(tx, id);
    await hide(services, tx, viewer, await requireHidable(tx, viewer, story), reason);
  });
}

/**
 * Restores a hidden story. Throws STORY_NOT_FOUND, FORBIDDEN like `hideStory`, and CONFLICT with the last log entry if
 * no decision hides it.
 */
export async function restoreStory(
  services: Services,
  viewer: Viewer,
  { id, reason }: { readonly id: StoryId; readonly reason: string },
): Promise<void> {
  await services.database.prisma.$transaction(async (tx) => {
    await lockPeopleOf(tx, viewer, id);
    const story = await lockStory(tx, id);
    requireMayJudge(viewer, story.author);
    if (!isHiddenByDecision(story)) throw await toAlreadyDecided(tx, id);
    await unhide(services, tx, viewer, story, reason);
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

/**
 * Locks the users before the story, as a suspension does, so that the author is not suspended or restored in between.
 */
async function lockPeopleOf(tx: Prisma.TransactionClient, viewer: Viewer, storyId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users
    WHERE id = ${viewer.id}::uuid OR id = (SELECT user_id FROM stories WHERE id = ${storyId}::uuid)
    ORDER BY id FOR SHARE`;
  await requireActiveModerator(tx, viewer);
}
