import { statfs } from 'node:fs/promises';

/** Tells whether a disk has enough free space for another file. */
export interface DiskSpace {
  /** Returns false if less is free than the options require. */
  hasFreeSpace(): Promise<boolean>;
}

interface DiskSpaceOptions {
  /** Both minimums must be free: an absolute one and a share of the disk between 0 and 1. */
  readonly minFreeBytes: number;
  readonly minFreeRatio: number;
  /** For how long a measurement is reused. */
  readonly freshMs: number;
  readonly measure?: (directory: string) => Promise<{ bavail: number; blocks: number; bsize: number }>;
}

/**
 * Watches the disk of `directory`. A disk that cannot be measured counts as free: a write fails when it is full. Never
 * throws.
 */
export function createDiskSpace(
  directory: string,
  { minFreeBytes, minFreeRatio, freshMs, measure = statfs }: DiskSpaceOptions,
): DiskSpace {
  let answer = Promise.resolve(true);
  let measuredMs = -Infinity;

  async function hasEnough(): Promise<boolean> {
    try {
      const { bavail, blocks, bsize } = await measure(directory);
      return bavail * bsize >= minFreeBytes && bavail >= blocks * minFreeRatio;
    } catch {
      return true;
    }
  }

  return {
    hasFreeSpace: () => {
      if (performance.now() - measuredMs >= freshMs) {
        measuredMs = performance.now();
        answer = hasEnough();
      }
      return answer;
    },
  };
}
