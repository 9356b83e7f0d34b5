import type { OwnReport, Page, ReportId, ReportReason, ReportStatus, StoryId } from '@relato/contract';
import type { Services, Viewer } from '../context.ts';
import { agePosition, decodeCursor, toPage, type PageRequest } from '../cursor.ts';

interface ReportRow {
  readonly id: string;
  readonly story_id: string | null;
  readonly reason: ReportReason;
  readonly status: ReportStatus;
  readonly created_at: Date;
}

const toOwnReport = (row: ReportRow): OwnReport => ({
  id: row.id as ReportId, // a row's id is a plain string
  storyId: row.story_id as StoryId | null, // a row's id is a plain string
  reason: row.reason,
  status: row.status,
  createdAt: row.created_at,
});

/** What the viewer reported, newest first. */
export async function listMyReports(
  { database }: Services,
  viewer: Viewer,
  { cursor, limit }: PageRequest,
): Promise<Page<OwnReport>> {
  const values: unknown[] = [viewer.id, limit + 1];
  let position = '';
  if (cursor) {
    const [createdAtMs, id] = decodeCursor(agePosition, cursor);
    values.push(new Date(createdAtMs), id);
    position = 'AND (created_at, id) < ($3::timestamptz, $4::uuid)';
  }
  const text = `SELECT id, story_id, reason, status, created_at FROM reports
    WHERE reporter_user_id = $1::uuid ${position}
    ORDER BY created_at DESC, id DESC
    LIMIT $2`;
  const name = cursor ? 'my-reports-next' : 'my-reports';
  const rows = await database.sql<ReportRow>({ name, text, values });
  return toPage(rows, limit, toOwnReport, (row) => [row.created_at.getTime(), row.id]);
}
