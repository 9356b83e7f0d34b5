import {
  DomainError,
  type CommentId,
  type DecideAppealInput,
  type RecordingId,
  type ReportStatus,
  type ResolveReportsInput,
  type StoryId,
} from '@relato/contract';
import type { Prisma } from '@relato/db';
import type { Services, Viewer } from '../context.ts';
import { getLast, toAlreadyDecided, writeLog } from '../moderation-log.ts';
import { liftNotices, notify } from '../notices/mutations.ts';
import { canDecide } from '../notices/policy.ts';
import { appealColumns, isAlone } from '../notices/queries.ts';
import { lockPeople, recountPosts, restoreUserAsPart, tellRestored } from '../suspensions/mutations.ts';
import { enqueueForgetting, enqueueTranscription } from '../transcription/mutations.ts';
import { nextStatus, requireNotOwn, toCaseStatus, type ReportAction } from './policy.ts';

interface LockedStory {
  readonly id: string;
  readonly userId: string;
  readonly title: string;
  readonly published: boolean;
  readonly hiddenAt: Date | null;
  readonly hiddenWithAuthor: boolean;
}

/** Two who decide on a story wait for each other here. Throws STORY_NOT_FOUND. */
async function lockStory(tx: Prisma.TransactionClient, id: string): Promise<LockedStory> {
  const [story] = await tx.$queryRaw<LockedStory[]>`
    SELECT id, user_id AS "userId", title, published, hidden_at AS "hiddenAt", hidden_with_author AS "hiddenWithAuthor"
    FROM stories WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  if (!story) throw new DomainError('STORY_NOT_FOUND');
  return story;
}

const isHiddenByDecision = (story: LockedStory): boolean =>
  story.hiddenAt !== null && !story.hiddenWithAuthor;

/** A part of a decision about a story that is locked and not hidden by another decision. */
async function hide(
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
async function unhide(
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

interface ReturningComment {
  readonly id: string;
  readonly storyId: string | null;
  readonly userId: string;
  readonly content: string;
}

/** As if it had been said just now: readers who page on miss none. Without its story there is nowhere to put it. */
async function bringBackComment(
  tx: Prisma.TransactionClient,
  { id, storyId, userId, content }: ReturningComment,
): Promise<void> {
  if (storyId === null) return;
  await lockStory(tx, storyId);
  await tx.$executeRaw`
    WITH added AS (
      INSERT INTO comments (id, story_id, user_id, content, author_name, created_at)
      SELECT ${id}::uuid, ${storyId}::uuid, p.id, ${content}, p.username::text, GREATEST(
        clock_timestamp(),
        (SELECT max(created_at) + interval '1 millisecond' FROM comments WHERE story_id = ${storyId}::uuid))
      FROM profiles p WHERE p.id = ${userId}::uuid AND p.username IS NOT NULL
      ON CONFLICT (id) DO NOTHING
      RETURNING story_id
    )
    UPDATE stories SET comments_count = comments_count + 1 FROM added WHERE stories.id = added.story_id`;
}

type AppealRow = Prisma.AppealGetPayload<{ select: typeof appealColumns }>;

/** Undoes what the appeal is about, with everything that hangs on it. Answers whom to tell by mail. */
async function undo(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  { notice }: AppealRow,
  reason: string,
): Promise<string | null> {
  const { kind, targetId, userId, storyId, subject } = notice;
  switch (kind) {
    case 'story_hidden': {
      if (storyId === null) break;
      const story = await lockStory(tx, storyId);
      if (isHiddenByDecision(story)) await unhide(tx, viewer, story, reason);
      break;
    }
    case 'comment_removed':
      await bringBackComment(tx, { id: targetId, storyId, userId, content: subject });
      break;
    case 'account_suspended':
      return (await restoreUserAsPart(tx, viewer, { userId, reason })).email;
    case 'story_restored':
    case 'account_restored':
      break;
  }
  await liftNotices(tx, viewer, { targetId, kind, reason });
  return null;
}

/**
 * Grants an appeal, which undoes the decision, or rejects it. Throws NOT_FOUND, APPEAL_OWN_DECISION while somebody else
 * could decide, FORBIDDEN for whom it is about, and CONFLICT when it is decided.
 */
export async function decideAppeal(
  services: Services,
  viewer: Viewer,
  { id, decision, note }: DecideAppealInput,
): Promise<void> {
  const { prisma } = services.database;
  const email = await prisma.$transaction(async (tx) => {
    const about = await tx.appeal.findUnique({
      where: { id },
      select: { notice: { select: { userId: true } } },
    });
    if (!about) throw new DomainError('NOT_FOUND');
    // The person before the appeal: as whoever takes the decision back without one.
    await lockPeople(tx, about.notice.userId);
    await tx.$queryRaw`SELECT 1 FROM appeals WHERE id = ${id}::uuid FOR UPDATE`;
    const appeal = await tx.appeal.findUniqueOrThrow({ where: { id }, select: appealColumns });
    const { notice } = appeal;
    if (appeal.status !== 'open') throw await toAlreadyDecided(tx, notice.targetId);
    requireNotOwn(viewer, notice.userId);
    if (!canDecide(viewer, { ...notice, status: 'open' }, await isAlone(tx, viewer, notice.userId))) {
      throw new DomainError('APPEAL_OWN_DECISION');
    }
    const status = decision === 'grant' ? 'granted' : 'rejected';
    await tx.appeal.update({
      where: { id },
      data: { status, note, decidedById: viewer.id, decidedAt: new Date() },
    });
    // There is news for whom it is about.
    await tx.notice.update({ where: { id: notice.id }, data: { readAt: null } });
    const target = targetOf[notice.kind];
    await writeLog(tx, viewer, { action: `${decision}-appeal`, target, id: notice.targetId, reason: note });
    return decision === 'grant' ? undo(tx, viewer, appeal, note) : null;
  });
  tellRestored(services, email);
}

const targetOf = {
  story_hidden: 'story',
  story_restored: 'story',
  comment_removed: 'comment',
  account_suspended: 'user',
  account_restored: 'user',
} as const;

/**
 * Tries once more what failed for good. Throws RECORDING_NOT_FOUND, TRANSCRIPTION_OFF, and CONFLICT with what happened
 * when it has not failed, or is on its way again.
 */
export async function retryFailedTranscription(
  { database, transcriber, jobs }: Services,
  viewer: Viewer,
  recordingId: RecordingId,
): Promise<void> {
  if (transcriber.name === 'none') throw new DomainError('TRANSCRIPTION_OFF');
  await database.prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${recordingId}::uuid FOR UPDATE`;
    const transcript = await tx.transcript.findUnique({ where: { recordingId } });
    if (!transcript) throw new DomainError('RECORDING_NOT_FOUND');
    if (transcript.status !== 'error') throw await toAlreadyDecided(tx, recordingId);
    await enqueueForgetting({ jobs }, tx, transcript);
    await enqueueTranscription({ transcriber, jobs }, tx, recordingId);
    await writeLog(tx, viewer, {
      action: 'retry-transcription',
      target: 'recording',
      id: recordingId,
      reason: null,
    });
  });
}
