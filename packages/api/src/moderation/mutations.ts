import {
  AlreadyDecidedError,
  DomainError,
  limits,
  type CommentId,
  type ReportStatus,
  type ResolveReportsInput,
  type Role,
  type StoryId,
} from '@relato/contract';
import { readTime, type Prisma } from '@relato/db';
import type { Services, Viewer } from '../context.ts';
import { hide, isHiddenByDecision, lockStory, requireHidable } from '../hidings/mutations.ts';
import { getLast, toAlreadyDecided, writeLog } from '../moderation-log.ts';
import { notify } from '../notices/mutations.ts';
import { requireActiveModerator } from '../suspensions/mutations.ts';
import { nextStatus, requireMayJudge, toCaseStatus, type ReportAction } from './policy.ts';

/** Where the reports of a locked story are, and what `action` makes of them. */
async function requireNext(
  tx: Prisma.TransactionClient,
  storyId: string,
  action: ReportAction,
): Promise<{ readonly next: ReportStatus; readonly moderatorId: string | null }> {
  const reports = await tx.report.findMany({
    where: { storyId },
    select: { status: true, moderatorId: true },
  });
  if (reports.length === 0) throw new DomainError('NOT_FOUND');
  const status = toCaseStatus(reports.map((report) => report.status));
  const next = status && nextStatus(status, action);
  if (!next) throw await toAlreadyDecided(tx, storyId);
  return { next, moderatorId: reports.find((report) => report.status === 'reviewing')?.moderatorId ?? null };
}

/**
 * The viewer looks into the reports of a story: pending → reviewing. Again is once. What another moderator had in hand for
 * longer than a review takes is taken over. Throws STORY_NOT_FOUND, NOT_FOUND when nobody reported it, FORBIDDEN for one's
 * own and what a moderator may not judge, and CONFLICT with what happened.
 */
export async function reviewReports({ database }: Services, viewer: Viewer, storyId: StoryId): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    const story = await lockStory(tx, storyId);
    requireMayJudge(viewer, story.author);
    const reports = await tx.$queryRaw<{ moderatorId: string | null; isOver: boolean }[]>`
      SELECT moderator_id AS "moderatorId",
        reviewing_at < clock_timestamp() - make_interval(hours => ${limits.moderation.reviewHours}::int) AS "isOver"
      FROM reports WHERE story_id = ${storyId}::uuid AND status = 'reviewing'`;
    const isInHand = reports.some((report) => report.moderatorId === viewer.id);
    const isTakenOver = !isInHand && reports.length > 0 && reports.every((report) => report.isOver);
    if (!isInHand && !isTakenOver) await requireNext(tx, storyId, 'review');
    // Reports that came since join those the viewer has in hand, whose time goes on as it began.
    await tx.$executeRaw`UPDATE reports
      SET status = 'reviewing', moderator_id = ${viewer.id}::uuid, reviewing_at = clock_timestamp()
      WHERE story_id = ${storyId}::uuid
        AND (status = 'pending' OR status = 'reviewing' AND ${isTakenOver}::boolean)`;
    if (isInHand) return;
    await writeLog(tx, viewer, { action: 'review-reports', target: 'story', id: storyId, reason: null });
  });
}

/** Decides on all open reports of a story that somebody looks into, those that came since with them. */
async function decide(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  {
    storyId,
    action,
    note,
  }: { readonly storyId: StoryId; readonly action: 'resolve' | 'dismiss'; readonly note: string },
): Promise<void> {
  const { next } = await requireNext(tx, storyId, action);
  await tx.report.updateMany({
    where: { storyId, status: { in: ['pending', 'reviewing'] } },
    data: { status: next, note, moderatorId: viewer.id, decidedAt: await readTime(tx) },
  });
  await writeLog(tx, viewer, { action: `${action}-reports`, target: 'story', id: storyId, reason: note });
}

/** reviewing → resolved, with the story hidden or kept. Throws as `reviewReports` does. */
export async function resolveReports(
  { database }: Services,
  viewer: Viewer,
  { storyId, story: fate, note }: ResolveReportsInput,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    const story = await lockStory(tx, storyId);
    requireMayJudge(viewer, story.author);
    // Before the decision, which ends the review.
    const hidable = fate === 'hide' ? await requireHidable(tx, viewer, story) : story;
    await decide(tx, viewer, { storyId, action: 'resolve', note });
    if (fate === 'hide' && !isHiddenByDecision(story)) await hide(tx, viewer, hidable, note);
  });
}

/** reviewing → dismissed. Throws as `reviewReports` does. */
export async function dismissReports(
  { database }: Services,
  viewer: Viewer,
  { storyId, note }: { readonly storyId: StoryId; readonly note: string },
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    const story = await lockStory(tx, storyId);
    requireMayJudge(viewer, story.author);
    await decide(tx, viewer, { storyId, action: 'dismiss', note });
  });
}

interface RemovedComment {
  readonly userId: string | null;
  /** Null for a visitor, and for an account that is gone. */
  readonly role: Role | null;
  readonly content: string;
  readonly storyId: string;
}

/**
 * Takes a comment away and tells whose it was. Throws COMMENT_NOT_FOUND, FORBIDDEN for one's own and what a moderator may
 * not judge, and CONFLICT with what happened when another moderator was first.
 */
export async function removeComment(
  { database }: Services,
  viewer: Viewer,
  { id, reason }: { readonly id: CommentId; readonly reason: string },
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    // The story is locked first, as by whoever comments on it.
    await tx.$queryRaw`SELECT 1 FROM stories
      WHERE id = (SELECT story_id FROM comments WHERE id = ${id}::uuid) FOR NO KEY UPDATE`;
    const [gone] = await tx.$queryRaw<RemovedComment[]>`
      DELETE FROM comments WHERE id = ${id}::uuid
      RETURNING user_id AS "userId", (SELECT role::text FROM users WHERE id = user_id) AS role, content,
        story_id AS "storyId"`;
    if (!gone) {
      if (await getLast(tx, id)) throw await toAlreadyDecided(tx, id);
      throw new DomainError('COMMENT_NOT_FOUND');
    }
    const { userId, role, content, storyId } = gone;
    if (userId !== null && role !== null) requireMayJudge(viewer, { id: userId, role });
    await tx.story.update({ where: { id: storyId }, data: { commentsCount: { decrement: 1 } } });
    if (userId) {
      await notify(tx, viewer, {
        userId,
        kind: 'comment_removed',
        targetId: id,
        storyId,
        subject: content,
        reason,
      });
    }
    await writeLog(tx, viewer, { action: 'remove-comment', target: 'comment', id, reason });
  });
}

/** Sends once more what could not be delivered. Throws NOT_FOUND, and CONFLICT with what happened. */
export async function retryFailedMail(services: Services, viewer: Viewer, id: string): Promise<void> {
  await services.database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    if (!(await services.jobs.retryDead(tx, 'send-mail', id))) throw await toMailGone(tx, id);
    await writeLog(tx, viewer, { action: 'retry-mail', target: 'mail', id, reason: null });
  });
}

/** Forgets what could not be delivered. Throws as `retryFailedMail`. */
export async function dropFailedMail(services: Services, viewer: Viewer, id: string): Promise<void> {
  await services.database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    if (!(await services.jobs.dropDead(tx, 'send-mail', id))) throw await toMailGone(tx, id);
    await writeLog(tx, viewer, { action: 'drop-mail', target: 'mail', id, reason: null });
  });
}

async function toMailGone(tx: Prisma.TransactionClient, id: string): Promise<DomainError> {
  const last = await getLast(tx, id);
  return last ? new AlreadyDecidedError(last) : new DomainError('NOT_FOUND');
}
