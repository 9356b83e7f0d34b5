import { setTimeout as delay } from 'node:timers/promises';
import { inspectRecording as inspect } from '@relato/audio';
import { isDatabaseUnavailable } from '@relato/db';
import { isStoreTrouble } from '@relato/storage';
import type { Services } from '../rpc/context.ts';
import { toLoudnessColumns } from './jobs.ts';

/** The pause after each recording, because there may be many, and none is urgent. */
const pauseMs = 2_000;
const troubleMs = 60_000;
const restMs = 3_600_000;

type Measuring = Pick<Services, 'database' | 'storage'>;

/**
 * Measures the loudness of recordings that an older version has inspected, one after the other, the latest first, until
 * `signal` aborts. Several servers may measure the same one, with the same result.
 */
export async function keepLoudness(services: Measuring, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const waitMs = await measureNext(services, signal).then(
      (hasMeasured) => (hasMeasured ? pauseMs : restMs),
      (error: unknown) => {
        if (signal.aborted || isDatabaseUnavailable(error) || isStoreTrouble(error)) return troubleMs;
        throw error;
      },
    );
    await delay(waitMs, undefined, { signal }).catch(() => {});
  }
}

/** Measures one recording, and returns false if there is none. An unreadable one counts as silence, and plays without a gain. */
export async function measureNext({ database, storage }: Measuring, signal: AbortSignal): Promise<boolean> {
  const row = await database.prisma.recording.findFirst({
    where: { state: 'ready', loudnessKnown: false },
    orderBy: { id: 'desc' },
    select: { id: true, playbackKey: true },
  });
  if (!row?.playbackKey) return false;
  const { playbackKey } = row;
  const loudness = await storage
    .read(playbackKey)
    .then((bytes) => inspect(bytes, { signal }))
    .then((inspection) => (inspection.ok ? inspection.loudness : null))
    .catch((error: unknown) => {
      // Any other error would repeat.
      if (signal.aborted || isStoreTrouble(error)) throw error;
      return null;
    });
  await database.prisma.recording.updateMany({
    where: { id: row.id },
    data: toLoudnessColumns({ loudness }),
  });
  return true;
}
