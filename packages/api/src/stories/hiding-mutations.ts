import { DomainError, type Role, type StoryId } from '@relato/contract';
import { Prisma, readTime } from '@relato/db';
import { isHeardByAll } from '../heard-stories.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { toAlreadyDecided, writeLog } from '../moderation-log.ts';
import { liftNotices, notify, readReporters, writeStatement, type Grounds } from '../notices.ts';
import { recountPosts } from '../profiles/mutations.ts';
import { wantMp3s, withdrawMp3s } from '../story-mp3s.ts';
import { announceFirst } from '../first-stories.ts';
import { requireActiveModerator } from '../locks.ts';
import { requireMayJudge } from '../users/policy.ts';
import { isWaitingFor, openingReports } from './version-queries.ts';

export interface LockedStory {
  readonly id: string;
  readonly userId: string;
  readonly author: { readonly id: string; readonly role: Role };
  readonly title: string;
  readonly createdAt: Date;
  /** See `isHeardByAll`. */
  readonly isHeardByAll: boolean;
  readonly hiddenAt: Date | null;
  readonly hiddenWithAuthor: boolean;
  /** Set while the story waits for approval, and if it was rejected. */
  readonly waitingSince: Date | null;
}

/** Locks a story, so that concurrent decisions about it wait for each other. Throws STORY_NOT_FOUND. */
export async function lockStory(tx: Prisma.TransactionClient, id: string): Promise<LockedStory> {
  const [story] = await tx.$queryRaw<LockedStory[]>`
    SELECT s.id, s.user_id AS "userId", json_build_object('id', u.id, 'role', u.role) AS author, s.title,
      s.created_at AS "createdAt", ${Prisma.raw(isHeardByAll)} AS "isHeardByAll",
      s.hidden_at AS "hiddenAt", s.hidden_with_author AS "hiddenWithAuthor",
      s.waiting_since AS "waitingSince"
    FROM stories s JOIN users u ON u.id = s.user_id WHERE s.id = ${id}::uuid FOR NO KEY UPDATE OF s`;
  if (!story) throw new DomainError('STORY_NOT_FOUND');
  return story;
}

export const isHiddenByDecision = (story: LockedStory): boolean =>
  story.hiddenAt !== null && !story.hiddenWithAuthor;

export const isWaiting = (story: LockedStory): boolean =>
  story.waitingSince !== null && !isHiddenByDecision(story);

/** Returns whether the viewer reviews a story that waits for approval. */
export async function seesWaiting(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  storyId: string,
): Promise<boolean> {
  const found = await tx.$queryRawUnsafe<unknown[]>(
    `SELECT 1 FROM stories s WHERE s.id = $1::uuid AND ${isWaitingFor('$2')}`,
    storyId,
    viewer.id,
  );
  return found.length > 0;
}

/**
 * Returns the locked story if the viewer may hide it: a public one, or another one in their review, with the reported title.
 * Throws STORY_NOT_FOUND for any other story.
 */
export async function requireHidable(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  story: LockedStory,
): Promise<LockedStory> {
  if (story.isHeardByAll) return story;
  const title = await readOpenedTitle(tx, viewer, story.id);
  if (title === null) throw new DomainError('STORY_NOT_FOUND');
  return { ...story, title };
}

/** Returns the reported title of an unpublished story that the viewer may see in their review, or null. */
export async function readOpenedTitle(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  storyId: string,
): Promise<string | null> {
  const [reported] = await tx.$queryRawUnsafe<{ title: string | null }[]>(
    `SELECT CASE WHEN ${isWaitingFor('$2')} THEN s.title
        ELSE (SELECT rp.title ${openingReports('$2')} ORDER BY rp.created_at DESC LIMIT 1) END AS title
      FROM stories s WHERE s.id = $1::uuid`,
    storyId,
    viewer.id,
  );
  return reported?.title ?? null;
}

interface HidingGrounds extends Grounds {
  readonly isReported: boolean;
  readonly byMachine: boolean;
}

/**
 * Hides a locked story that no other decision hides, as part of a decision. A story that waits for approval becomes a
 * hidden published one, so that its author may appeal.
 */
export async function hide(
  services: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  story: LockedStory,
  { reason, ...grounds }: HidingGrounds,
): Promise<void> {
  const now = await readTime(tx);
  await tx.story.update({
    where: { id: story.id },
    data: {
      hiddenAt: now,
      hiddenReason: reason,
      hiddenWithAuthor: false,
      ...(story.waitingSince && { published: true, publishedAt: now }),
    },
  });
  await recountPosts(tx, story.userId);
  await withdrawMp3s(services, tx, { storyIds: [story.id] });
  const kind = 'story_hidden';
  const noticeId = await notify(tx, viewer, {
    userId: story.userId,
    kind,
    targetId: story.id,
    storyId: story.id,
    subject: story.title,
    reason,
  });
  await writeStatement(tx, { ...grounds, noticeId, kind, contentAt: story.createdAt });
  await writeLog(tx, viewer, { action: 'hide-story', target: 'story', id: story.id, reason });
}

/**
 * Unhides a locked story, as part of a decision. It stays hidden while its author is suspended. Throws STORY_FROZEN while it
 * is frozen for an authority.
 */
export async function unhide(
  services: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  story: LockedStory,
  reason: string,
): Promise<void> {
  if ((await tx.freeze.count({ where: { storyId: story.id, endedAt: null } })) > 0)
    throw new DomainError('STORY_FROZEN');
  const author = await tx.user.findUnique({ where: { id: story.userId }, select: { suspendedAt: true } });
  const isSuspended = author?.suspendedAt != null;
  await tx.story.update({
    where: { id: story.id },
    data: isSuspended
      ? { hiddenReason: null, hiddenWithAuthor: true }
      : { hiddenAt: null, hiddenReason: null, hiddenWithAuthor: false },
  });
  if (story.waitingSince && !isSuspended) await announceFirst(services, tx, [story.id]);
  await recountPosts(tx, story.userId);
  await wantMp3s(services, tx, { storyIds: [story.id] });
  await liftNotices(tx, viewer, { targetId: story.id, kind: 'story_hidden', reason });
  await writeLog(tx, viewer, { action: 'restore-story', target: 'story', id: story.id, reason });
}

/**
 * Hides a story. Throws STORY_NOT_FOUND, also for an unpublished story that the viewer does not review, FORBIDDEN for the
 * viewer's own story and those of accounts that they must not judge, and CONFLICT with the last log entry if it is already
 * hidden.
 */
export async function hideStory(
  services: Services,
  viewer: Viewer,
  { id, ...grounds }: Grounds & { readonly id: StoryId },
): Promise<void> {
  await services.database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    const story = await lockStory(tx, id);
    requireMayJudge(viewer, story.author);
    if (isHiddenByDecision(story)) throw await toAlreadyDecided(tx, id);
    const hidable = await requireHidable(tx, viewer, story);
    await hide(services, tx, viewer, hidable, { ...grounds, ...(await readReporters(tx, id)) });
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

/** Locks the users before the story, as a suspension does, so that the author is not suspended or restored in between. */
async function lockPeopleOf(tx: Prisma.TransactionClient, viewer: Viewer, storyId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users
    WHERE id = ${viewer.id}::uuid OR id = (SELECT user_id FROM stories WHERE id = ${storyId}::uuid)
    ORDER BY id FOR SHARE`;
  await requireActiveModerator(tx, viewer);
}
