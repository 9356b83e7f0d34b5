import { inspectRecording as inspect } from '@relato/audio';
import { extensionOf, limits, recordingId as recordingIdSchema, type RefusalCode } from '@relato/contract';
import { Prisma } from '@relato/db';
import { newObjectKey } from '@relato/storage';
import type { Services } from '../context.ts';
import type { JobData } from '../jobs.ts';
import { enqueueTranscription } from '../transcription/mutations.ts';
import { deleteRecordingObjects } from './mutations.ts';
import { listUploading } from './queries.ts';

/** Finds out what was uploaded, and makes the copy that is served. Safe to run again after a crash at any point. */
export async function inspectRecording(
  services: Services,
  { recordingId }: JobData['inspect-recording'],
): Promise<void> {
  const { database, storage } = services;
  const row = await database.prisma.recording.findUnique({
    where: { id: recordingId },
    select: { state: true, originalKey: true, suggestedPeaks: true },
  });
  if (row?.state !== 'inspecting' || row.originalKey === null) return;
  const inspection = await inspect(await storage.read(row.originalKey));
  if (!inspection.ok) return refuse(services, recordingId, row.originalKey, inspection.reason);

  const playbackKey = newObjectKey('playback', extensionOf(inspection.container));
  const { bytes } = await storage.put(playbackKey, inspection.playback);
  const peaksMeasured = inspection.peaks !== null;
  const peaks = inspection.peaks ?? (row.suggestedPeaks.length > 0 ? row.suggestedPeaks : unknownPeaks());
  const accepted = await database.prisma.$transaction(async (tx) => {
    const { count } = await tx.recording.updateMany({
      where: { id: recordingId, state: 'inspecting' },
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
      },
    });
    if (count === 1) await enqueueTranscription(services, tx, recordingId);
    return count === 1;
  });
  if (!accepted) await storage.delete(playbackKey);
}

/** An even line: what is shown until the browser says what it measured. */
const unknownPeaks = (): number[] =>
  Array.from({ length: limits.recording.peaks }, () => limits.recording.peakMax / 2);

async function refuse(
  { database, jobs }: Services,
  id: string,
  key: string,
  refusal: RefusalCode,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const { count } = await tx.recording.updateMany({
      where: { id, state: 'inspecting' },
      data: { state: 'refused', refusal, originalKey: null, inspectedAt: new Date() },
    });
    if (count === 1) await jobs.enqueue(tx, 'delete-objects', { keys: [key] });
  });
}

/** What ends its inspector every time is not sound that anybody can hear. */
export async function giveUpInspection(
  services: Services,
  { recordingId }: JobData['inspect-recording'],
): Promise<void> {
  const row = await services.database.prisma.recording.findUnique({
    where: { id: recordingId },
    select: { originalKey: true },
  });
  if (row?.originalKey) await refuse(services, recordingId, row.originalKey, 'AUDIO_UNDECODABLE');
}

export async function deleteObjects(
  services: Services,
  { keys, uploadIds = [] }: JobData['delete-objects'],
): Promise<void> {
  for (const key of keys) await services.storage.delete(key);
  await removeEndedUploads(services, uploadIds);
}

/** Removes what is there of uploads that do not go on. The browser may have begun one again under the same id. */
export async function removeEndedUploads(services: Services, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const uploading = await listUploading(services, ids);
  for (const id of ids) if (!uploading.has(id)) await services.uploads.remove(id);
}

/**
 * Removes what uploads left behind when the server was killed beside them. What is being uploaded, or was touched
 * lately, stays, and so does what is no upload.
 */
export async function collectLeftovers(services: Services): Promise<void> {
  const before = new Date(Date.now() - limits.recording.leftoverHours * 3_600_000);
  const names = await services.uploads.listUntouchedSince(before);
  const ids = names.filter((name) => recordingIdSchema.safeParse(name).success);
  await removeEndedUploads(services, ids);
}

const { abandonedUploadDays, unsavedDays } = limits.recording;
/** Announced so long ago, by the database's clock, that nobody is at it any more. */
const isAbandoned = Prisma.sql`NOT EXISTS (SELECT 1 FROM stories s WHERE s.recording_id = r.id)
  AND r.created_at < now() - make_interval(days => CASE r.state
    WHEN 'uploading' THEN ${abandonedUploadDays}::int ELSE ${unsavedDays}::int END)`;
const collectedAtOnce = 100;

/**
 * Lets go of recordings that were never finished and of those that nobody made a story of, with all that is kept of
 * them. Safe beside itself and beside saves. The browser keeps its own copy until there is a story, and uploads it
 * again if somebody comes back with it after all.
 */
export async function collectRecordings({ database, jobs }: Services): Promise<void> {
  const { prisma } = database;
  for (;;) {
    const rows = await prisma.$queryRaw<{ id: string }[]>`SELECT r.id FROM recordings r WHERE ${isAbandoned}
      ORDER BY r.created_at LIMIT ${collectedAtOnce}`;
    for (const { id } of rows) {
      await prisma.$transaction(async (tx) => {
        // First the lock, then the question: what a save wrote meanwhile is seen only by the next statement.
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
