import { statfs } from 'node:fs/promises';

/** Checks whether a disk has enough free space for another file. */
export interface DiskSpace {
  /** Returns false if less space is free than the options require. */
  hasFreeSpace(): Promise<boolean>;
  /** Returns null if the disk cannot be measured. */
  readSpace(): Promise<{ readonly freeBytes: number; readonly bytes: number } | null>;
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
 * Watches the disk of `directory`. A disk of unknown space counts as free, because a write fails when it is full. Never
 * throws.
 */
export function createDiskSpace(
  directory: string,
  { minFreeBytes, minFreeRatio, freshMs, measure = statfs }: DiskSpaceOptions,
): DiskSpace {
  let answer: ReturnType<DiskSpace['readSpace']> = Promise.resolve(null);
  let measuredMs = -Infinity;

  async function measureNow(): ReturnType<DiskSpace['readSpace']> {
    try {
      const { bavail, blocks, bsize } = await measure(directory);
      return { freeBytes: bavail * bsize, bytes: blocks * bsize };
    } catch {
      return null;
    }
  }

  function readSpace(): ReturnType<DiskSpace['readSpace']> {
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
      return (
        space === null || (space.freeBytes >= minFreeBytes && space.freeBytes >= space.bytes * minFreeRatio)
      );
    },
  };
}
