import {
  DomainError,
  type CommentId,
  type ReportStatus,
  type ResolveReportsInput,
  type StoryId,
} from '@relato/contract';
import type { Prisma } from '@relato/db';
import type { Services, Viewer } from '../context.ts';
import { hide, isHiddenByDecision, lockStory } from '../hidings/mutations.ts';
import { getLast, toAlreadyDecided, writeLog } from '../moderation-log.ts';
import { notify } from '../notices/mutations.ts';
import { nextStatus, requireNotOwn, toCaseStatus, type ReportAction } from './policy.ts';

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
 * The viewer looks into the reports of a story: pending → reviewing. Again is once. Throws STORY_NOT_FOUND, NOT_FOUND
 * when nobody reported it, FORBIDDEN for one's own, and CONFLICT with what happened.
 */
export async function reviewReports({ database }: Services, viewer: Viewer, storyId: StoryId): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const story = await lockStory(tx, storyId);
    requireNotOwn(viewer, story.userId);
    const reports = await tx.report.findMany({
      where: { storyId, status: 'reviewing' },
      select: { moderatorId: true },
    });
    const open = { storyId, status: 'pending' as const };
    if (reports.some((report) => report.moderatorId === viewer.id)) {
      // Reports that came since join those the viewer has in hand.
      await tx.report.updateMany({ where: open, data: { status: 'reviewing', moderatorId: viewer.id } });
      return;
    }
    const { next } = await requireNext(tx, storyId, 'review');
    await tx.report.updateMany({ where: open, data: { status: next, moderatorId: viewer.id } });
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
    data: { status: next, note, moderatorId: viewer.id, decidedAt: new Date() },
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
    const story = await lockStory(tx, storyId);
    requireNotOwn(viewer, story.userId);
    await decide(tx, viewer, { storyId, action: 'resolve', note });
    if (fate === 'hide' && !isHiddenByDecision(story)) await hide(tx, viewer, story, note);
  });
}

/** reviewing → dismissed. Throws as `reviewReports` does. */
export async function dismissReports(
  { database }: Services,
  viewer: Viewer,
  { storyId, note }: { readonly storyId: StoryId; readonly note: string },
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const story = await lockStory(tx, storyId);
    requireNotOwn(viewer, story.userId);
    await decide(tx, viewer, { storyId, action: 'dismiss', note });
  });
}

interface RemovedComment {
  readonly userId: string | null;
  readonly content: string;
  readonly storyId: string;
}

/**
 * Takes a comment away and tells whose it was. Throws COMMENT_NOT_FOUND, and CONFLICT with what happened when another
 * moderator was first.
 */
export async function removeComment(
  { database }: Services,
  viewer: Viewer,
  { id, reason }: { readonly id: CommentId; readonly reason: string },
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    // The story is locked first, as by whoever comments on it.
    await tx.$queryRaw`SELECT 1 FROM stories
      WHERE id = (SELECT story_id FROM comments WHERE id = ${id}::uuid) FOR NO KEY UPDATE`;
    const [gone] = await tx.$queryRaw<RemovedComment[]>`
      DELETE FROM comments WHERE id = ${id}::uuid RETURNING user_id AS "userId", content, story_id AS "storyId"`;
    if (!gone) {
      if (await getLast(tx, id)) throw await toAlreadyDecided(tx, id);
      throw new DomainError('COMMENT_NOT_FOUND');
    }
    const { userId, content, storyId } = gone;
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
