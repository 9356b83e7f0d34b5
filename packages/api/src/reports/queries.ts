import {
  canonicalId,
  type OwnReport,
  type Page,
  type ProfileSummary,
  type ReportCase,
  type ChosenReason,
  type ReportedPlace,
  type ReportId,
  type ReportReason,
  type ReportStatus,
  retention,
  type Role,
  type StoryId,
  type UserId,
  type WatchedFind,
} from '@relato/contract';
import { z } from 'zod';
import { isHeardByAll } from '../heard-stories.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { decodeCursor, timePosition, toPage, toPlaceInTime, type PageRequest } from '../rpc/cursor.ts';
import { decidedTitle, hiddenVersion, isWaitingFor, openingReports } from '../stories/version-queries.ts';
import { canSuspend } from '../users/policy.ts';
import { toReportedAuthor } from './policy.ts';

interface ReportRow {
  readonly id: ReportId;
  readonly story_id: StoryId | null;
  readonly reason: ChosenReason;
  readonly status: ReportStatus;
  readonly created_at: Date;
}

const toOwnReport = (row: ReportRow): OwnReport => ({
  id: row.id,
  storyId: row.story_id,
  reason: row.reason,
  status: row.status,
  createdAt: row.created_at,
});

/** Lists the reports of the viewer, newest first. */
export async function listMyReports(
  { database }: Services,
  viewer: Viewer,
  { cursor, limit }: PageRequest,
): Promise<Page<OwnReport>> {
  const after = toPlaceInTime(cursor);
  const values = [viewer.id, limit + 1, ...(after ? [after.at, after.id] : [])];
  const position = after ? 'AND (created_at, id) < ($3::timestamptz, $4::uuid)' : '';
  const text = `SELECT id, story_id, reason, status, created_at FROM reports
    WHERE reporter_user_id = $1::uuid ${position}
    ORDER BY created_at DESC, id DESC
    LIMIT $2`;
  const name = cursor ? 'my-reports-next' : 'my-reports';
  const rows = await database.sql<ReportRow>({ name, text, values });
  return toPage(rows, limit, toOwnReport, (row) => [row.created_at.getTime(), row.id]);
}

const toSummary = (id: UserId | null, username: string | null): ProfileSummary | null =>
  id === null ? null : { id, username };

interface CaseRow {
  readonly story_id: StoryId;
  readonly title: string;
  readonly duration_ms: number;
  readonly story_created_at: Date;
  readonly published: boolean;
  readonly hidden_at: Date | null;
  readonly hidden_reason: string | null;
  readonly user_id: UserId;
  readonly username: string | null;
  readonly role: Role;
  readonly suspended: boolean;
  readonly status: ReportStatus;
  readonly reports: number;
  readonly reasons: readonly { readonly reason: ReportReason; readonly count: number }[];
  readonly places: readonly ReportedPlace[];
  readonly watched: readonly WatchedFind[];
  readonly first_report_at: Date;
  readonly moderator_id: UserId | null;
  readonly moderator_username: string | null;
  readonly note: string | null;
  readonly decided_at: Date | null;
  readonly opens_until: Date | null;
  readonly is_waiting: boolean;
  readonly sees_waiting: boolean;
  readonly lets_in_more: number;
}

const toCase =
  (viewer: Viewer) =>
  (row: CaseRow): ReportCase => ({
    story: {
      id: row.story_id,
      title: row.title,
      durationMs: row.duration_ms,
      createdAt: row.story_created_at,
      published: row.published,
      hidden: row.hidden_at && { at: row.hidden_at, reason: row.hidden_reason },
      isWaiting: row.is_waiting,
      author: toReportedAuthor({ id: row.user_id, username: row.username, suspended: row.suspended }),
    },
    status: row.status,
    reportsCount: row.reports,
    reasons: row.reasons,
    places: row.places,
    watched: row.watched,
    firstReportAt: row.first_report_at,
    moderator: toSummary(row.moderator_id, row.moderator_username),
    note: row.note,
    decidedAt: row.decided_at,
    viewer: {
      canSuspendAuthor: !row.suspended && canSuspend(viewer, { id: row.user_id, role: row.role }),
      opensUntil: row.opens_until,
      seesWaiting: row.sees_waiting,
      letsInMore: row.lets_in_more,
    },
  });

/**
 * SQL for the stories of a page of decided cases, by the last decision on each. Decided cases only increase, so that grouping all
 * of them would take ever longer.
 */
const lastDecided = (isNext: boolean): string => `SELECT d.story_id FROM reports d
  WHERE d.status = ($1::report_status[])[1] AND d.story_id IS NOT NULL AND d.decided_at IS NOT NULL
    ${isNext ? 'AND (d.decided_at, d.story_id) < ($4::timestamptz, $5::uuid)' : ''}
    AND NOT EXISTS (SELECT FROM reports l
      WHERE l.story_id = d.story_id AND l.status = d.status AND (l.decided_at, l.id) > (d.decided_at, d.id))
  ORDER BY d.decided_at DESC, d.story_id DESC LIMIT $2`;

const casePosition = z.tuple([timePosition, canonicalId]);

/**
 * Lists reports grouped by story. A story that its author unpublished has a title only if the viewer sees the reported
 * version, or if it was hidden, in which case it is the title of the decision. Watched words show in open cases, and for
 * public stories. Open cases come oldest first, decided ones last decided first. Reports on deleted stories need no decision
 * and are omitted.
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
  const ofPage = isDecided ? `AND r.story_id IN (${lastDecided(Boolean(cursor))})` : '';
  const rows = await database.sql<CaseRow>({
    text: `
      WITH cases AS (
        SELECT r.story_id, ${at} AS at, count(*)::int AS reports,
          min(r.created_at) AS first_report_at, max(r.decided_at) AS decided_at,
          CASE WHEN bool_or(r.status = 'reviewing') THEN 'reviewing' ELSE min(r.status::text) END AS status,
          (array_agg(r.moderator_id ORDER BY r.decided_at DESC NULLS LAST) FILTER (WHERE r.moderator_id IS NOT NULL))[1]
            AS moderator_id,
          (array_agg(r.note ORDER BY r.decided_at DESC NULLS LAST) FILTER (WHERE r.note IS NOT NULL))[1] AS note
        FROM reports r
        WHERE r.status = ANY ($1::report_status[]) AND r.story_id IS NOT NULL ${ofPage}
        GROUP BY r.story_id
        HAVING ${conditions.join(' AND ')}
        ORDER BY at ${order}, r.story_id ${order}
        LIMIT $2
      )
      SELECT c.*, o.until AS opens_until, NOT s.published AND s.waiting_since IS NOT NULL AS is_waiting,
        ${isWaitingFor('$3')} AS sees_waiting,
        (SELECT count(*)::int FROM stories m WHERE m.user_id = s.user_id AND m.id <> s.id AND s.waiting_since IS NOT NULL
          AND m.waiting_since IS NOT NULL AND NOT m.published AND (m.hidden_at IS NULL OR m.hidden_with_author)
          AND NOT EXISTS (SELECT FROM reports mr WHERE mr.story_id = m.id AND mr.status = 'reviewing'
            AND mr.moderator_id <> $3::uuid)) AS lets_in_more, CASE
          WHEN ${isWaitingFor('$3')} THEN s.title
          WHEN NOT ${isHeardByAll} THEN coalesce(o.title, CASE WHEN s.hidden_at IS NOT NULL THEN ${decidedTitle} END, '')
          WHEN s.hidden_at IS NOT NULL THEN coalesce(${hiddenVersion} ->> 'title', s.title)
          ELSE s.title
        END AS title, s.duration_ms, s.created_at AS story_created_at, ${isHeardByAll} AS published, s.hidden_at, s.hidden_reason,
        s.user_id, p.username, u.role::text, u.suspended_at IS NOT NULL AS suspended, m.username AS moderator_username,
        (SELECT json_agg(json_build_object('reason', g.reason, 'count', g.count) ORDER BY g.count DESC, g.reason)
          FROM (SELECT reason, count(*)::int AS count FROM reports
            WHERE story_id = c.story_id AND status = ANY ($1::report_status[]) GROUP BY reason) g) AS reasons,
        (SELECT coalesce(json_agg(json_build_object('atMs', g.at, 'count', g.count) ORDER BY g.at), '[]')
          FROM (SELECT at_ms / 1000 * 1000 AS at, count(*)::int AS count FROM reports
            WHERE story_id = c.story_id AND status = ANY ($1::report_status[]) AND at_ms IS NOT NULL AND reason <> 'watched' GROUP BY 1) g) AS places,
        (SELECT coalesce(jsonb_agg(w.find), '[]') FROM reports r, jsonb_array_elements(r.watched) w (find)
          WHERE r.story_id = c.story_id AND r.status IN ('pending', 'reviewing') AND r.status = ANY ($1::report_status[])
            AND ${isHeardByAll}) AS watched
      FROM cases c
      JOIN stories s ON s.id = c.story_id
      JOIN users u ON u.id = s.user_id
      JOIN profiles p ON p.id = s.user_id
      LEFT JOIN profiles m ON m.id = c.moderator_id
      LEFT JOIN LATERAL (SELECT rp.title, rp.created_at + interval '${retention.reportedText.hours} hours' AS until
        ${openingReports('$3')} AND NOT ${isHeardByAll} ORDER BY rp.created_at DESC LIMIT 1) o ON true
      ORDER BY c.at ${order}, c.story_id ${order}`,
    values,
  });
  return toPage(rows, limit, toCase(viewer), (row) => [
    ((isDecided && row.decided_at) || row.first_report_at).getTime(),
    row.story_id,
  ]);
}
