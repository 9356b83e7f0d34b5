import {
  DomainError,
  type FailedInspection,
  isRefusalCode,
  limits,
  type Page,
  type RecordingId,
  type RecordingStatus,
  type RefusalCode,
  serverLimits,
  type UnsavedRecording,
  type UserId,
} from '@relato/contract';
import { readTime, type Prisma } from '@relato/db';
import type { Services, Viewer } from '../rpc/context.ts';
import { toPage, toPlaceInTime, type PageRequest } from '../rpc/cursor.ts';

const statusColumns = {
  id: true,
  state: true,
  refusal: true,
  durationMs: true,
  peaks: true,
  isCutShort: true,
  uploadedAt: true,
  inspectionFailedAt: true,
} satisfies Prisma.RecordingSelect;
type StatusRow = Prisma.RecordingGetPayload<{ select: typeof statusColumns }>;

async function toRecordingStatus(database: Services['database'], row: StatusRow): Promise<RecordingStatus> {
  const id = row.id as RecordingId; // a row's id is a plain string
  switch (row.state) {
    case 'uploading':
      return { id, state: 'uploading' };
    case 'inspecting':
      return {
        id,
        state: 'inspecting',
        isDelayed: row.inspectionFailedAt !== null || isOld(row, await readTime(database.prisma)),
      };
    case 'ready':
      return {
        id,
        state: 'ready',
        durationMs: row.durationMs ?? 0,
        peaks: row.peaks,
        isCutShort: row.isCutShort,
      };
    case 'refused':
      return { id, state: 'refused', reason: toRefusal(row.refusal) };
  }
}

const isOld = ({ uploadedAt }: StatusRow, now: Date): boolean =>
  (uploadedAt?.getTime() ?? 0) < now.getTime() - serverLimits.inspection.delayedMs;

/** A server of a later version may have stored an unknown code. */
const toRefusal = (code: string | null): RefusalCode => (isRefusalCode(code) ? code : 'AUDIO_NOT_AUDIO');

/** Throws RECORDING_NOT_FOUND, also for the recording of another user. */
export async function requireRecordingStatus(
  { database }: Pick<Services, 'database'>,
  viewer: Viewer,
  id: RecordingId,
): Promise<RecordingStatus> {
  const row = await database.prisma.recording.findFirst({
    where: { id, userId: viewer.id },
    select: statusColumns,
  });
  if (!row) throw new DomainError('RECORDING_NOT_FOUND');
  return toRecordingStatus(database, row);
}

interface UnsavedRow {
  readonly id: RecordingId;
  readonly durationMs: number | null;
  readonly bytes: number | null;
  readonly createdAt: Date;
}

/**
 * Lists the viewer's recordings that could become stories but have not, youngest first, including those whose upload is
 * incomplete, because the browser that recorded them may have lost the rest.
 */
export async function listUnsavedRecordings(
  { database }: Pick<Services, 'database'>,
  viewer: Viewer,
  { cursor, limit }: PageRequest,
): Promise<Page<UnsavedRecording>> {
  const { at = null, id = null } = toPlaceInTime(cursor) ?? {};
  const rows = await database.prisma.$queryRaw<UnsavedRow[]>`
    SELECT r.id, r.duration_ms AS "durationMs", coalesce(r.bytes, u.bytes) AS bytes, r.created_at AS "createdAt"
    FROM recordings r LEFT JOIN uploads u ON u.recording_id = r.id
    WHERE r.user_id = ${viewer.id}::uuid
      AND (r.state = 'ready'
          AND (r.inspected_at < now() - make_interval(mins => ${limits.recording.unsavedListedMinutes}::int)
            OR r.created_at < now() - make_interval(mins => ${limits.recording.unfinishedListedMinutes}::int))
        OR r.state = 'uploading' AND u.bytes > 0
          AND r.created_at < now() - make_interval(mins => ${limits.recording.unfinishedListedMinutes}::int))
      AND NOT EXISTS (SELECT 1 FROM stories s WHERE s.recording_id = r.id)
      AND (${at}::timestamptz IS NULL OR (r.created_at, r.id) < (${at}::timestamptz, ${id}::uuid))
    ORDER BY r.created_at DESC, r.id DESC
    LIMIT ${limit + 1}`;
  return toPage(
    rows,
    limit,
    (row): UnsavedRecording => ({
      id: row.id,
      durationMs: row.durationMs,
      bytes: row.bytes ?? 0,
      recordedAt: row.createdAt,
    }),
    (row) => [row.createdAt.getTime(), row.id],
  );
}

/** Lists the recordings whose inspection failed permanently, last failed first. */
export async function listFailedInspections(
  { database }: Pick<Services, 'database'>,
  { cursor, limit }: PageRequest,
): Promise<Page<FailedInspection>> {
  const after = toPlaceInTime(cursor);
  const rows = await database.prisma.recording.findMany({
    where: {
      state: 'inspecting',
      inspectionFailedAt: { not: null },
      ...(after && {
        OR: [
          { inspectionFailedAt: { lt: after.at } },
          { inspectionFailedAt: after.at, id: { lt: after.id } },
        ],
      }),
    },
    orderBy: [{ inspectionFailedAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
    select: {
      id: true,
      userId: true,
      createdAt: true,
      inspectionAttempts: true,
      inspectionError: true,
      inspectionFailedAt: true,
      user: { select: { profile: { select: { username: true } } } },
    },
  });
  return toPage(
    rows,
    limit,
    (row): FailedInspection => ({
      recordingId: row.id as RecordingId, // a row's id is a plain string
      author: { id: row.userId as UserId, username: row.user.profile?.username ?? null }, // a row's id is a plain string
      attempts: row.inspectionAttempts,
      error: row.inspectionError,
      failedAt: row.inspectionFailedAt ?? row.createdAt,
    }),
    (row) => [(row.inspectionFailedAt ?? row.createdAt).getTime(), row.id],
  );
}

/** SQL for every object that a row names. Earlier states name a key before its object exists. */
const namedObjects = `
  SELECT original_key AS key, bytes, original_sha256 AS sha256, state IN ('inspecting', 'ready') AS is_there FROM recordings
  UNION ALL SELECT playback_key, playback_bytes, NULL, state = 'ready' FROM recordings
  UNION ALL SELECT key, bytes, NULL, bytes IS NOT NULL FROM story_mp3s
  UNION ALL SELECT picture_key, picture_bytes, NULL, picture_bytes IS NOT NULL FROM story_mp3s
  UNION ALL SELECT k, NULL, CASE k WHEN content #>> '{recording,originalKey}' THEN content #>> '{recording,originalSha256}' END,
    true FROM freezes, unnest(keys) k`;

/** Returns the keys that rows refer to. */
export async function listKeptKeys(
  { database }: Pick<Services, 'database'>,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.sql<{ readonly key: string }>({
    name: 'kept-keys',
    text: `SELECT key FROM (${namedObjects}) named WHERE key = ANY($1)`,
    values: [[...keys]],
  });
  return new Set(rows.map(({ key }) => key));
}

/** An object that must be in the store according to its row. */
export interface ExpectedObject {
  readonly key: string;
  readonly bytes: number | null;
  /** Null if the row does not know it. */
  readonly sha256: string | null;
}

/** Selects the `ExpectedObject`s of all rows. A freeze names the objects of its recording again. */
export const selectExpectedObjects = `
  SELECT key, max(bytes) AS bytes, max(sha256) AS sha256 FROM (${namedObjects}) named
  WHERE key IS NOT NULL AND is_there GROUP BY key`;
