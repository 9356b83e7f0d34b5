import {
  DomainError,
  limits,
  type createReportInput,
  type ReportStatus,
  type ResolveReportsInput,
  type StoryId,
} from '@relato/contract';
import { readTime, type Prisma } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context, Services, Viewer } from '../rpc/context.ts';
import { toAlreadyDecided, writeLog } from '../moderation-log.ts';
import { consumeQuietly } from '../rpc/rate-limiter.ts';
import { hide, isHiddenByDecision, lockStory, requireHidable } from '../stories/hiding-mutations.ts';
import { isPublic } from '../stories/policy.ts';
import { requireActive, requireActiveModerator } from '../locks.ts';
import { requireMayJudge } from '../users/policy.ts';
import { toMarks } from './assignment-mutations.ts';
import { canReport, nextStatus, toCaseStatus, type ReportAction } from './policy.ts';

/**
 * Reports a story; visitors report anonymously. A user has one report per story: repeating it changes the reason until
 * a moderator reviews it. The visitors of a network count once per story. Throws STORY_NOT_FOUND, also for a story that
 * is not public, and FORBIDDEN for the viewer's own story.
 */
export async function createReport(
  { services: { database, rateLimiter }, viewer, request }: Pick<Context, 'services' | 'viewer' | 'request'>,
  { storyId, reason }: z.output<typeof createReportInput>,
): Promise<void> {
  const story = await database.prisma.story.findUnique({
    where: { id: storyId },
    select: { userId: true, published: true, hiddenAt: true },
  });
  if (story && !canReport(viewer, story)) throw new DomainError('FORBIDDEN');
  if (!story || !isPublic(story)) throw new DomainError('STORY_NOT_FOUND');
  const { networkMark, deviceMark } = toMarks(request);
  const visitors = `${request.wideNetwork ?? request.network} ${storyId}`;
  // Of concurrent calls only one is first.
  if (!viewer && !(await consumeQuietly(rateLimiter, 'visitorReport', visitors))) return;
  // Copies the story from its locked row: a story that was unpublished, hidden or deleted in the meantime is not reported,
  // and the report holds only what was public.
  const written = database.prisma.$transaction(async (tx) => {
    if (viewer) await requireActive(tx, viewer.id);
    await tx.$executeRaw`
    INSERT INTO reports (id, story_id, reporter_user_id, reporter_network, reporter_device, reason, title, transcript, tags)
    SELECT ${uuidv7()}::uuid, id, ${viewer?.id ?? null}::uuid, ${networkMark}, ${deviceMark},
      ${reason}::report_reason, title, transcript, tags
    FROM stories WHERE id = ${storyId}::uuid AND published AND hidden_at IS NULL FOR SHARE
    ON CONFLICT (story_id, reporter_user_id) DO UPDATE
      SET reason = excluded.reason, title = excluded.title, transcript = excluded.transcript, tags = excluded.tags
      WHERE reports.status = 'pending'`;
  });
  await written.catch(async (error: unknown) => {
    // The visitor tries again, and would be told that it was reported.
    if (!viewer) await rateLimiter.giveBack('visitorReport', visitors);
    throw error;
  });
}

/** Returns the status that `action` gives to the reports of a locked story. */
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
 * Starts a review of the reports of a story that the viewer chose: pending → reviewing. It opens nothing that is private: for that
 * the queue must give the case. Repeating it changes nothing. Takes over a review of another moderator that has lasted too
 * long. Throws STORY_NOT_FOUND, NOT_FOUND if there are no reports, FORBIDDEN for
 * the viewer's own story and those of accounts that they may not judge, and CONFLICT with the last log entry.
 */
export async function reviewReports({ database }: Services, viewer: Viewer, storyId: StoryId): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    const story = await lockStory(tx, storyId);
    requireMayJudge(viewer, story.author);
    const reports = await tx.$queryRaw<{ moderatorId: string | null; isOver: boolean }[]>`
      SELECT moderator_id AS "moderatorId",
        reviewing_at < clock_timestamp() - make_interval(hours => ${limits.report.reviewHours}::int) AS "isOver"
      FROM reports WHERE story_id = ${storyId}::uuid AND status = 'reviewing'`;
    const isInHand = reports.some((report) => report.moderatorId === viewer.id);
    const isTakenOver = !isInHand && reports.length > 0 && reports.every((report) => report.isOver);
    if (!isInHand && !isTakenOver) await requireNext(tx, storyId, 'review');
    // New reports join the review in progress, whose start time stays.
    await tx.$executeRaw`UPDATE reports
      SET status = 'reviewing', moderator_id = ${viewer.id}::uuid, reviewing_at = clock_timestamp()
      WHERE story_id = ${storyId}::uuid
        AND (status = 'pending' OR status = 'reviewing' AND ${isTakenOver}::boolean)`;
    if (isInHand) return;
    await writeLog(tx, viewer, { action: 'review-reports', target: 'story', id: storyId });
  });
}

/** Decides all open reports of a story under review, including those that arrived since the review began. */
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

/** reviewing → resolved, with the story hidden or kept. Throws like `reviewReports`. */
export async function resolveReports(
  services: Services,
  viewer: Viewer,
  { storyId, story: fate, note }: ResolveReportsInput,
): Promise<void> {
  await services.database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    const story = await lockStory(tx, storyId);
    requireMayJudge(viewer, story.author);
    // Checked before the decision, which ends the review.
    const hidable = fate === 'hide' ? await requireHidable(tx, viewer, story) : story;
    await decide(tx, viewer, { storyId, action: 'resolve', note });
    if (fate === 'hide' && !isHiddenByDecision(story)) await hide(services, tx, viewer, hidable, note);
  });
}

/** reviewing → dismissed. Throws like `reviewReports`. */
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
