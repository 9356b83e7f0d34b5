import { inspectRecording as inspect, type Inspection } from '@relato/audio';
import {
  extensionOf,
  serverLimits,
  type StorageCheck,
  type StorageCheckInput,
  type StorageProblem,
} from '@relato/contract';
import { newObjectKey } from '@relato/storage';
import type { Services, Viewer } from '../rpc/context.ts';
import { writeLog } from '../moderation-log.ts';
import { lockStories, requireActiveModerator } from '../locks.ts';
import { renewPictures, wantMp3s, withdrawMp3s } from '../story-mp3s.ts';
import { deleteObjects } from './cleanup-jobs.ts';
import {
  countOldObjects,
  readOldObjects,
  toFate,
  toStoreCheck,
  toStorePosition,
} from './leftover-queries.ts';
import { deleteUnlessKept } from './mutations.ts';
import { checkBatch, type StoredRecording } from './storage-queries.ts';

/**
 * Checks a batch as `verifyStorage` does, and remakes copies from intact originals. The last batches delete the objects
 * without a row, unless they outnumber the others.
 */
export async function repairStorage(
  services: Services,
  viewer: Viewer,
  input: StorageCheckInput,
): Promise<StorageCheck> {
  await services.database.prisma.$transaction((tx) => requireActiveModerator(tx, viewer));
  const position = toStorePosition(input.cursor);
  if (position === null)
    return checkBatch(services, input, (row, problem) => repair(services, viewer, row, problem));
  if (position.step === 'delete') {
    const last = await readOldObjects(services, position.after, ({ unreferenced: keys }) =>
      // One that cannot be deleted holds up none of the others: a job tries again.
      deleteObjects(services, { keys }).catch(() =>
        services.database.prisma.$transaction((tx) => services.jobs.enqueue(tx, 'delete-objects', { keys })),
      ),
    );
    return toStoreCheck(position, last === null ? 'deleted' : { ...position, after: last });
  }
  const counted = await countOldObjects(services, position);
  if (counted.next !== null) return toStoreCheck(counted, counted.next);
  const fate = toFate(counted);
  const isLeft = fate === 'kept' || counted.unreferenced === 0;
  return toStoreCheck(counted, isLeft ? fate : { ...counted, step: 'delete', after: '' });
}

async function repair(
  services: Services,
  viewer: Viewer,
  row: StoredRecording,
  { object }: StorageProblem,
): Promise<boolean> {
  const { originalKey, originalSha256, playbackKey } = row;
  if (object === 'mp3') return remakeMp3(services, viewer, row);
  if (object === 'picture') return remakePicture(services, viewer, row);
  if (object === 'original' || playbackKey === null) return false;
  const original = await services.storage.measure(originalKey, { hash: true });
  if (original === null || original.sha256 !== originalSha256) return false;
  const inspection = await inspect(await services.storage.read(originalKey), {
    timeLimitMs: serverLimits.inspection.timeLimitMs,
  });
  return inspection.ok && replaceCopy(services, viewer, { id: row.id, playbackKey }, inspection);
}

/** Stores the copy under another key, because caches identify the bytes by the key. Deletes the previous one. */
async function replaceCopy(
  services: Services,
  viewer: Viewer,
  { id, playbackKey: before }: { readonly id: string; readonly playbackKey: string },
  { playback, mimeType, container, codec }: Extract<Inspection, { readonly ok: true }>,
): Promise<boolean> {
  const { storage, database, jobs } = services;
  const playbackKey = newObjectKey('playback', extensionOf(container));
  const { bytes } = await storage.put(playbackKey, playback);
  const isReplaced = await database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    const { count } = await tx.recording.updateMany({
      where: { id, playbackKey: before },
      // The copy of an older version may have had another format.
      data: { playbackKey, playbackBytes: bytes, playbackType: mimeType, container, codec },
    });
    if (count === 0) return false;
    await tx.$executeRaw`UPDATE freezes SET keys = array_replace(keys, ${before}, ${playbackKey}),
      content = jsonb_set(content, '{recording,playbackKey}', to_jsonb(${playbackKey}::text))
      WHERE keys && ARRAY[${before}]`;
    await jobs.enqueue(tx, 'delete-objects', { keys: [before] });
    await writeLog(tx, viewer, { action: 'repair-storage', target: 'recording', id });
    return true;
  });
  // The recording may have been deleted meanwhile.
  await deleteUnlessKept(services, playbackKey);
  return isReplaced;
}

/** Makes the MP3 again under another key, because caches identify the bytes by the key. */
async function remakeMp3(
  { database, jobs }: Services,
  viewer: Viewer,
  { id, storyId, mp3Key }: StoredRecording,
): Promise<boolean> {
  return database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    await tx.$queryRaw`SELECT 1 FROM stories WHERE id = ${storyId}::uuid FOR NO KEY UPDATE`;
    const row = await tx.storyMp3.findUnique({ where: { key: mp3Key ?? '' }, select: { storyId: true } });
    if (!row) return false;
    const stories = { storyIds: [row.storyId] };
    await withdrawMp3s({ jobs }, tx, stories);
    await wantMp3s({ jobs }, tx, stories);
    await writeLog(tx, viewer, { action: 'repair-storage', target: 'recording', id });
    return true;
  });
}

/** Draws the picture again. It may already be queued with the MP3. */
async function remakePicture(
  { database, jobs }: Services,
  viewer: Viewer,
  { id, storyId }: StoredRecording,
): Promise<boolean> {
  return database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    const stories = { storyIds: storyId === null ? [] : [storyId] };
    await lockStories(tx, stories);
    const isRenewed = (await renewPictures({ jobs }, tx, stories)) > 0;
    if (isRenewed) await writeLog(tx, viewer, { action: 'repair-storage', target: 'recording', id });
    return isRenewed;
  });
}
