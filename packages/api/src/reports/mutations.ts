import {
  DomainError,
  type createReportInput,
  type NoticeKind,
  type ReportStatus,
  type ResolveReportsInput,
  type StoryId,
} from '@relato/contract';
import { Prisma, readTime } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context, Services, Viewer } from '../rpc/context.ts';
import { toAlreadyDecided, writeLog } from '../moderation-log.ts';
import { readReporters } from '../notices.ts';
import { consumeQuietly } from '../rpc/rate-limiter.ts';
import {
  hide,
  isHiddenByDecision,
  isWaiting,
  lockStory,
  readOpenedTitle,
  requireHidable,
  seesWaiting,
  type LockedStory,
} from '../stories/hiding-mutations.ts';
import { isHeardByAll, isOpenTo } from '../heard-stories.ts';
import { letInWaiting, lockWaitingAuthor } from '../stories/visibility/letting-in-mutations.ts';
import { requireActive, requireActiveModerator } from '../locks.ts';
import { requireMayJudge } from '../users/policy.ts';
import { isFresh, toMarks } from './assignment-mutations.ts';
import { canReport, nextStatus, toCaseStatus, type ReportAction } from './policy.ts';

/**
 * Reports a story; visitors report anonymously. A user has one report per story: repeating it changes reason and place until
 * a moderator reviews it, and opens it again if the story was changed or shown anew since the decision. The visitors of a network count once per story. Throws STORY_NOT_FOUND, also for a story that is
 * neither public nor shared with the viewer, and FORBIDDEN for the viewer's own story.
 */
export async function createReport(
  { services: { database, rateLimiter }, viewer, request }: Pick<Context, 'services' | 'viewer' | 'request'>,
  { storyId, reason, atMs }: z.output<typeof createReportInput>,
): Promise<void> {
  const [story] = await database.sql<{ readonly userId: string; readonly isOpen: boolean }>({
    name: 'story-to-report',
    text: `SELECT s.user_id AS "userId", ${isOpenTo('$2::uuid')} AS "isOpen" FROM stories s WHERE s.id = $1::uuid`,
    values: [storyId, viewer?.id ?? null],
  });
  if (story && !canReport(viewer, story)) throw new DomainError('FORBIDDEN');
  if (!story?.isOpen) throw new DomainError('STORY_NOT_FOUND');
  const { networkMark, deviceMark } = toMarks(request);
  const visitors = `${request.wideNetwork ?? request.network} ${storyId}`;
  // Only one of concurrent calls is first.
  if (!viewer && !(await consumeQuietly(rateLimiter, 'visitorReport', visitors))) return;
  // Copies the story from its locked row, so that a story that was unpublished, hidden or deleted in the meantime is not
  // reported, and the report holds only content that its reporter could hear.
  const written = database.prisma.$transaction(async (tx) => {
    if (viewer) await requireActive(tx, viewer.id);
    await tx.$executeRaw`
    INSERT INTO reports (id, story_id, reporter_user_id, reporter_network, reporter_device, reason, at_ms, title, transcript, tags)
    SELECT ${uuidv7()}::uuid, s.id, ${viewer?.id ?? null}::uuid, ${networkMark}, ${deviceMark},
      ${reason}::report_reason, CASE WHEN ${atMs}::int IS NOT NULL THEN least(${atMs}::int, duration_ms) END, title, transcript, tags
    FROM stories s, (SELECT ${viewer?.id ?? null}::uuid AS id) AS viewer
    WHERE s.id = ${storyId}::uuid AND ${Prisma.raw(isOpenTo('viewer.id'))} FOR SHARE OF s
    ON CONFLICT (story_id, reporter_user_id) DO UPDATE
      SET reason = excluded.reason, at_ms = excluded.at_ms, title = excluded.title, transcript = excluded.transcript,
        tags = excluded.tags, status = 'pending', decided_at = NULL, moderator_id = NULL, reviewing_at = NULL, note = NULL,
        assigned_to = NULL, assigned_network = NULL,
        reporter_network = coalesce(reports.reporter_network, excluded.reporter_network),
        reporter_device = coalesce(reports.reporter_device, excluded.reporter_device),
        created_at = CASE WHEN reports.decided_at IS NULL THEN reports.created_at ELSE clock_timestamp() END
      WHERE reports.status = 'pending'
        OR reports.decided_at < (SELECT changed.updated_at FROM stories changed WHERE changed.id = excluded.story_id)`;
  });
  await written.catch(async (error: unknown) => {
    // Uncounted, because the visitor tries again, and must not count as having reported.
    if (!viewer) await rateLimiter.giveBack('visitorReport', visitors);
    throw error;
  });
}

/** Returns the status that `action` gives to the reports of a locked story. */
async function requireNext(
  tx: Prisma.TransactionClient,
  storyId: string,
  action: ReportAction,
): Promise<ReportStatus> {
  const reports = await tx.report.findMany({ where: { storyId }, select: { status: true } });
  if (reports.length === 0) throw new DomainError('NOT_FOUND');
  const status = toCaseStatus(reports.map((report) => report.status));
  const next = status && nextStatus(status, action);
  if (!next) throw await toAlreadyDecided(tx, storyId);
  return next;
}

/**
 * Starts a review of the reports of a story that the viewer chose: pending → reviewing. It shows a first story that waits
 * for approval, because its author asked for that, but no other private one, which the queue must assign. Repeating it
 * changes nothing. Takes over a review of another moderator that has lasted too long. Throws STORY_NOT_FOUND, NOT_FOUND if
 * there are no reports, FORBIDDEN for the viewer's own story and those of accounts that they must not judge, and CONFLICT
 * with the last log entry.
 */
export async function reviewReports({ database }: Services, viewer: Viewer, storyId: StoryId): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    const story = await lockStory(tx, storyId);
    requireMayJudge(viewer, story.author);
    const reports = await tx.$queryRaw<{ moderatorId: string | null; isOver: boolean }[]>`
      SELECT r.moderator_id AS "moderatorId", NOT ${isFresh} AS "isOver"
      FROM reports r WHERE r.story_id = ${storyId}::uuid AND r.status = 'reviewing'`;
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

type ReportReceipt = Extract<NoticeKind, 'report_hidden' | 'report_kept' | 'report_closed'>;

/** Locks the accounts of a story's reporters against deletion. Must come before the lock of the story. */
async function lockReporters(tx: Prisma.TransactionClient, storyId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id IN (
      SELECT reporter_user_id FROM reports WHERE story_id = ${storyId}::uuid AND status IN ('pending', 'reviewing')
    ) ORDER BY id FOR KEY SHARE`;
}

/**
 * Notifies the reporters of a locked story of the outcome, without the moderator's note. They get the title that they saw, and
 * none that its author wrote after it was hidden.
 */
async function tellReporters(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  storyId: string,
  receipt: ReportReceipt,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO notices (id, user_id, kind, target_id, story_id, subject, reason, decided_by_id)
    SELECT gen_random_uuid(), r.reporter_user_id, ${receipt}::notice_kind, s.id, s.id,
      coalesce(r.title, CASE WHEN s.hidden_at IS NOT NULL AND s.waiting_since IS NULL THEN s.hidden_version ->> 'title'
        WHEN ${Prisma.raw(isHeardByAll)} THEN s.title END, ''), '', ${viewer.id}::uuid
    FROM reports r JOIN stories s ON s.id = r.story_id
    WHERE s.id = ${storyId}::uuid AND r.reporter_user_id IS NOT NULL AND r.status IN ('pending', 'reviewing')`;
}

/**
 * Returns the notice to the reporters of a locked story that is kept. It says that the story breaks no rule only if the
 * moderator could open it and no decision hides it.
 */
async function toLeftReceipt(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  { id, isHeardByAll: isOfAll, hiddenAt }: LockedStory,
): Promise<ReportReceipt> {
  const isOpen = hiddenAt === null && (isOfAll || (await readOpenedTitle(tx, viewer, id)) !== null);
  return isOpen ? 'report_kept' : 'report_closed';
}

/** Decides all open reports of a story under review, including those that arrived since the review began. */
async function decide(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  {
    storyId,
    action,
    note,
    receipt,
  }: {
    readonly storyId: StoryId;
    readonly action: 'resolve' | 'dismiss';
    readonly note: string;
    readonly receipt: ReportReceipt;
  },
): Promise<void> {
  const status = await requireNext(tx, storyId, action);
  await tellReporters(tx, viewer, storyId, receipt);
  await tx.report.updateMany({
    where: { storyId, status: { in: ['pending', 'reviewing'] } },
    data: { status, note, moderatorId: viewer.id, decidedAt: await readTime(tx) },
  });
  await writeLog(tx, viewer, { action: `${action}-reports`, target: 'story', id: storyId, reason: note });
}

/**
 * reviewing → resolved, with the story hidden or kept. A kept story that waits for approval is published. Throws like
 * `reviewReports`.
 */
export async function resolveReports(
  services: Services,
  viewer: Viewer,
  { storyId, story: fate, note, rule }: ResolveReportsInput,
): Promise<void> {
  await services.database.prisma.$transaction(async (tx) => {
    await lockWaitingAuthor(tx, viewer, storyId);
    await requireActiveModerator(tx, viewer);
    await lockReporters(tx, storyId);
    const story = await lockStory(tx, storyId);
    requireMayJudge(viewer, story.author);
    // Checked before the decision, which ends the review.
    const hidable = fate === 'hide' ? await requireHidable(tx, viewer, story) : story;
    // Keeping a waiting story must not publish content that is not in the viewer's review.
    if (fate === 'keep' && isWaiting(story) && !(await seesWaiting(tx, viewer, storyId)))
      throw await toAlreadyDecided(tx, storyId);
    const reporters = await readReporters(tx, storyId);
    const receipt = fate === 'hide' ? 'report_hidden' : await toLeftReceipt(tx, viewer, story);
    await decide(tx, viewer, { storyId, action: 'resolve', note, receipt });
    if (fate === 'hide' && !isHiddenByDecision(story))
      await hide(services, tx, viewer, hidable, { reason: note, rule, ...reporters });
    if (fate === 'keep') await letInWaiting(services, tx, viewer, story, note);
  });
}

/** reviewing → dismissed. Throws like `reviewReports`, and CONFLICT for a story that waits for approval. */
export async function dismissReports(
  { database }: Services,
  viewer: Viewer,
  { storyId, note }: { readonly storyId: StoryId; readonly note: string },
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    await lockReporters(tx, storyId);
    const story = await lockStory(tx, storyId);
    requireMayJudge(viewer, story.author);
    if (isWaiting(story)) throw await toAlreadyDecided(tx, storyId);
    const receipt = await toLeftReceipt(tx, viewer, story);
    await decide(tx, viewer, { storyId, action: 'dismiss', note, receipt });
  });
}
