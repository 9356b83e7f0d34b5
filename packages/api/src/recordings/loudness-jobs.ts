import { measureLoudness as measure, Refusal } from '@relato/audio';
import { isStoreTrouble } from '@relato/storage';
import type { JobData, RunningJob } from '../jobs/queue.ts';
import type { Services } from '../rpc/context.ts';

/**
 * Measures the loudness of a recording after its inspection, because that takes longer than everything a user waits for.
 * Until then it plays without a gain. An unreadable one counts as silence, and plays without a gain for ever.
 */
export async function measureLoudness(
  { database, rateLimiter, storage }: Services,
  { data: { recordingId: id }, signal, isLastAttempt, report }: RunningJob<'measure-loudness'>,
): Promise<void> {
  const row = await database.prisma.recording.findFirst({
    where: { id, ...unmeasured },
    select: { userId: true, playbackKey: true },
  });
  if (!row?.playbackKey) return;
  const { userId, playbackKey } = row;
  let usedMs = 0;
  const loudness = await storage
    .read(playbackKey)
    .then((bytes) =>
      measure(bytes, {
        signal,
        onUsed: (cpuMs) => {
          usedMs = cpuMs;
        },
      }),
    )
    .catch((error: unknown) => {
      const isFinal = error instanceof Refusal || (isLastAttempt && !isStoreTrouble(error));
      if (!isFinal || signal.aborted) throw error;
      report(error instanceof Error ? error : new Error(String(error)));
      return null;
    });
  await database.prisma.recording.updateMany({
    where: { id },
    data: {
      loudness: loudness?.lufs ?? null,
      truePeak: loudness?.truePeak ?? null,
      loudnessKnown: true,
    },
  });
  await rateLimiter.charge('inspectionSeconds', userId, Math.ceil(usedMs / 1_000));
}

const unmeasured = { state: 'ready', loudnessKnown: false } as const;
const batchSize = 1_000;

/**
 * Queues recordings of an older version that nobody has measured, the latest first. Does nothing while others wait, which
 * may be the same ones.
 */
export async function queueUnmeasured({
  database,
  jobs,
}: Pick<Services, 'database' | 'jobs'>): Promise<void> {
  const depths = await jobs.readDepths();
  if (depths.some(({ name, due, later }) => name === 'measure-loudness' && due + later > 0)) return;
  const rows = await database.prisma.recording.findMany({
    where: unmeasured,
    orderBy: { id: 'desc' },
    take: batchSize,
    select: { id: true, userId: true },
  });
  for (const { id, userId } of rows) {
    const data: JobData['measure-loudness'] = { recordingId: id };
    await jobs.enqueue(database.prisma, 'measure-loudness', data, { group: userId });
  }
}
