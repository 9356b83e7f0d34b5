import { setTimeout } from 'node:timers/promises';
import {
  DomainError,
  limits,
  RateLimitedError,
  type beginRecordingInput,
  type discardRecordingInput,
  type RateLimitName,
  type RecordingId,
  type RefusalCode,
  type UserId,
} from '@relato/contract';
import { isSpentId, readTime, type Prisma } from '@relato/db';
import type { z } from 'zod';
import type { Context, Services, Viewer } from '../rpc/context.ts';
import { consumeQuietly, type RateLimiter } from '../rpc/rate-limiter.ts';
import { toAlreadyDecided, writeLog } from '../moderation-log.ts';
import { enqueueForgetting } from '../transcription/mutations.ts';
import { requireActive, requireActiveModerator } from '../locks.ts';
import { listKeptKeys } from './queries.ts';

/**
 * Announces a recording before its first byte. Repeating the call renews it. Throws STORAGE_FULL, RATE_LIMITED for too many
 * new ones, NETWORK_FULL for too many by new accounts of a network, and RECORDING_NOT_OWN if the client names another
 * account as the owner.
 */
export async function beginRecording(
  { database, rateLimiter }: Services,
  viewer: Viewer,
  { id, claimedType, ownerId }: z.output<typeof beginRecordingInput>,
  networks: Networks,
): Promise<void> {
  if (ownerId !== undefined && ownerId !== viewer.id) throw new DomainError('RECORDING_NOT_OWN');
  // A weak network repeats announcements, and a recording that has begun must be able to end, so only new ones count.
  const [row] = await database.prisma.$queryRaw<
    { readonly isKnown: boolean; readonly isNewcomer: boolean }[]
  >`SELECT created_at > now() - make_interval(days => ${limits.newcomer.days}::int) AS "isNewcomer",
      EXISTS (SELECT 1 FROM recordings r WHERE r.id = ${id}::uuid AND r.user_id = u.id) AS "isKnown"
    FROM users u WHERE u.id = ${viewer.id}::uuid`;
  const giveBack = row?.isKnown
    ? async () => {}
    : await countAnnounced(rateLimiter, viewer, row?.isNewcomer ? networks : null);
  const announced = database.prisma.$transaction(async (tx) => {
    // Serializes the calls of one user, so that each sees the recordings that the others announced. Locks the user before a
    // row refers to it, as the deletion of the account does; the opposite order could deadlock.
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${viewer.id}::uuid FOR NO KEY UPDATE`;
    await requireActive(tx, viewer.id);
    const { count } = await tx.recording.createMany({
      data: { id, userId: viewer.id, claimedType },
      skipDuplicates: true,
    });
    if (count > 0) return requireRoom(tx, viewer.id);
    // Uses the clock of the database, because the cleanup does too.
    const renewed = await tx.$executeRaw`UPDATE recordings SET created_at = now()
      WHERE id = ${id}::uuid AND user_id = ${viewer.id}::uuid`;
    // The id belongs to another user, and for the viewer such a recording does not exist.
    if (renewed === 0) throw new DomainError('RECORDING_NOT_FOUND');
  });
  await announced.catch(async (error: unknown) => {
    // Refused announcements do not count, because a browser repeats them until there is room.
    if (error instanceof DomainError && error.code === 'STORAGE_FULL') await giveBack();
    // The id belonged to a deleted recording of another user, or of a deleted story.
    throw isSpentId(error) ? new DomainError('RECORDING_NOT_FOUND', { cause: error }) : error;
  });
}

type Networks = Pick<Context['request'], 'network' | 'wideNetwork'>;

/**
 * Counts a new recording for its user, and, except for a first one, for the networks of a new account. Returns a function
 * that reverts the counts after a refusal. Throws RATE_LIMITED, or NETWORK_FULL.
 */
async function countAnnounced(
  limiter: RateLimiter,
  viewer: Viewer,
  networks: Networks | null,
): Promise<() => Promise<void>> {
  await limiter.consume('recording', viewer.id);
  const taken: Parameters<RateLimiter['giveBack']>[] = [['recording', viewer.id]];
  const take = async (...count: [name: RateLimitName, subject: string, scope?: 'own' | 'wide']) => {
    await limiter.consume(...count);
    taken.push(count);
  };
  const giveBack = async (): Promise<void> => {
    for (const count of taken) await limiter.giveBack(...count);
  };
  if (networks === null || (await consumeQuietly(limiter, 'firstRecording', viewer.id))) return giveBack;
  try {
    await take('newcomerRecording', networks.network);
    if (networks.wideNetwork) await take('newcomerRecording', networks.wideNetwork, 'wide');
    return giveBack;
  } catch (error) {
    await giveBack();
    throw error instanceof RateLimitedError ? new DomainError('NETWORK_FULL', { cause: error }) : error;
  }
}

/**
 * Throws STORAGE_FULL if a user stores more than the limit. An unfinished upload counts with the maximum size, an unknown
 * copy with the size of its original, and an unfinished MP3 with the size for its duration, so that concurrent uploads and
 * publications together stay below the limit. The user is locked.
 */
async function requireRoom(tx: Prisma.TransactionClient, id: UserId): Promise<void> {
  const { maxBytes, maxDurationMs, maxStoredBytes, mp3Kilobits } = limits.recording;
  const [row] = await tx.$queryRaw<{ readonly isFull: boolean }[]>`
    SELECT sum(coalesce(r.bytes, ${maxBytes}::int) + coalesce(r.playback_bytes, r.bytes, ${maxBytes}::int)
      + coalesce(m.bytes, CASE r.container WHEN 'mp3' THEN r.playback_bytes END,
        coalesce(r.duration_ms, ${maxDurationMs}::int) * ${mp3Kilobits / 8}::int)
      + coalesce(m.picture_bytes, 0)) > ${maxStoredBytes}::bigint AS "isFull"
    FROM recordings r LEFT JOIN stories s ON s.recording_id = r.id LEFT JOIN story_mp3s m ON m.story_id = s.id
    WHERE r.user_id = ${id}::uuid AND r.state <> 'refused'`;
  if (row?.isFull) throw new DomainError('STORAGE_FULL');
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

/** Refuses a recording permanently and deletes its bytes. Returns whether it was still in `state`. */
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
      inspectedAt: await readTime(tx),
      inspectionFailedAt: null,
    },
  });
  await tx.upload.deleteMany({ where: { recordingId: id } });
  const keys = [row.originalKey, row.playbackKey].filter((key) => key !== null);
  await jobs.enqueue(tx, 'delete-objects', { keys });
  return true;
}

/**
 * Deletes a recording with its upload, and queues the deletion of its objects and of the transcript at the provider. Returns the
 * keys of the objects.
 */
export async function deleteRecording(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  id: string,
): Promise<readonly string[]> {
  const row = await tx.recording.findUnique({
    where: { id },
    select: {
      originalKey: true,
      playbackKey: true,
      transcript: { select: { provider: true, providerJob: true } },
    },
  });
  if (!row) return [];
  await tx.recording.delete({ where: { id } });
  const keys = [row.originalKey, row.playbackKey].filter((key) => key !== null);
  await jobs.enqueue(tx, 'delete-objects', { keys });
  await enqueueForgetting({ jobs }, tx, row.transcript);
  return keys;
}

/** The time for which a discard waits for a store that may be unreachable. */
const deletionPatienceMs = 5_000;

/**
 * Deletes an unsaved recording, and tries to delete its objects before it answers, because after a disguise the user sees
 * whether the server still has the original voice. `isErased` is false if the store did not do so in time; a job then tries
 * again. Throws RECORDING_ALREADY_SAVED if it belongs to a story, and RECORDING_NOT_OWN as `beginRecording` does.
 */
export async function discardRecording(
  { database, jobs, storage }: Services,
  viewer: Viewer,
  { id, ownerId }: z.output<typeof discardRecordingInput>,
): Promise<{ readonly isErased: boolean }> {
  if (ownerId !== undefined && ownerId !== viewer.id) throw new DomainError('RECORDING_NOT_OWN');
  const keys = await database.prisma.$transaction(async (tx) => {
    // Takes the lock of a save, so that a concurrent one is noticed.
    await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${id}::uuid FOR UPDATE`;
    const row = await tx.recording.findFirst({
      where: { id, userId: viewer.id },
      select: { story: { select: { id: true } } },
    });
    // An already deleted recording counts as a success.
    if (!row) return [];
    if (row.story) throw new DomainError('RECORDING_ALREADY_SAVED');
    return deleteRecording({ jobs }, tx, id);
  });
  const erasing = Promise.all(keys.map((key) => storage.delete(key))).then(
    () => true,
    () => false,
  );
  return { isErased: await Promise.race([erasing, setTimeout(deletionPatienceMs, false, { ref: false })]) };
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
    await writeLog(tx, viewer, { action: 'retry-inspection', target: 'recording', id: recordingId });
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
    await writeLog(tx, viewer, { action: 'drop-inspection', target: 'recording', id: recordingId });
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
