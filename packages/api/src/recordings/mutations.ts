import {
  DomainError,
  isErrorCode,
  limits,
  type beginRecordingInput,
  type RecordingId,
  type RefusalCode,
  type UserId,
} from '@relato/contract';
import { isSpentId, type Prisma } from '@relato/db';
import { newObjectKey } from '@relato/storage';
import type { z } from 'zod';
import type { Services, Viewer } from '../context.ts';
import { toAlreadyDecided, writeLog } from '../moderation-log.ts';
import { enqueueForgetting } from '../transcription/mutations.ts';
import { requireActive, requireActiveModerator } from '../user-locks.ts';
import { listKeptKeys } from './queries.ts';

/**
 * Announces a recording before its first byte. Repeating the call renews it. Throws STORAGE_FULL, and RECORDING_NOT_OWN
 * if the client says that another account made the recording.
 */
export async function beginRecording(
  { database }: Services,
  viewer: Viewer,
  { id, claimedType, ownerId }: z.output<typeof beginRecordingInput>,
): Promise<void> {
  if (ownerId !== undefined && ownerId !== viewer.id) throw new DomainError('RECORDING_NOT_OWN');
  const announced = database.prisma.$transaction(async (tx) => {
    // Serializes the calls of one user, so that each sees the recordings that the others announced. Locks the user
    // before a row refers to it, as deleting the account does; the opposite order could deadlock.
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${viewer.id}::uuid FOR NO KEY UPDATE`;
    await requireActive(tx, viewer.id);
    const { count } = await tx.recording.createMany({
      data: { id, userId: viewer.id, claimedType },
      skipDuplicates: true,
    });
    if (count > 0) await requireRoom(tx, viewer.id);
  });
  await announced.catch((error: unknown) => {
    // The id belonged to a deleted recording of another user.
    throw isSpentId(error) ? new DomainError('RECORDING_NOT_FOUND', { cause: error }) : error;
  });
  const row = await database.prisma.recording.findUniqueOrThrow({ where: { id }, select: { userId: true } });
  // The id belongs to another user, and for the viewer such a recording does not exist.
  if (row.userId !== viewer.id) throw new DomainError('RECORDING_NOT_FOUND');
  // Uses the clock of the database, because the cleanup does too.
  await database.prisma.$executeRaw`UPDATE recordings SET created_at = now() WHERE id = ${id}::uuid`;
}

/**
 * Throws STORAGE_FULL if a user stores more than the limit. An unfinished upload counts with the maximum size, and an
 * unknown copy with the size of its original, so that concurrent uploads together stay below the limit. The user is
 * locked.
 */
async function requireRoom(tx: Prisma.TransactionClient, id: UserId): Promise<void> {
  const { maxBytes, maxStoredBytes } = limits.recording;
  const [row] = await tx.$queryRaw<{ readonly isFull: boolean }[]>`
    SELECT sum(coalesce(bytes, ${maxBytes}::int) + coalesce(playback_bytes, bytes, ${maxBytes}::int)) > ${maxStoredBytes}::bigint AS "isFull"
    FROM recordings WHERE user_id = ${id}::uuid AND state <> 'refused'`;
  if (row?.isFull) throw new DomainError('STORAGE_FULL');
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
  if (row.bytes === null) throw new DomainError(isErrorCode(row.refusal) ? row.refusal : 'UPLOAD_NOT_FOUND');
  return { bytes: row.bytes };
}

/**
 * Stores a complete upload. The row names the object before it exists, so that a failed attempt leaves no object
 * without a row; the object is durable before the row says that it exists; the row and its job are one transaction.
 */
export async function completeUpload(
  services: Services,
  { id, filePath }: { readonly id: string; readonly filePath: string },
): Promise<void> {
  const { database, storage } = services;
  const [row] = await database.prisma.$queryRaw<{ key: string; userId: string }[]>`
    UPDATE recordings SET original_key = coalesce(original_key, ${newObjectKey('original', 'bin')})
    WHERE id = ${id}::uuid AND state = 'uploading' RETURNING original_key AS key, user_id AS "userId"`;
  if (!row) return;
  const { key, userId } = row;
  const { bytes, sha256 } = await storage.putFile(key, filePath);
  await database.prisma.$transaction(async (tx) => {
    const { count } = await tx.recording.updateMany({
      where: { id, state: 'uploading' },
      data: { state: 'inspecting', bytes, originalSha256: sha256, uploadedAt: new Date() },
    });
    if (count === 1) await enqueueInspection(services, tx, { recordingId: id, userId });
  });
  await deleteUnlessKept(services, key);
}

/** Deletes an object that was written after its recording had been deleted. */
export async function deleteUnlessKept({ database, storage }: Services, key: string): Promise<void> {
  const kept = await listKeptKeys({ database }, [key]);
  if (!kept.has(key)) await storage.delete(key);
}

/**
 * Queues an inspection. Jobs of one account do not run concurrently, and accounts that have used more time wait longer.
 */
export async function enqueueInspection(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  {
    recordingId,
    userId,
    usedSeconds = 0,
    startAfterSeconds = 0,
  }: {
    readonly recordingId: string;
    readonly userId: string;
    readonly usedSeconds?: number;
    readonly startAfterSeconds?: number;
  },
): Promise<void> {
  const data = { recordingId, usedSeconds };
  await jobs.enqueue(tx, 'inspect-recording', data, {
    group: userId,
    priority: 0 - usedSeconds,
    startAfterSeconds,
  });
}

/** Refuses a recording for good and deletes its bytes. Returns whether it was still in `state`. */
export async function refuseRecording(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  id: string,
  refusal: RefusalCode,
  state: 'uploading' | 'inspecting' = 'inspecting',
): Promise<boolean> {
  // Locks the row, so that no copy is named after the read.
  const [row] = await tx.$queryRaw<{ originalKey: string | null; playbackKey: string | null }[]>`
    SELECT original_key AS "originalKey", playback_key AS "playbackKey" FROM recordings
    WHERE id = ${id}::uuid AND state = ${state}::recording_state FOR UPDATE`;
  if (!row) return false;
  await tx.recording.update({
    where: { id },
    data: {
      state: 'refused',
      refusal,
      originalKey: null,
      playbackKey: null,
      inspectedAt: new Date(),
      inspectionFailedAt: null,
    },
  });
  const keys = [row.originalKey, row.playbackKey].filter((key) => key !== null);
  await jobs.enqueue(tx, 'delete-objects', { keys });
  return true;
}

/** Refuses an upload before it is inspected, also while it is being stored. Nothing of it stays. */
export async function refuseUpload(services: Services, id: string, reason: 'AUDIO_TOO_BIG'): Promise<void> {
  await services.database.prisma.$transaction((tx) => refuseRecording(services, tx, id, reason, 'uploading'));
}

/** Stores peaks of the browser. They are shown only if the server could not measure them. */
export async function suggestPeaks(
  { database }: Services,
  viewer: Viewer,
  { id, peaks }: { readonly id: RecordingId; readonly peaks: number[] },
): Promise<void> {
  const { count } = await database.prisma.recording.updateMany({
    where: { id, userId: viewer.id },
    data: { suggestedPeaks: peaks },
  });
  if (count === 0) throw new DomainError('RECORDING_NOT_FOUND');
  await database.prisma.recording.updateMany({
    where: { id, userId: viewer.id, state: 'ready', peaksMeasured: false },
    data: { peaks },
  });
}

/**
 * Deletes a recording, and queues the deletion of its objects, of its unfinished upload and of the transcript at the
 * provider.
 */
export async function deleteRecordingObjects(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  id: string,
): Promise<void> {
  const row = await tx.recording.findUnique({
    where: { id },
    select: {
      originalKey: true,
      playbackKey: true,
      transcript: { select: { provider: true, providerJob: true } },
    },
  });
  if (!row) return;
  await tx.recording.delete({ where: { id } });
  const keys = [row.originalKey, row.playbackKey].filter((key) => key !== null);
  await jobs.enqueue(tx, 'delete-objects', { keys, uploadIds: [id] });
  await enqueueForgetting({ jobs }, tx, row.transcript);
}

/** Deletes a recording that was not saved. Throws RECORDING_ALREADY_SAVED if it belongs to a story. */
export async function discardRecording(
  { database, jobs }: Services,
  viewer: Viewer,
  id: RecordingId,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    // Takes the lock of a save, so that a concurrent one is seen.
    await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${id}::uuid FOR UPDATE`;
    const row = await tx.recording.findFirst({
      where: { id, userId: viewer.id },
      select: { story: { select: { id: true } } },
    });
    // A recording that is gone already is a success.
    if (!row) return;
    if (row.story) throw new DomainError('RECORDING_ALREADY_SAVED');
    await deleteRecordingObjects({ jobs }, tx, id);
  });
}

/**
 * Queues a failed inspection again with all its attempts. Throws RECORDING_NOT_FOUND, and CONFLICT with the last log
 * entry if the inspection has not failed.
 */
export async function retryFailedInspection(
  services: Services,
  viewer: Viewer,
  recordingId: RecordingId,
): Promise<void> {
  await services.database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    const { userId } = await requireFailedInspection(tx, recordingId);
    await tx.recording.update({
      where: { id: recordingId },
      data: { inspectionFailedAt: null, inspectionAttempts: 0, inspectionTimedOut: false },
    });
    await enqueueInspection(services, tx, { recordingId, userId });
    await writeLog(tx, viewer, {
      action: 'retry-inspection',
      target: 'recording',
      id: recordingId,
      reason: null,
    });
  });
}

/** Refuses a recording whose inspection failed, and deletes its bytes. Throws like `retryFailedInspection`. */
export async function dropFailedInspection(
  services: Services,
  viewer: Viewer,
  recordingId: RecordingId,
): Promise<void> {
  await services.database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    await requireFailedInspection(tx, recordingId);
    await refuseRecording(services, tx, recordingId, 'AUDIO_UNDECODABLE');
    await writeLog(tx, viewer, {
      action: 'drop-inspection',
      target: 'recording',
      id: recordingId,
      reason: null,
    });
  });
}

async function requireFailedInspection(
  tx: Prisma.TransactionClient,
  id: RecordingId,
): Promise<{ readonly userId: string }> {
  await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${id}::uuid FOR UPDATE`;
  const row = await tx.recording.findUnique({
    where: { id },
    select: { userId: true, state: true, inspectionFailedAt: true },
  });
  if (!row) throw new DomainError('RECORDING_NOT_FOUND');
  if (row.state !== 'inspecting' || row.inspectionFailedAt === null) throw await toAlreadyDecided(tx, id);
  return row;
}
