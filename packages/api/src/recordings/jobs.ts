import { inspectRecording as inspect, type Inspection } from '@relato/audio';
import { extensionOf, limits, recordingId as recordingIdSchema } from '@relato/contract';
import { Prisma } from '@relato/db';
import { newObjectKey } from '@relato/storage';
import type { Services } from '../context.ts';
import type { JobData, RunningJob } from '../job-queues.ts';
import { enqueueTranscription } from '../transcription/mutations.ts';
import { deleteRecordingObjects, deleteUnlessKept, enqueueInspection, refuseRecording } from './mutations.ts';
import { listKeptKeys, listUploading } from './queries.ts';

/**
 * Inspects a recording when it is the turn of its account. Ignores recordings whose inspection was given up: a dead
 * letter of this job could otherwise end a later retry by an administrator.
 */
export async function inspectRecording(
  services: Services,
  { data: job, report }: Pick<RunningJob<'inspect-recording'>, 'data' | 'report'>,
): Promise<void> {
  const row = await services.database.prisma.recording.findFirst({
    where: { id: job.recordingId, state: 'inspecting', inspectionFailedAt: null },
    select: { userId: true },
  });
  if (!row || (await postponeIfNeeded(services, job, row.userId))) return;
  try {
    await inspectNow(services, job.recordingId);
  } catch (error) {
    if (!(await isGivenUp(services, job.recordingId))) throw error;
    report(error instanceof Error ? error : new Error(String(error)));
  }
}

const isGivenUp = async ({ database }: Services, id: string): Promise<boolean> =>
  (await database.prisma.recording.count({ where: { id, inspectionFailedAt: { not: null } } })) > 0;

/**
 * Determines what was uploaded and creates the copy that is served. Safe to run again after a crash at any point. Only
 * a verdict about the bytes is final: any other failure is thrown, and the upload is kept.
 */
export async function inspectNow(services: Services, recordingId: string): Promise<void> {
  const attempt = await startInspection(services, recordingId);
  if (!attempt) return;
  const startedMs = performance.now();
  const toSeconds = () => (performance.now() - startedMs) / 1_000;
  try {
    await finishInspection(services, attempt, await look(services, attempt));
  } catch (error) {
    await storeFailure(services, attempt, error, toSeconds() * 1_000 >= attempt.timeLimitMs);
    throw error;
  } finally {
    await services.rateLimiter.charge('inspectionSeconds', attempt.userId, Math.ceil(toSeconds()));
  }
}

/**
 * Returns true if it queued the job again: later while the disk lacks space or if the account has used up its time, or
 * behind other accounts if it has used more time than when the job was queued.
 */
async function postponeIfNeeded(
  { database, disk, jobs, rateLimiter }: Services,
  { recordingId, usedSeconds = 0 }: JobData['inspect-recording'],
  userId: string,
): Promise<boolean> {
  // The copy needs disk space.
  if (!(await disk.hasFreeSpace())) {
    const startAfterSeconds = limits.inspection.noRoomSeconds;
    await enqueueInspection({ jobs }, database.prisma, {
      recordingId,
      userId,
      usedSeconds,
      startAfterSeconds,
    });
    return true;
  }
  const { used, isUsedUp, resetsInSeconds } = await rateLimiter.readUsage('inspectionSeconds', userId);
  if (!isUsedUp && used <= usedSeconds + limits.inspection.turnSlackSeconds) return false;
  const startAfterSeconds = isUsedUp ? resetsInSeconds : 0;
  await enqueueInspection({ jobs }, database.prisma, {
    recordingId,
    userId,
    usedSeconds: used,
    startAfterSeconds,
  });
  return true;
}

const startedColumns = {
  id: true,
  userId: true,
  originalKey: true,
  suggestedPeaks: true,
  inspectionAttempts: true,
  inspectionTimedOut: true,
} satisfies Prisma.RecordingSelect;

interface InspectionAttempt extends Prisma.RecordingGetPayload<{ select: typeof startedColumns }> {
  readonly originalKey: string;
  readonly timeLimitMs: number;
}

/** Counts the attempt before it starts, so that one whose process is killed counts too. */
async function startInspection({ database }: Services, id: string): Promise<InspectionAttempt | null> {
  const { timeLimitMs, shortTimeLimitMs } = limits.inspection;
  const [row] = await database.prisma.recording.updateManyAndReturn({
    where: { id, state: 'inspecting', inspectionFailedAt: null },
    data: { inspectionAttempts: { increment: 1 } },
    select: startedColumns,
  });
  if (!row || row.originalKey === null) return null;
  const { originalKey } = row;
  return { ...row, originalKey, timeLimitMs: row.inspectionTimedOut ? shortTimeLimitMs : timeLimitMs };
}

const look = async (
  { storage }: Services,
  { originalKey, timeLimitMs }: InspectionAttempt,
): Promise<Inspection> => inspect(await storage.read(originalKey), { timeLimitMs });

/** Stores the reason of the failure, and gives up after the last attempt, until an administrator decides. */
async function storeFailure(
  { database }: Services,
  { id, inspectionAttempts }: InspectionAttempt,
  error: unknown,
  isTimeout: boolean,
): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  const isLast = inspectionAttempts >= limits.inspection.maxAttempts;
  await database.prisma.recording.updateMany({
    where: { id, state: 'inspecting' },
    data: {
      inspectionError: reason,
      ...(isTimeout && { inspectionTimedOut: true }),
      ...(isLast && { inspectionFailedAt: new Date() }),
    },
  });
}

async function finishInspection(
  services: Services,
  attempt: InspectionAttempt,
  inspection: Inspection,
): Promise<void> {
  const { database, storage } = services;
  const { id } = attempt;
  if (!inspection.ok) {
    await database.prisma.$transaction((tx) => refuseRecording(services, tx, id, inspection.reason));
    return;
  }
  const playbackKey = await reservePlaybackKey(
    services,
    id,
    newObjectKey('playback', extensionOf(inspection.container)),
  );
  if (playbackKey === null) return;
  const { bytes } = await storage.put(playbackKey, inspection.playback);
  const peaksMeasured = inspection.peaks !== null;
  const { suggestedPeaks } = attempt;
  const peaks = inspection.peaks ?? (suggestedPeaks.length > 0 ? suggestedPeaks : unknownPeaks());
  await database.prisma.$transaction(async (tx) => {
    const { count } = await tx.recording.updateMany({
      where: { id, state: 'inspecting' },
      data: {
        state: 'ready',
        container: inspection.container,
        codec: inspection.codec,
        durationMs: inspection.durationMs,
        playbackKey,
        playbackBytes: bytes,
        playbackType: inspection.mimeType,
        peaks: [...peaks],
        peaksMeasured,
        inspectedAt: new Date(),
        inspectionError: null,
      },
    });
    if (count === 1) await enqueueTranscription(services, tx, id);
  });
  await deleteUnlessKept(services, playbackKey);
}

/**
 * Stores the key of the copy before the object exists, so that no object is left without a row, and the next attempt
 * overwrites it. Returns null if the recording is no longer being inspected.
 */
async function reservePlaybackKey({ database }: Services, id: string, key: string): Promise<string | null> {
  const [row] = await database.prisma.$queryRaw<{ playbackKey: string }[]>`
    UPDATE recordings SET playback_key = coalesce(playback_key, ${key})
    WHERE id = ${id}::uuid AND state = 'inspecting' RETURNING playback_key AS "playbackKey"`;
  return row?.playbackKey ?? null;
}

/** A flat waveform, shown until the browser supplies its own. */
const unknownPeaks = (): number[] =>
  Array.from({ length: limits.recording.peaks }, () => limits.recording.peakMax / 2);

/** Gives up an inspection whose worker was killed on the last attempt. */
export async function giveUpInspection(
  { database }: Services,
  { recordingId }: JobData['inspect-recording'],
): Promise<void> {
  await database.prisma.$executeRaw`UPDATE recordings SET inspection_failed_at = now()
    WHERE id = ${recordingId}::uuid AND state = 'inspecting' AND inspection_failed_at IS NULL`;
}

/**
 * Deletes each object independently: a failure does not affect the others, and the job is retried until all are gone.
 */
export async function deleteObjects(
  services: Services,
  { keys, uploadIds = [] }: JobData['delete-objects'],
): Promise<void> {
  await throwTogether([
    ...keys.map((key) => services.storage.delete(key)),
    removeEndedUploads(services, uploadIds),
  ]);
}

async function throwTogether(works: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(works);
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  );
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${works.length} failed`);
}

/** Removes the files of uploads that have ended. The browser may have resumed one under the same id. */
export async function removeEndedUploads(services: Services, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const uploading = await listUploading(services, ids);
  const ended = ids.filter((id) => !uploading.has(id));
  await throwTogether(ended.map((id) => services.uploads.remove(id)));
}

/**
 * Removes the files that uploads left behind when the server was killed. Keeps uploads in progress, files that were
 * touched lately, and files that are no uploads.
 */
export async function collectLeftovers(services: Services): Promise<void> {
  const before = new Date(Date.now() - limits.recording.leftoverHours * 3_600_000);
  const names = await services.uploads.listUntouchedSince(before);
  const ids = names.filter((name) => recordingIdSchema.safeParse(name).success);
  await removeEndedUploads(services, ids);
}

/**
 * Deletes objects that no row refers to and that are too old to be in use. Throws without deleting any if rows refer to
 * fewer than half of them: a killed process leaves few, so the store probably belongs to another database.
 */
export async function collectObjects(services: Services): Promise<void> {
  const before = new Date(Date.now() - limits.recording.leftoverHours * 3_600_000);
  await services.storage.deleteUnfinished(before);
  const orphans: string[] = [];
  let named = 0;
  for await (const keys of services.storage.listWrittenBefore(before)) {
    const kept = await listKeptKeys(services, keys);
    named += kept.size;
    orphans.push(...keys.filter((key) => !kept.has(key)));
  }
  if (orphans.length > named)
    throw new Error(
      `No row names ${orphans.length} of ${named + orphans.length} objects: do they belong to another database?`,
    );
  await deleteObjects(services, { keys: orphans });
}

const { abandonedUploadDays, unsavedDays } = limits.recording;
/** Announced too long ago, by the clock of the database, to be still in use. */
const isAbandoned = Prisma.sql`NOT EXISTS (SELECT 1 FROM stories s WHERE s.recording_id = r.id)
  AND r.created_at < now() - make_interval(days => CASE r.state
    WHEN 'uploading' THEN ${abandonedUploadDays}::int ELSE ${unsavedDays}::int END)`;
const collectedAtOnce = 100;

/**
 * Deletes recordings that were never finished or never became a story, with everything that belongs to them. Safe to
 * run concurrently with itself and with saves. The browser keeps its own copy until there is a story, and uploads it
 * again if its owner returns.
 */
export async function collectRecordings({ database, jobs }: Services): Promise<void> {
  const { prisma } = database;
  for (;;) {
    const rows = await prisma.$queryRaw<{ id: string }[]>`SELECT r.id FROM recordings r WHERE ${isAbandoned}
      ORDER BY r.created_at LIMIT ${collectedAtOnce}`;
    for (const { id } of rows) {
      await prisma.$transaction(async (tx) => {
        // Locks first and checks afterwards, because only the next statement sees a concurrent save.
        await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${id}::uuid FOR UPDATE`;
        const still = await tx.$queryRaw<
          object[]
        >`SELECT 1 FROM recordings r WHERE r.id = ${id}::uuid AND ${isAbandoned}`;
        if (still.length > 0) await deleteRecordingObjects({ jobs }, tx, id);
      });
    }
    if (rows.length < collectedAtOnce) return;
  }
}
