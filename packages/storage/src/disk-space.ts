import { statfs } from 'node:fs/promises';

interface Space {
  readonly freeBytes: number;
  readonly bytes: number;
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
  readonly measure?: (directory: string) => Promise<{ bavail: number; blocks: number; bsize: number }>;
}

/**
 * Watches the disks of `directories`. A disk of unknown space counts as free, because a write fails when it is full. Never
 * throws.
 */
export function createDiskSpace(
  directories: readonly string[],
  { minFreeBytes, minFreeRatio, freshMs, measure = statfs }: DiskSpaceOptions,
): DiskSpace {
  let answer: Promise<Space | null> = Promise.resolve(null);
  let measuredMs = -Infinity;

  const spareBytes = ({ freeBytes, bytes }: Space): number =>
    freeBytes - Math.max(minFreeBytes, bytes * minFreeRatio);

  async function measureNow(): Promise<Space | null> {
    const outcomes = await Promise.allSettled(directories.map((each) => measure(each)));
    const spaces = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const [fullest = null] = spaces
      .map(({ bavail, blocks, bsize }) => ({ freeBytes: bavail * bsize, bytes: blocks * bsize }))
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
