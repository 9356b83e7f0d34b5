import { setTimeout as delay } from 'node:timers/promises';
import { encodeMp3, Refusal } from '@relato/audio';
import { serverLimits } from '@relato/contract';
import { mayPass } from '@relato/db';
import { isStoreTrouble, newObjectKey } from '@relato/storage';
import type { PreviewedStory, Services } from '../rpc/context.ts';
import { FinalJobError, type RunningJob } from '../jobs/queue.ts';
import { deleteUnlessKept } from '../recordings/mutations.ts';
import { enqueueMp3, freshMp3, renewMp3, wantMp3s, wantPictures, withdrawMp3s } from '../story-mp3s.ts';

type Mp3Job = Pick<RunningJob<'make-mp3'>, 'data' | 'priority' | 'signal' | 'report'>;

interface WantedFiles extends PreviewedStory {
  readonly key: string;
  /** False once the MP3 exists with the common loudness. */
  readonly lacksMp3: boolean;
  /** True for an MP3 of an older version with another loudness, which is served until it is remade. */
  readonly hasUnevenMp3: boolean;
  /** Null if the picture exists, or before it is queued. */
  readonly pictureKey: string | null;
  readonly userId: string;
  readonly playbackKey: string;
  readonly container: string;
}

/**
 * Makes the picture and the MP3 of a public story. Safe to run again after a crash at any point, because an object is
 * written again under the same key. Skips existing files, and a story that is no longer public. A store that is down for a
 * day uses up no attempts.
 */
export async function makeMp3(services: Services, job: Mp3Job): Promise<void> {
  const { storyId } = job.data;
  const wanted = await findWanted(services, storyId);
  if (!wanted || (await postponeIfNeeded(services, job, wanted))) return;
  try {
    // A picture that fails must not delay the MP3.
    const [picture] = await Promise.allSettled([keepPicture(services, wanted)]);
    if (wanted.lacksMp3) await keepMp3(services, wanted, job.signal);
    if (picture.status === 'rejected') throw picture.reason;
  } catch (error) {
    if (!isStoreTrouble(error)) throw error;
    await postpone(services, job, serverLimits.inspection.noRoomSeconds);
    job.report(error instanceof Error ? error : new Error(String(error)));
  }
}

async function keepMp3(services: Services, wanted: WantedFiles, signal: AbortSignal): Promise<void> {
  const { storage, database, jobs } = services;
  const key = wanted.hasUnevenMp3 ? newObjectKey('mp3', 'mp3') : wanted.key;
  const { mp3, durationMs } = await encode(services, wanted, signal);
  const { bytes } = await storage.put(key, mp3);
  await database.prisma.$transaction(async (tx) => {
    const made = await tx.$executeRaw`UPDATE story_mp3s SET key = ${key}, bytes = ${bytes},
      duration_ms = ${durationMs}, made_at = now(), is_even = true WHERE key = ${wanted.key}`;
    if (made > 0 && wanted.hasUnevenMp3) await jobs.enqueue(tx, 'delete-objects', { keys: [wanted.key] });
  });
  // The story may have been unpublished meanwhile.
  await deleteUnlessKept(services, key);
}

/** Draws the current picture of the story. Charged to the account's time, as the MP3 is. */
async function keepPicture(services: Services, wanted: WantedFiles): Promise<void> {
  const { previews, storage, database, rateLimiter } = services;
  const { pictureKey: key, userId } = wanted;
  if (key === null) return;
  const picture = await previews.draw(wanted);
  await rateLimiter.charge('mp3Seconds', userId, 1);
  const { bytes } = await storage.put(key, picture);
  await database.prisma.$executeRaw`UPDATE story_mp3s
    SET picture_bytes = ${bytes}, picture_revision = ${previews.toRevision(wanted)} WHERE picture_key = ${key}`;
  // The story may have changed or been unpublished meanwhile.
  await deleteUnlessKept(services, key);
}

const postpone = (
  { database, jobs }: Services,
  { data: { storyId }, priority }: Mp3Job,
  startAfterSeconds: number,
): Promise<void> => enqueueMp3({ jobs }, database.prisma, storyId, { startAfterSeconds, priority });

async function findWanted({ database }: Services, storyId: string): Promise<WantedFiles | null> {
  const [row] = await database.prisma.$queryRaw<(WantedFiles & { readonly username: string | null })[]>`
    SELECT m.key, m.bytes IS NULL OR m.is_even IS FALSE AS "lacksMp3",
      m.bytes IS NOT NULL AS "hasUnevenMp3", CASE WHEN m.picture_bytes IS NULL THEN m.picture_key END AS "pictureKey",
      s.title, p.username, array_to_string(r.peaks, ',') AS peaks, s.user_id AS "userId", r.playback_key AS "playbackKey",
      r.container, r.duration_ms AS "durationMs"
    FROM story_mp3s m JOIN stories s ON s.id = m.story_id JOIN recordings r ON r.id = s.recording_id
      JOIN profiles p ON p.id = s.user_id
    WHERE m.story_id = ${storyId}::uuid AND s.published AND s.hidden_at IS NULL
      AND (m.bytes IS NULL OR m.is_even IS FALSE OR m.picture_key IS NOT NULL AND m.picture_bytes IS NULL)`;
  return row ? { ...row, author: { username: row.username } } : null;
}

/**
 * Queues the job again and returns true: for later while the disk lacks space or if the account has used up its time, or
 * behind other accounts if it has used more time since. Newly published stories stay before those of a sweep.
 */
async function postponeIfNeeded(services: Services, job: Mp3Job, { userId }: WantedFiles): Promise<boolean> {
  const { disk, rateLimiter } = services;
  const hasRoom = await disk.hasFreeSpace();
  const { used, isUsedUp, resetsInSeconds } = await rateLimiter.readUsage('mp3Seconds', userId);
  const priority = job.priority > 0 ? Math.max(1, freshMp3 - used) : job.priority;
  const isTheirTurn = job.priority <= priority + serverLimits.inspection.turnSlackSeconds;
  if (hasRoom && !isUsedUp && isTheirTurn) return false;
  const againSeconds = isUsedUp ? resetsInSeconds : 0;
  await postpone(
    services,
    { ...job, priority },
    hasRoom ? againSeconds : serverLimits.inspection.noRoomSeconds,
  );
  return true;
}

/**
 * An MP3 recording is not encoded again: its copy has no metadata, and a second encoding would sound worse. The account is
 * charged for the encoding, but not for the time of the store.
 */
async function encode(
  { storage, rateLimiter }: Services,
  { userId, playbackKey, container, durationMs }: WantedFiles,
  signal: AbortSignal,
): Promise<{ readonly mp3: Uint8Array; readonly durationMs: number }> {
  const copy = await storage.read(playbackKey);
  if (container === 'mp3') {
    // The minimum cost of an encoding, so that copies count too.
    await rateLimiter.charge('mp3Seconds', userId, 1);
    return { mp3: copy, durationMs };
  }
  let usedMs = 0;
  try {
    const mp3 = await encodeMp3(copy, {
      signal,
      onUsed: (cpuMs) => {
        usedMs = cpuMs;
      },
    });
    return { mp3, durationMs };
  } catch (error) {
    throw error instanceof Refusal ? new FinalJobError(error) : error;
  } finally {
    await rateLimiter.charge('mp3Seconds', userId, Math.ceil(usedMs / 1_000));
  }
}

/** The number of stories that are queued at a time; more follow once fewer wait. */
const batchSize = 50;
const batchMs = 60_000;
const restMs = 3_600_000;

/**
 * Queues the missing MP3s and pictures of public stories, the latest first, until `signal` aborts: those of stories from an
 * older version, and of a restored account; also MP3s without the common loudness, which are remade. Deletes those that an
 * older version left with unpublished stories.
 */
export async function keepMp3s(
  services: Pick<Services, 'database' | 'jobs'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const hasMore = await keepBatch(services).catch((error: unknown) => {
      if (mayPass(error)) return true;
      throw error;
    });
    await delay(hasMore ? batchMs : restMs, undefined, { signal }).catch(() => {});
  }
}

/** Handles a batch. Returns whether there may be more. */
export async function keepBatch({ database, jobs }: Pick<Services, 'database' | 'jobs'>): Promise<boolean> {
  const queues = await jobs.readDepths();
  const waiting = queues.find(({ name }) => name === 'make-mp3');
  if (waiting && waiting.due >= batchSize) return true;
  const stale = await listIds(
    database,
    `SELECT m.story_id AS id FROM story_mp3s m JOIN stories s ON s.id = m.story_id
    WHERE NOT (s.published AND s.hidden_at IS NULL) LIMIT $1`,
  );
  const missing = await listIds(
    database,
    `SELECT s.id FROM stories s WHERE s.published AND s.hidden_at IS NULL
      AND NOT EXISTS (SELECT FROM story_mp3s m WHERE m.story_id = s.id)
    ORDER BY s.published_at DESC LIMIT $1`,
  );
  const pictureless = await listIds(
    database,
    `SELECT m.story_id AS id FROM story_mp3s m JOIN stories s ON s.id = m.story_id
    WHERE m.picture_key IS NULL AND s.published AND s.hidden_at IS NULL ORDER BY s.published_at DESC LIMIT $1`,
  );
  const uneven = await listIds(
    database,
    `SELECT m.story_id AS id FROM story_mp3s m JOIN stories s ON s.id = m.story_id JOIN recordings r ON r.id = s.recording_id
    WHERE m.bytes IS NOT NULL AND m.is_even IS NULL AND r.container <> 'mp3' AND s.published AND s.hidden_at IS NULL
    ORDER BY s.published_at DESC LIMIT $1`,
  );
  await database.prisma.$transaction(async (tx) => {
    // Locks the stories before their MP3s, in the common order. Their authors may have published some since they were
    // listed.
    const still = await tx.$queryRaw<{ id: string }[]>`SELECT id FROM stories
      WHERE id = ANY (${stale}::uuid[]) AND NOT (published AND hidden_at IS NULL) ORDER BY id FOR NO KEY UPDATE`;
    await withdrawMp3s({ jobs }, tx, { storyIds: still.map(({ id }) => id) });
  });
  // In separate transactions, so that the order of locks cannot differ from elsewhere.
  for (const id of missing)
    await database.prisma.$transaction((tx) => wantMp3s({ jobs }, tx, { storyIds: [id] }, { priority: 0 }));
  for (const id of pictureless)
    await database.prisma.$transaction((tx) => wantPictures({ jobs }, tx, [id], { priority: 0 }));
  for (const id of uneven)
    await database.prisma.$transaction((tx) => renewMp3({ jobs }, tx, id, { priority: 0 }));
  return stale.length + missing.length + pictureless.length + uneven.length > 0;
}

async function listIds({ background }: Services['database'], text: string): Promise<string[]> {
  const { rows } = await background<{ id: string }>(text, [batchSize]);
  return rows.map(({ id }) => id);
}
