import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { limits } from '@relato/contract';

/** Room on the disk of a cluster that only its recovery gets. */
export interface DiskReserve {
  /** Lays the reserve down if it is missing, unless it would take room that uploads do not get either. Never throws. */
  keep(): Promise<void>;
  /** Gives the reserve up if less than its size is free. Returns whether it did. Never throws. */
  release(): Promise<boolean>;
}

interface DiskReserveOptions {
  readonly bytes: number;
  readonly minFreeBytes: number;
}

const chunkBytes = 1024 * 1024;

/**
 * Keeps room in a file beside the cluster. A floor for uploads holds back the app alone; what else writes to the disk takes its
 * last byte, and then PostgreSQL cannot even recover, which needs segments of its log. The file is given up at that moment: the
 * database serves again before anybody has made room, and stories can be read, and deleted.
 */
export function createDiskReserve(
  file: string,
  { bytes, minFreeBytes }: DiskReserveOptions = {
    bytes: limits.disk.reserveBytes,
    minFreeBytes: limits.disk.minFreeBytes,
  },
): DiskReserve {
  let last: Promise<unknown> = Promise.resolve();
  /** Runs one after the other, so that a reserve is not given up while it is laid down. */
  const inTurn = <Result>(work: () => Promise<Result>, otherwise: Result): Promise<Result> => {
    const done = last.then(work).catch(() => otherwise);
    last = done;
    return done;
  };
  const readFree = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(dirname(file));
    return bavail * bsize;
  };
  const readSize = (): Promise<number> =>
    stat(file).then(
      ({ size }) => size,
      () => 0,
    );

  return {
    keep: () =>
      inTurn(async () => {
        // A smaller one was cut off by the end of its process.
        if ((await readSize()) === bytes || (await readFree()) < bytes + minFreeBytes) return;
        await lay(file, bytes);
      }, undefined),
    release: () =>
      inTurn(async () => {
        if ((await readSize()) === 0 || (await readFree()) >= bytes) return false;
        await rm(file, { force: true });
        return true;
      }, false),
  };
}

/** Writes random bytes: a file without content, or of zeros, takes no room on some file systems. */
async function lay(file: string, bytes: number): Promise<void> {
  const chunk = randomBytes(chunkBytes);
  const handle = await open(file, 'w', 0o600);
  try {
    for (let left = bytes; left > 0; left -= chunkBytes)
      await handle.writeFile(left < chunkBytes ? chunk.subarray(0, left) : chunk);
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}
