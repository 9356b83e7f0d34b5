import { hashToken } from '@relato/auth';
import { limits, type StoryId } from '@relato/contract';
import { Prisma } from '@relato/db';
import type { Context, Viewer } from '../rpc/context.ts';
import { isHeardByAll } from '../heard-stories.ts';
import { writeLog } from '../moderation-log.ts';
import { requireActiveModerator } from '../locks.ts';

type Request = Pick<Context['request'], 'network' | 'wideNetwork' | 'deviceToken'>;

/** Returns the marks by which a report recognizes its network and device, which are hashes, so that no addresses are stored. */
export const toMarks = ({ network, wideNetwork, deviceToken }: Request) => ({
  networkMark: hashToken(wideNetwork ?? network),
  deviceMark: deviceToken === null ? null : hashToken(deviceToken),
});

/** Keeps two assignments from choosing the same case. */
const assignmentLock = 'reports.next';

/**
 * Assigns the viewer the case that has waited longest, or the undecided one that they already have. First stories come last,
 * because users can create many of them. So no moderator chooses whose private story they see. Excludes cases that the
 * viewer may have reported: with their account, from one of their devices, or without an account from a network that they
 * moderate from. Returns null if there is none.
 */
export async function assignNextCase(
  { services: { database }, request }: Pick<Context, 'services'> & { readonly request: Request },
  viewer: Viewer,
): Promise<StoryId | null> {
  return database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${assignmentLock}))::text`;
    const held = await findHeld(tx, viewer);
    if (held) return held;
    for (;;) {
      const id = await findWaiting(tx, { viewer, request, only: null });
      if (!id) return null;
      // Another moderator may have started a review by hand before it was locked.
      await tx.$queryRaw`SELECT 1 FROM stories WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
      if (!(await findWaiting(tx, { viewer, request, only: id }))) continue;
      await tx.$executeRaw`UPDATE reports
        SET status = 'reviewing', moderator_id = ${viewer.id}::uuid, reviewing_at = clock_timestamp(),
          assigned_to = ${viewer.id}::uuid, assigned_network = ${toMarks(request).networkMark}
        WHERE story_id = ${id}::uuid AND status IN ('pending', 'reviewing')`;
      await writeLog(tx, viewer, { action: 'assign-reports', target: 'story', id });
      return id;
    }
  });
}

/** SQL for the rule of `requireMayJudge`, for the story `s` of the user `u`. */
const mayJudge = (viewer: Viewer): Prisma.Sql =>
  Prisma.sql`s.user_id <> ${viewer.id}::uuid AND (${viewer.role === 'administrator'} OR u.role = 'user')`;

/** SQL for whether the review `r` is not over yet: it began not long ago, by someone who may still decide. */
export const isFresh = Prisma.sql`(r.reviewing_at > statement_timestamp() - make_interval(hours => ${limits.report.reviewHours}::int)
  AND EXISTS (SELECT FROM users m WHERE m.id = r.moderator_id AND m.suspended_at IS NULL AND m.role <> 'user'))`;

/**
 * SQL for whether the moderator of the review `r` sees the story `s`, unless another rule excludes them. A review that they
 * chose themselves does not open a story that its author unpublished.
 */
const canOpen = Prisma.sql`(r.assigned_to IS NOT DISTINCT FROM r.moderator_id OR s.waiting_since IS NOT NULL OR ${Prisma.raw(isHeardByAll)})`;

/** Returns the viewer's undecided case from the queue that no other moderator may take over yet. */
async function findHeld(tx: Prisma.TransactionClient, viewer: Viewer): Promise<StoryId | null> {
  const [held] = await tx.$queryRaw<{ id: StoryId }[]>`
    SELECT s.id FROM reports r JOIN stories s ON s.id = r.story_id JOIN users u ON u.id = s.user_id
    WHERE r.status = 'reviewing' AND r.moderator_id = ${viewer.id}::uuid AND r.assigned_to = ${viewer.id}::uuid
      AND ${isFresh} AND ${mayJudge(viewer)}
    ORDER BY r.reviewing_at, s.id LIMIT 1`;
  return held?.id ?? null;
}

interface WaitingOf {
  readonly viewer: Viewer;
  readonly request: Request;
  readonly only: string | null;
}

async function findWaiting(
  tx: Prisma.TransactionClient,
  { viewer, request, only }: WaitingOf,
): Promise<StoryId | null> {
  const { id } = viewer;
  const { networkMark, deviceMark } = toMarks(request);
  // Colleagues may share a network but not a device, which therefore counts for reports of other accounts too. The reporter
  // of a deleted account is unknown.
  const isOwn = Prisma.sql`r.reporter_user_id = ${id}::uuid
    OR r.reporter_device = ${deviceMark}
    OR r.reporter_device IN (SELECT b.id FROM known_browsers b WHERE b.user_id = ${id}::uuid)
    OR r.reporter_user_id IS NULL AND (r.reporter_network = ${networkMark}
      OR r.reporter_network IN (SELECT a.assigned_network FROM reports a WHERE a.assigned_to = ${id}::uuid))`;
  const [waiting] = await tx.$queryRaw<{ id: StoryId }[]>`
    SELECT s.id FROM reports r JOIN stories s ON s.id = r.story_id JOIN users u ON u.id = s.user_id
    WHERE r.status IN ('pending', 'reviewing') AND (${only}::uuid IS NULL OR s.id = ${only}::uuid) AND ${mayJudge(viewer)}
    GROUP BY s.id
    HAVING NOT bool_or(r.status = 'reviewing' AND ${canOpen} AND (${isFresh} OR r.moderator_id IS NOT DISTINCT FROM ${id}::uuid))
      AND NOT coalesce(bool_or(${isOwn}), false)
    ORDER BY bool_and(r.reason = 'first'), min(r.created_at), s.id LIMIT 1`;
  return waiting?.id ?? null;
}
