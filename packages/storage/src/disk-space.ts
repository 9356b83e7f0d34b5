import { statfs } from 'node:fs/promises';

/** How full a disk is. */
export interface DiskRoom {
  /** False when less is free than must stay so. */
  hasRoom(): Promise<boolean>;
}

interface DiskRoomOptions {
  /** More of both must be free. */
  readonly minFreeBytes: number;
  readonly minFreeRatio: number;
  /** For how long an answer counts. */
  readonly freshMs: number;
  readonly measure?: (directory: string) => Promise<{ bavail: number; blocks: number; bsize: number }>;
}

/** The disk of `directory`. A disk that does not say how full it is has room: what is written says when it is full. */
export function createDiskRoom(
  directory: string,
  { minFreeBytes, minFreeRatio, freshMs, measure = statfs }: DiskRoomOptions,
): DiskRoom {
  let answer = Promise.resolve(true);
  let askedMs = -Infinity;

  async function ask(): Promise<boolean> {
    try {
      const { bavail, blocks, bsize } = await measure(directory);
      return bavail * bsize >= minFreeBytes && bavail >= blocks * minFreeRatio;
    } catch {
      return true;
    }
  }

  return {
    hasRoom: () => {
      if (performance.now() - askedMs >= freshMs) {
        askedMs = performance.now();
        answer = ask();
      }
      return answer;
    },
  };
}
