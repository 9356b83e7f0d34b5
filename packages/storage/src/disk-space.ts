import { stat, statfs } from 'node:fs/promises';

interface Space {
  readonly freeBytes: number;
  readonly bytes: number;
  /** The first of the watched directories on this disk, which stays the same when the disk is resized. */
  readonly disk: string;
}

interface Measurement {
  readonly bavail: number;
  readonly blocks: number;
  readonly bsize: number;
  /** The device, by which directories of one disk are known. */
  readonly dev: number;
}

/** Checks whether the disks have enough free space for another file. */
export interface DiskSpace {
  /** Returns false if less space is free on one of them than the options require. */
  hasFreeSpace(): Promise<boolean>;
  /** Returns the space of the disk that is fullest by the options, or null if none can be measured. */
  readSpace(): Promise<Space | null>;
}

interface DiskSpaceOptions {
  /** Both minimums must be free: the bytes, and a share of the disk between 0 and 1. */
  readonly minFreeBytes: number;
  readonly minFreeRatio: number;
  /** The time for which a measurement is reused. */
  readonly freshMs: number;
  readonly measure?: (directory: string) => Promise<Measurement>;
}

async function measureReal(directory: string): Promise<Measurement> {
  const [{ bavail, blocks, bsize }, { dev }] = await Promise.all([statfs(directory), stat(directory)]);
  return { bavail, blocks, bsize, dev };
}

/**
 * Watches the disks of `directories`. A disk of unknown space counts as free, because a write fails when it is full. Never
 * throws.
 */
export function createDiskSpace(
  directories: readonly string[],
  { minFreeBytes, minFreeRatio, freshMs, measure = measureReal }: DiskSpaceOptions,
): DiskSpace {
  let answer: Promise<Space | null> = Promise.resolve(null);
  let measuredMs = -Infinity;

  const spareBytes = ({ freeBytes, bytes }: Omit<Space, 'disk'>): number =>
    freeBytes - Math.max(minFreeBytes, bytes * minFreeRatio);

  async function measureNow(): Promise<Space | null> {
    const outcomes = await Promise.allSettled(
      directories.map(async (directory) => ({ directory, ...(await measure(directory)) })),
    );
    const found = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const [fullest = null] = found
      .map(({ directory, bavail, blocks, bsize, dev }) => ({
        freeBytes: bavail * bsize,
        bytes: blocks * bsize,
        disk: found.find((each) => each.dev === dev)?.directory ?? directory,
      }))
      .toSorted((one, other) => spareBytes(one) - spareBytes(other));
    return fullest;
  }

  function readSpace(): Promise<Space | null> {
    if (performance.now() - measuredMs >= freshMs) {
      measuredMs = performance.now();
      answer = measureNow();
    }
    return answer;
  }

  return {
    readSpace,
    hasFreeSpace: async () => {
      const space = await readSpace();
      return space === null || spareBytes(space) >= 0;
    },
  };
}
