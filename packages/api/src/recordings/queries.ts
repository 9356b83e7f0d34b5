import {
  DomainError,
  isErrorCode,
  limits,
  type FailedInspection,
  type Page,
  type RecordingId,
  type RecordingStatus,
  type RefusalCode,
  type UserId,
} from '@relato/contract';
import type { Prisma } from '@relato/db';
import type { Services, Viewer } from '../context.ts';
import { agePosition, decodeCursor, toPage, type PageRequest } from '../cursor.ts';

const statusColumns = {
  id: true,
  state: true,
  refusal: true,
  durationMs: true,
  peaks: true,
  bytes: true,
  uploadedAt: true,
  inspectionFailedAt: true,
} satisfies Prisma.RecordingSelect;
type StatusRow = Prisma.RecordingGetPayload<{ select: typeof statusColumns }>;

function toRecordingStatus(row: StatusRow): RecordingStatus {
  const id = row.id as RecordingId; // a row's id is a plain string
  switch (row.state) {
    case 'uploading':
      return { id, state: 'uploading', bytesReceived: row.bytes ?? 0 };
    case 'inspecting':
      return { id, state: 'inspecting', isDelayed: isDelayed(row) };
    case 'ready':
      return { id, state: 'ready', durationMs: row.durationMs ?? 0, peaks: row.peaks };
    case 'refused':
      return { id, state: 'refused', reason: toRefusal(row.refusal) };
  }
}

const isDelayed = ({ inspectionFailedAt, uploadedAt }: StatusRow): boolean =>
  inspectionFailedAt !== null || (uploadedAt?.getTime() ?? 0) < Date.now() - limits.inspection.delayedMs;

/** Only our inspection writes refusals, as codes. */
const toRefusal = (code: string | null): RefusalCode =>
  isErrorCode(code) ? (code as RefusalCode) : 'AUDIO_NOT_AUDIO';

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
  return toRecordingStatus(row);
}

/** Returns the ids of the uploads that are in progress or can be resumed. */
export async function listUploading(
  { database }: Pick<Services, 'database'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.prisma.recording.findMany({
    where: { id: { in: [...ids] }, state: 'uploading' },
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}

/** Lists the recordings whose inspection failed for good, last failed first. */
export async function listFailedInspections(
  { database }: Pick<Services, 'database'>,
  { cursor, limit }: PageRequest,
): Promise<Page<FailedInspection>> {
  const [atMs, id] = cursor ? decodeCursor(agePosition, cursor) : [];
  const at = atMs === undefined ? undefined : new Date(atMs);
  const rows = await database.prisma.recording.findMany({
    where: {
      state: 'inspecting',
      inspectionFailedAt: { not: null },
      ...(at &&
        id && { OR: [{ inspectionFailedAt: { lt: at } }, { inspectionFailedAt: at, id: { lt: id } }] }),
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

/** Returns the keys that rows refer to. */
export async function listKeptKeys(
  { database }: Pick<Services, 'database'>,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.sql<{ readonly key: string }>({
    name: 'kept-keys',
    text: `SELECT original_key AS key FROM recordings WHERE original_key = ANY($1)
      UNION ALL SELECT playback_key FROM recordings WHERE playback_key = ANY($1)`,
    values: [[...keys]],
  });
  return new Set(rows.map(({ key }) => key));
}
