import { inspectRecording as inspect, type Inspection } from '@relato/audio';
import { extensionOf, messageOf, serverLimits } from '@relato/contract';
import { readTime, type Prisma } from '@relato/db';
import { isStoreTrouble, newObjectKey } from '@relato/storage';
import type { Services } from '../rpc/context.ts';
import type { JobData, RunningJob } from '../jobs/queue.ts';
import { enqueueMeasuring, newRecording } from './loudness-jobs.ts';
import { enqueueTranscription } from '../transcription/mutations.ts';
import { deleteUnlessKept, enqueueInspection, refuseRecording } from './mutations.ts';

/**
 * Inspects a recording in the fair order of accounts. Ignores recordings whose inspection was given up, because a dead
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
    if (isStoreTrouble(error)) await waitForStore(services, job, row.userId);
    else if (!(await isGivenUp(services, job.recordingId))) throw error;
    report(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Queues an inspection again that could not read the store, so that a store that is down for a day uses up no attempts. */
async function waitForStore(
  { database, jobs }: Services,
  { recordingId, usedSeconds = 0 }: JobData['inspect-recording'],
  userId: string,
): Promise<void> {
  const startAfterSeconds = serverLimits.inspection.noStoreSeconds;
  await database.prisma.$transaction(async (tx) => {
    await tx.recording.updateMany({
      where: { id: recordingId, state: 'inspecting', inspectionAttempts: { gt: 0 } },
      data: { inspectionAttempts: { decrement: 1 } },
    });
    await enqueueInspection({ jobs }, tx, { recordingId, userId, usedSeconds, startAfterSeconds });
  });
}

const isGivenUp = async ({ database }: Services, id: string): Promise<boolean> =>
  (await database.prisma.recording.count({ where: { id, inspectionFailedAt: { not: null } } })) > 0;

/**
 * Determines the format of an upload and creates the served copy. Safe to run again after a crash at any point. Only a
 * verdict about the bytes is final. Other failures are thrown, and the upload is kept.
 */
export async function inspectNow(services: Services, recordingId: string): Promise<void> {
  const attempt = await startInspection(services, recordingId);
  if (!attempt) return;
  const startedMs = performance.now();
  const readPassedMs = () => performance.now() - startedMs;
  let cpuMs: number | null = null;
  let isCharged = true;
  try {
    const inspection = await look(services, attempt, (usedMs) => {
      cpuMs = usedMs;
    });
    await finishInspection(services, attempt, inspection);
  } catch (error) {
    // The time of waiting for the store is not charged.
    isCharged = !isStoreTrouble(error);
    if (isCharged) await storeFailure(services, attempt, error, readPassedMs() >= attempt.timeLimitMs);
    throw error;
  } finally {
    // Measures CPU time, so that a busy machine charges no account more.
    if (isCharged)
      await services.rateLimiter.charge(
        'inspectionSeconds',
        attempt.userId,
        Math.ceil((cpuMs ?? readPassedMs()) / 1_000),
      );
  }
}

/**
 * Returns true if it queued the job again: for later while the disk lacks space or if the account has used up its time, or
 * behind other accounts if it has used more time than when the job was queued.
 */
async function postponeIfNeeded(
  { database, disk, jobs, rateLimiter }: Services,
  { recordingId, usedSeconds = 0 }: JobData['inspect-recording'],
  userId: string,
): Promise<boolean> {
  // The copy needs disk space.
  const hasRoom = await disk.hasFreeSpace();
  const { used, isUsedUp, resetsInSeconds } = await rateLimiter.readUsage('inspectionSeconds', userId);
  const isTheirTurn = !isUsedUp && used <= usedSeconds + serverLimits.inspection.turnSlackSeconds;
  if (hasRoom && isTheirTurn) return false;
  const startAfterSeconds = isUsedUp ? resetsInSeconds : 0;
  const later = hasRoom
    ? { usedSeconds: used, startAfterSeconds }
    : { usedSeconds, startAfterSeconds: serverLimits.inspection.noRoomSeconds };
  await enqueueInspection({ jobs }, database.prisma, { recordingId, userId, ...later });
  return true;
}

const startedColumns = {
  id: true,
  userId: true,
  originalKey: true,
  inspectionAttempts: true,
  inspectionTimedOut: true,
} satisfies Prisma.RecordingSelect;

interface InspectionAttempt extends Prisma.RecordingGetPayload<{ select: typeof startedColumns }> {
  readonly originalKey: string;
  readonly timeLimitMs: number;
}

/** Counts the attempt before it starts, so that a killed process counts too. */
async function startInspection({ database }: Services, id: string): Promise<InspectionAttempt | null> {
  const { timeLimitMs, shortTimeLimitMs } = serverLimits.inspection;
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
  onUsed: (cpuMs: number) => void,
): Promise<Inspection> => inspect(await storage.read(originalKey), { timeLimitMs, onUsed });

/** Stores the reason of the failure, and gives up after the last attempt, until an administrator decides. */
async function storeFailure(
  { database }: Services,
  { id, inspectionAttempts }: InspectionAttempt,
  error: unknown,
  isTimeout: boolean,
): Promise<void> {
  const isLast = inspectionAttempts >= serverLimits.inspection.maxAttempts;
  await database.prisma.recording.updateMany({
    where: { id, state: 'inspecting' },
    data: {
      inspectionError: messageOf(error),
      ...(isTimeout && { inspectionTimedOut: true }),
      ...(isLast && { inspectionFailedAt: await readTime(database.prisma) }),
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
        peaks: [...inspection.peaks],
        isCutShort: inspection.isCutShort,
        inspectedAt: await readTime(tx),
        inspectionError: null,
      },
    });
    if (count === 0) return;
    await enqueueTranscription(services, tx, id);
    await enqueueMeasuring(services, tx, attempt, { priority: newRecording });
  });
  services.jobs.wake('transcribe-recording');
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

/** Gives up an inspection whose worker was killed on the last attempt. */
export async function giveUpInspection(
  { database }: Services,
  { recordingId }: JobData['inspect-recording'],
): Promise<void> {
  await database.prisma.$executeRaw`UPDATE recordings SET inspection_failed_at = now()
    WHERE id = ${recordingId}::uuid AND state = 'inspecting' AND inspection_failed_at IS NULL`;
}
