import {
  DomainError,
  isErrorCode,
  type RecordingId,
  type RecordingStatus,
  type RefusalCode,
} from '@relato/contract';
import type { Prisma } from '@relato/db';
import type { Services, Viewer } from '../context.ts';

const statusColumns = {
  id: true,
  state: true,
  refusal: true,
  durationMs: true,
  peaks: true,
  bytes: true,
} satisfies Prisma.RecordingSelect;
type StatusRow = Prisma.RecordingGetPayload<{ select: typeof statusColumns }>;

function toRecordingStatus(row: StatusRow): RecordingStatus {
  const id = row.id as RecordingId; // a row's id is a plain string
  switch (row.state) {
    case 'uploading':
      return { id, state: 'uploading', bytesReceived: row.bytes ?? 0 };
    case 'inspecting':
      return { id, state: 'inspecting' };
    case 'ready':
      return { id, state: 'ready', durationMs: row.durationMs ?? 0, peaks: row.peaks };
    case 'refused':
      return { id, state: 'refused', reason: toRefusal(row.refusal) };
  }
}

/** A refusal is stored by our own inspection, as one of its codes. */
const toRefusal = (code: string | null): RefusalCode =>
  isErrorCode(code) ? (code as RefusalCode) : 'AUDIO_NOT_AUDIO';

/** Throws RECORDING_NOT_FOUND, also for another's recording. */
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

/** Which of these are being uploaded, or will be gone on with. */
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
