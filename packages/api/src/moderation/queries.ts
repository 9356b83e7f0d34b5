import {
  canonicalId,
  type ModerationLogEntry,
  type ModerationLogInput,
  type ModerationStats,
  type Page,
  type ProfileSummary,
  type ReportCase,
  type ReportReason,
  type ReportStatus,
  type Role,
  type StoryId,
  type UserId,
} from '@relato/contract';
import { z } from 'zod';
import type { Services, Viewer } from '../context.ts';
import { agePosition, decodeCursor, timePosition, toPage, type PageRequest } from '../cursor.ts';
import { canSuspend } from '../suspensions/policy.ts';

const toSummary = (id: string | null, username: string | null): ProfileSummary | null =>
  id === null ? null : { id: id as UserId, username }; // a row's id is a plain string

interface CaseRow {
  readonly story_id: string;
  readonly title: string;
  readonly duration_ms: number;
  readonly story_created_at: Date;
  readonly published: boolean;
  readonly hidden_at: Date | null;
  readonly hidden_reason: string | null;
  readonly user_id: string;
  readonly username: string | null;
  readonly role: Role;
  readonly suspended: boolean;
  readonly status: ReportStatus;
  readonly reports: number;
  readonly reasons: readonly { readonly reason: ReportReason; readonly count: number }[];
  readonly first_report_at: Date;
  readonly last_report_at: Date;
  readonly moderator_id: string | null;
  readonly moderator_username: string | null;
  readonly note: string | null;
  readonly decided_at: Date | null;
}

const toCase =
  (viewer: Viewer) =>
  (row: CaseRow): ReportCase => ({
    story: {
      id: row.story_id as StoryId, // a row's id is a plain string
      title: row.title,
      durationMs: row.duration_ms,
      createdAt: row.story_created_at,
      published: row.published,
      hidden: row.hidden_at && { at: row.hidden_at, reason: row.hidden_reason },
      author: { id: row.user_id as UserId, username: row.username, suspended: row.suspended }, // a row's id is a plain string
    },
    status: row.status,
    reportsCount: row.reports,
    reasons: row.reasons,
    firstReportAt: row.first_report_at,
    lastReportAt: row.last_report_at,
    moderator: toSummary(row.moderator_id, row.moderator_username),
    note: row.note,
    decidedAt: row.decided_at,
    viewer: { canSuspendAuthor: !row.suspended && canSuspend(viewer, { id: row.user_id, role: row.role }) },
  });

const casePosition = z.tuple([timePosition, canonicalId]);

/**
 * Reports by story; one that its author took back by the title that was reported. Open ones first come, first served; decided ones last decided, first shown. Reports on stories that
 * are gone need no decision.
 */
export async function listCases(
  { database }: Services,
  viewer: Viewer,
  { cursor, limit, status }: PageRequest & { readonly status?: ReportStatus | undefined },
): Promise<Page<ReportCase>> {
  const isDecided = status === 'resolved' || status === 'dismissed';
  const values: unknown[] = [isDecided ? [status] : ['pending', 'reviewing'], limit + 1, viewer.id];
  const conditions = ['true'];
  if (status === 'pending') conditions.push(`NOT bool_or(r.status = 'reviewing')`);
  if (status === 'reviewing') conditions.push(`bool_or(r.status = 'reviewing')`);
  const at = isDecided ? 'max(r.decided_at)' : 'min(r.created_at)';
  const [beyond, order] = isDecided ? ['<', 'DESC'] : ['>', 'ASC'];
  if (cursor) {
    const [atMs, id] = decodeCursor(casePosition, cursor);
    values.push(new Date(atMs), id);
    conditions.push(`(${at}, r.story_id) ${beyond} ($4::timestamptz, $5::uuid)`);
  }
  const rows = await database.sql<CaseRow>({
    text: `
      WITH cases AS (
        SELECT r.story_id, ${at} AS at, count(*)::int AS reports,
          min(r.created_at) AS first_report_at, max(r.created_at) AS last_report_at, max(r.decided_at) AS decided_at,
          CASE WHEN bool_or(r.status = 'reviewing') THEN 'reviewing' ELSE min(r.status::text) END AS status,
          (array_agg(r.moderator_id ORDER BY r.decided_at DESC NULLS LAST) FILTER (WHERE r.moderator_id IS NOT NULL))[1]
            AS moderator_id,
          (array_agg(r.note ORDER BY r.decided_at DESC NULLS LAST) FILTER (WHERE r.note IS NOT NULL))[1] AS note
        FROM reports r
        WHERE r.status::text = ANY ($1::text[]) AND r.story_id IS NOT NULL
        GROUP BY r.story_id
        HAVING ${conditions.join(' AND ')}
        ORDER BY at ${order}, r.story_id ${order}
        LIMIT $2
      )
      SELECT c.*, CASE
          WHEN s.published THEN s.title
          WHEN u.role = 'administrator' THEN ''
          ELSE coalesce((SELECT v.title FROM reports v
            WHERE v.story_id = s.id AND v.reporter_user_id IS DISTINCT FROM $3::uuid AND v.title IS NOT NULL
            ORDER BY v.created_at DESC LIMIT 1), '')
        END AS title, s.duration_ms, s.created_at AS story_created_at, s.published, s.hidden_at, s.hidden_reason,
        s.user_id, p.username, u.role::text, u.suspended_at IS NOT NULL AS suspended, m.username AS moderator_username,
        (SELECT json_agg(json_build_object('reason', g.reason, 'count', g.count) ORDER BY g.count DESC, g.reason)
          FROM (SELECT reason, count(*)::int AS count FROM reports
            WHERE story_id = c.story_id AND status::text = ANY ($1::text[]) GROUP BY reason) g) AS reasons
      FROM cases c
      JOIN stories s ON s.id = c.story_id
      JOIN users u ON u.id = s.user_id
      JOIN profiles p ON p.id = s.user_id
      LEFT JOIN profiles m ON m.id = c.moderator_id
      ORDER BY c.at ${order}, c.story_id ${order}`,
    values,
  });
  return toPage(rows, limit, toCase(viewer), (row) => [
    (isDecided ? (row.decided_at ?? row.last_report_at) : row.first_report_at).getTime(),
    row.story_id,
  ]);
}

/** What moderators did, newest first. */
export async function listLog(
  { database }: Services,
  { cursor, limit, action, targetType, targetId, actorId }: ModerationLogInput,
): Promise<Page<ModerationLogEntry>> {
  const [createdAtMs, id] = cursor ? decodeCursor(agePosition, cursor) : [];
  const createdAt = createdAtMs === undefined ? undefined : new Date(createdAtMs);
  const rows = await database.prisma.moderationLog.findMany({
    where: {
      ...(action && { action }),
      ...(targetType && { targetType }),
      ...(targetId && { targetId }),
      ...(actorId && { actorId }),
      ...(createdAt && id && { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
    include: { actor: { select: { profile: { select: { username: true } } } } },
  });
  const people = await database.prisma.profile.findMany({
    where: { id: { in: rows.flatMap((row) => (row.targetType === 'user' ? [row.targetId] : [])) } },
    select: { id: true, username: true },
  });
  const usernames = new Map(people.map((person) => [person.id, person.username]));
  return toPage(
    rows,
    limit,
    ({ actor, actorId: by, ...entry }) => ({
      ...entry,
      targetUsername: usernames.get(entry.targetId) ?? null,
      actor: toSummary(by, actor?.profile?.username ?? null),
    }),
    (row) => [row.createdAt.getTime(), row.id],
  );
}

interface StatsRow {
  readonly users: number;
  readonly suspended: number;
  readonly stories: number;
  readonly published: number;
  readonly hidden: number;
  readonly comments: number;
  readonly audio_bytes: number;
  readonly pending: number;
  readonly reviewing: number;
  readonly open_appeals: number;
  readonly failed_inspections: number;
  readonly failed_transcriptions: number;
}

/** How much there is of everything, now. Audio counts as it is stored: the original and the copy that is served. */
export async function getStats({ database }: Services): Promise<ModerationStats> {
  const [row] = await database.sql<StatsRow>({
    name: 'moderation-stats',
    text: `SELECT
      (SELECT count(*)::int FROM users) AS users,
      (SELECT count(*)::int FROM users WHERE suspended_at IS NOT NULL) AS suspended,
      (SELECT count(*)::int FROM stories) AS stories,
      (SELECT count(*)::int FROM stories WHERE published AND hidden_at IS NULL) AS published,
      (SELECT count(*)::int FROM stories WHERE hidden_at IS NOT NULL) AS hidden,
      (SELECT count(*)::int FROM comments) AS comments,
      (SELECT coalesce(sum(coalesce(bytes, 0) + coalesce(playback_bytes, 0)), 0)::float8 FROM recordings) AS audio_bytes,
      (SELECT count(*)::int FROM reports WHERE status = 'pending' AND story_id IS NOT NULL) AS pending,
      (SELECT count(*)::int FROM reports WHERE status = 'reviewing' AND story_id IS NOT NULL) AS reviewing,
      (SELECT count(*)::int FROM appeals WHERE status = 'open') AS open_appeals,
      (SELECT count(*)::int FROM recordings WHERE state = 'inspecting' AND inspection_failed_at IS NOT NULL)
        AS failed_inspections,
      (SELECT count(*)::int FROM transcripts WHERE status = 'error') AS failed_transcriptions`,
    values: [],
  });
  if (!row) throw new Error('A statement without a table answers one row');
  return {
    users: { total: row.users, suspended: row.suspended },
    stories: { total: row.stories, published: row.published, hidden: row.hidden },
    comments: row.comments,
    audioBytes: row.audio_bytes,
    reports: { pending: row.pending, reviewing: row.reviewing },
    openAppeals: row.open_appeals,
    failedInspections: row.failed_inspections,
    failedTranscriptions: row.failed_transcriptions,
    jobs: await countJobs({ database }),
  };
}

/** The queue makes its tables when it first starts; before that there are no jobs. */
async function countJobs({ database }: Pick<Services, 'database'>): Promise<ModerationStats['jobs']> {
  const none = { queued: 0, active: 0, failed: 0, failingDeletions: 0 };
  const [found] = await database.sql<{ readonly exists: boolean }>({
    text: `SELECT to_regclass('pgboss.job') IS NOT NULL AS exists`,
    values: [],
  });
  if (!found?.exists) return none;
  const [row] = await database.sql<ModerationStats['jobs']>({
    text: `SELECT count(*) FILTER (WHERE state IN ('created', 'retry') AND name <> 'send-mail.dead')::int AS queued,
        count(*) FILTER (WHERE state = 'active')::int AS active,
        count(*) FILTER (WHERE state = 'failed' AND name <> 'send-mail' OR name = 'send-mail.dead')::int AS failed,
        count(*) FILTER (WHERE name = 'delete-objects' AND state IN ('retry', 'failed'))::int AS "failingDeletions"
      FROM pgboss.job WHERE name NOT LIKE '\\_\\_%'`,
    values: [],
  });
  return row ?? none;
}
