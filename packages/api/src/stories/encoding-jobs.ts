import { setTimeout as delay } from 'node:timers/promises';
import { encodeMp3, Refusal } from '@relato/audio';
import { limits } from '@relato/contract';
import { isDatabaseUnavailable, isDeadlock } from '@relato/db';
import { isStoreTrouble } from '@relato/storage';
import type { Services } from '../context.ts';
import { FinalJobError, type RunningJob } from '../job-queues.ts';
import { deleteUnlessKept } from '../recordings/mutations.ts';
import { enqueueMp3, freshMp3, wantMp3s, withdrawMp3s } from '../story-mp3s.ts';

type Mp3Job = Pick<RunningJob<'make-mp3'>, 'data' | 'priority' | 'signal' | 'report'>;

interface WantedMp3 {
  readonly key: string;
  readonly userId: string;
  readonly playbackKey: string;
  readonly container: string;
  readonly durationMs: number;
}

/**
 * Makes the MP3 of a public story. Safe to run again after a crash at any point: the object is written again under the same
 * key. Does nothing if the story is no longer public, or has its MP3. A store that is gone for a day uses up no attempts.
 */
export async function makeMp3(services: Services, job: Mp3Job): Promise<void> {
  const { storyId } = job.data;
  const wanted = await findWanted(services, storyId);
  if (!wanted || (await postponeIfNeeded(services, job, wanted))) return;
  const { key } = wanted;
  try {
    const { mp3, durationMs } = await encode(services, wanted, job.signal);
    const { bytes } = await services.storage.put(key, mp3);
    await services.database.prisma.$executeRaw`
      UPDATE story_mp3s SET bytes = ${bytes}, duration_ms = ${durationMs}, made_at = now()
      WHERE story_id = ${storyId}::uuid AND key = ${key}`;
    // The story may have been unpublished meanwhile.
    await deleteUnlessKept(services, key);
  } catch (error) {
    if (!isStoreTrouble(error)) throw error;
    await postpone(services, job, limits.inspection.noRoomSeconds);
    job.report(error instanceof Error ? error : new Error(String(error)));
  }
}

const postpone = (
  { database, jobs }: Services,
  { data: { storyId }, priority }: Mp3Job,
  startAfterSeconds: number,
): Promise<void> => enqueueMp3({ jobs }, database.prisma, storyId, { startAfterSeconds, priority });

async function findWanted({ database }: Services, storyId: string): Promise<WantedMp3 | null> {
  const [row] = await database.prisma.$queryRaw<WantedMp3[]>`
    SELECT m.key, s.user_id AS "userId", r.playback_key AS "playbackKey", r.container, r.duration_ms AS "durationMs"
    FROM story_mp3s m JOIN stories s ON s.id = m.story_id JOIN recordings r ON r.id = s.recording_id
    WHERE m.story_id = ${storyId}::uuid AND m.bytes IS NULL AND s.published AND s.hidden_at IS NULL`;
  return row ?? null;
}

/**
 * Queues the job again and returns true: later while the disk lacks space or if the account has used up its time, or behind
 * other accounts if it has used more time since. What is published now stays before what a sweep has found.
 */
async function postponeIfNeeded(services: Services, job: Mp3Job, { userId }: WantedMp3): Promise<boolean> {
  const { disk, rateLimiter } = services;
  const hasRoom = await disk.hasFreeSpace();
  const { used, isUsedUp, resetsInSeconds } = await rateLimiter.readUsage('mp3Seconds', userId);
  const priority = job.priority > 0 ? Math.max(1, freshMp3 - used) : job.priority;
  const isTheirTurn = job.priority <= priority + limits.inspection.turnSlackSeconds;
  if (hasRoom && !isUsedUp && isTheirTurn) return false;
  const againSeconds = isUsedUp ? resetsInSeconds : 0;
  await postpone(services, { ...job, priority }, hasRoom ? againSeconds : limits.inspection.noRoomSeconds);
  return true;
}

/**
 * A recording that is an MP3 stays as it is: its copy has no metadata, and a second encoding would sound worse. The account is
 * charged for the encoding, not for the time of the store.
 */
async function encode(
  { storage, rateLimiter }: Services,
  { userId, playbackKey, container, durationMs }: WantedMp3,
  signal: AbortSignal,
): Promise<{ readonly mp3: Uint8Array; readonly durationMs: number }> {
  const copy = await storage.read(playbackKey);
  if (container === 'mp3') {
    // The least that an encoding costs, so that copies have the limit too.
    await rateLimiter.charge('mp3Seconds', userId, 1);
    return { mp3: copy, durationMs };
  }
  let usedMs = 0;
  try {
    return await encodeMp3(copy, {
      signal,
      onUsed: (cpuMs) => {
        usedMs = cpuMs;
      },
    });
  } catch (error) {
    throw error instanceof Refusal ? new FinalJobError(error) : error;
  } finally {
    await rateLimiter.charge('mp3Seconds', userId, Math.ceil(usedMs / 1_000));
  }
}

/** The number of MP3s that are queued at a time; more follow once fewer than that wait. */
const batchSize = 50;
const batchMs = 60_000;
const restMs = 3_600_000;

/**
 * Queues the MP3s of public stories that have none, the latest first, until `signal` aborts: those published before there were
 * MP3s, and those of a restored account. Removes those that an older version left with unpublished stories.
 */
export async function keepMp3s(
  services: Pick<Services, 'database' | 'jobs'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const hasMore = await keepBatch(services).catch((error: unknown) => {
      if (isDatabaseUnavailable(error) || isDeadlock(error)) return true;
      throw error;
    });
    await delay(hasMore ? batchMs : restMs, undefined, { signal }).catch(() => {});
  }
}

/** Returns whether there may be more. */
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
  await database.prisma.$transaction(async (tx) => {
    // Locks the stories before their MP3s, as everything else does. Their authors may have published some since they were listed.
    const still = await tx.$queryRaw<{ id: string }[]>`SELECT id FROM stories
      WHERE id = ANY (${stale}::uuid[]) AND NOT (published AND hidden_at IS NULL) ORDER BY id FOR NO KEY UPDATE`;
    await withdrawMp3s({ jobs }, tx, { storyIds: still.map(({ id }) => id) });
  });
  // Each story on its own, so that they are locked in no other order than elsewhere.
  for (const id of missing)
    await database.prisma.$transaction((tx) => wantMp3s({ jobs }, tx, { storyIds: [id] }, { priority: 0 }));
  return stale.length + missing.length > 0;
}

async function listIds({ background }: Services['database'], text: string): Promise<string[]> {
  const { rows } = await background(text, [batchSize]);
  return (rows as { id: string }[]).map(({ id }) => id); // the column of the statements above
}
