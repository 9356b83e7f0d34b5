import { measureLoudness as measure, Refusal } from '@relato/audio';
import { serverLimits } from '@relato/contract';
import type { Database, Prisma } from '@relato/db';
import { isStoreTrouble } from '@relato/storage';
import type { JobData, RunningJob } from '../jobs/queue.ts';
import type { Services } from '../rpc/context.ts';

/** The priority of a new recording, before those of an older version. */
export const newRecording = 1;

/** Queues the measuring of a recording. Jobs of one account do not run concurrently. */
export const enqueueMeasuring = (
  { jobs }: Pick<Services, 'jobs'>,
  tx: Prisma.TransactionClient,
  { id: recordingId, userId }: { readonly id: string; readonly userId: string },
  options: { readonly priority: number; readonly startAfterSeconds?: number },
): Promise<void> => jobs.enqueue(tx, 'measure-loudness', { recordingId }, { group: userId, ...options });

/**
 * Measures the loudness of a recording after its inspection, because it takes longer than the inspection, and no author waits
 * for it. Until then the recording plays without a gain. An unreadable one counts as silence, which has no gain either. A new
 * recording is charged to its account as its inspection is.
 */
export async function measureLoudness(
  services: Services,
  { data: { recordingId: id }, signal, priority, report }: RunningJob<'measure-loudness'>,
): Promise<void> {
  const { database, rateLimiter, storage } = services;
  const row = await database.prisma.recording.findFirst({
    where: { id, ...unmeasured },
    select: { userId: true, playbackKey: true },
  });
  if (!row?.playbackKey) return;
  const { userId, playbackKey } = row;
  let usedMs = 0;
  try {
    const loudness = await measure(await storage.read(playbackKey), {
      signal,
      onUsed: (cpuMs) => {
        usedMs = cpuMs;
      },
    });
    await store(database, id, loudness);
  } catch (error) {
    if (isStoreTrouble(error)) {
      // A store that is down for a day uses up no attempts.
      const startAfterSeconds = serverLimits.inspection.noRoomSeconds;
      await enqueueMeasuring(services, database.prisma, { id, userId }, { priority, startAfterSeconds });
    } else if (error instanceof Refusal) {
      await store(database, id, null);
    } else {
      throw error;
    }
    report(error as Error); // both are errors
  } finally {
    if (priority >= newRecording)
      await rateLimiter.charge('inspectionSeconds', userId, Math.ceil(usedMs / 1_000));
  }
}

/** Counts a recording as silence whose measuring has failed for good. */
export const giveUpMeasuring = (
  { database }: Pick<Services, 'database'>,
  { recordingId }: JobData['measure-loudness'],
): Promise<void> => store(database, recordingId, null);

async function store(
  { prisma }: Pick<Database, 'prisma'>,
  id: string,
  loudness: Awaited<ReturnType<typeof measure>>,
): Promise<void> {
  await prisma.recording.updateMany({
    where: { id, ...unmeasured },
    data: { loudness: loudness?.lufs ?? null, truePeak: loudness?.truePeak ?? null, loudnessKnown: true },
  });
}

const unmeasured = { state: 'ready', loudnessKnown: false } as const;
const batchSize = 1_000;

/**
 * Queues the recordings without a loudness, the latest first: those of an older version. Does nothing while measurements
 * wait, because they may be of the same recordings.
 */
export async function queueUnmeasured(services: Pick<Services, 'database' | 'jobs'>): Promise<void> {
  const { database, jobs } = services;
  const depths = await jobs.readDepths();
  if (depths.some(({ name, due, later }) => name === 'measure-loudness' && due + later > 0)) return;
  const rows = await database.prisma.recording.findMany({
    where: unmeasured,
    orderBy: { id: 'desc' },
    take: batchSize,
    select: { id: true, userId: true },
  });
  for (const row of rows) await enqueueMeasuring(services, database.prisma, row, { priority: 0 });
}
