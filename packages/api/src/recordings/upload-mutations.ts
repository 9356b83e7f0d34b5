import { DomainError, isRefusalCode, limits, type RecordingId, type UserId } from '@relato/contract';
import { createFairQueue } from '@relato/contract/fair-queue';
import { readTime } from '@relato/db';
import { newObjectKey } from '@relato/storage';
import type { Services } from '../rpc/context.ts';
import { deleteUnlessKept, enqueueInspection, refuseRecording } from './mutations.ts';
import { readPieces } from './upload-queries.ts';

/** Begins an upload. Returns false if it has already begun, or if the recording is gone. */
export async function createUpload(
  { database }: Pick<Services, 'database'>,
  { id, length }: { readonly id: string; readonly length: number | null },
): Promise<boolean> {
  const rows = await database.sql({
    name: 'create-upload',
    pool: 'write',
    // Locks the recording against a concurrent deletion.
    text: `WITH announced AS (SELECT id FROM recordings WHERE id = $1 AND state = 'uploading' FOR KEY SHARE)
      INSERT INTO uploads (recording_id, length) SELECT id, $2 FROM announced
      ON CONFLICT DO NOTHING RETURNING recording_id`,
    values: [id, length],
  });
  return rows.length > 0;
}

interface UploadedPiece {
  readonly id: string;
  readonly start: number;
  readonly content: Uint8Array;
  /** True if more pieces of the same request follow. */
  readonly isPassing?: boolean;
}

/**
 * Adds bytes to an upload. Returns false if the upload does not end at `start`, would become too long or is gone: of two
 * requests that continue it at the same offset, on any servers, one wins. Only the last piece of a request waits for the
 * disk, which then has the earlier ones too, because no client gets an answer before.
 */
export async function appendToUpload(
  { database }: Pick<Services, 'database'>,
  { id, start, content, isPassing = false }: UploadedPiece,
): Promise<boolean> {
  const rows = await database.sql({
    name: 'append-to-upload',
    pool: 'write',
    text: `WITH moved AS (UPDATE uploads SET bytes = bytes + $3
        WHERE recording_id = $1 AND bytes = $2 AND bytes + $3 <= coalesce(length, $5)
          AND CASE WHEN $6::boolean THEN set_config('synchronous_commit', 'off', true) = 'off' ELSE true END
        RETURNING recording_id)
      INSERT INTO upload_pieces (recording_id, start, content) SELECT recording_id, $2, $4 FROM moved
      RETURNING recording_id`,
    values: [id, start, content.byteLength, content, limits.recording.maxBytes, isPassing],
  });
  return rows.length > 0;
}

/** Sets the length of an upload. Returns false if the upload is already longer, has another length, or is gone. */
export async function setUploadLength(
  { database }: Pick<Services, 'database'>,
  { id, length }: { readonly id: string; readonly length: number },
): Promise<boolean> {
  const { count } = await database.prisma.upload.updateMany({
    where: { recordingId: id, bytes: { lte: length }, OR: [{ length: null }, { length }] },
    data: { length },
  });
  return count > 0;
}

/**
 * Returns the size of a complete upload, or null while it is in progress. Throws UPLOAD_NOT_FOUND unless the user
 * announced the recording.
 */
export async function requireUpload(
  { database }: Services,
  userId: UserId,
  id: string,
): Promise<{ readonly bytes: number | null }> {
  const row = await database.prisma.recording.findFirst({
    where: { id, userId },
    select: { state: true, bytes: true, refusal: true },
  });
  if (!row) throw new DomainError('UPLOAD_NOT_FOUND');
  if (row.state === 'uploading') return { bytes: null };
  if (row.bytes === null)
    throw new DomainError(isRefusalCode(row.refusal) ? row.refusal : 'UPLOAD_NOT_FOUND');
  return { bytes: row.bytes };
}

/** Completed uploads stay in memory until the store has them, and a slow store must not fill the memory. */
const completions = createFairQueue({ maxAtOnce: 4, maxWaiting: 60 });

/**
 * Stores a complete upload in the fair order of accounts. Completing it twice at the same time, also on two servers, is
 * harmless. The row names the object before it exists, so that a failed attempt leaves no object without a row.
 */
export async function completeUpload(services: Services, id: string): Promise<void> {
  const [row] = await services.database.prisma.$queryRaw<{ key: string; userId: string }[]>`
    UPDATE recordings SET original_key = coalesce(original_key, ${newObjectKey('original', 'bin')})
    WHERE id = ${id}::uuid AND state = 'uploading' RETURNING original_key AS key, user_id AS "userId"`;
  if (row) await completions.run([row.userId], () => storeUpload(services, { id, ...row }));
}

/**
 * Makes the object durable before the row says that it exists. The row, the end of the upload and the job are one
 * transaction.
 */
async function storeUpload(
  services: Services,
  { id, key, userId }: { readonly id: string; readonly key: string; readonly userId: string },
): Promise<void> {
  const { database, storage } = services;
  const content = await readPieces(services, id);
  // Another request was faster.
  if (!content) return;
  const { bytes, sha256 } = await storage.put(key, content);
  await database.prisma.$transaction(async (tx) => {
    // A recording that was deleted and announced again meanwhile has another key.
    const { count } = await tx.recording.updateMany({
      where: { id, state: 'uploading', originalKey: key },
      data: { state: 'inspecting', bytes, originalSha256: sha256, uploadedAt: await readTime(tx) },
    });
    if (count === 0) return;
    await tx.upload.deleteMany({ where: { recordingId: id } });
    await enqueueInspection(services, tx, { recordingId: id, userId });
  });
  services.jobs.wake('inspect-recording');
  await deleteUnlessKept(services, key);
}

/** Refuses an upload before it is inspected, also while it is being stored, and deletes it. */
export async function refuseUpload(
  services: Services,
  id: RecordingId,
  reason: 'AUDIO_TOO_BIG',
): Promise<void> {
  await services.database.prisma.$transaction((tx) => refuseRecording(services, tx, id, reason, 'uploading'));
}
