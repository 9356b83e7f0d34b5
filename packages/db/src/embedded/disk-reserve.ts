import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { serverLimits } from '@relato/contract';

/** Space on the disk of a cluster that is kept for its recovery. */
export interface DiskReserve {
  /** Creates the reserve if it is missing, unless it would take space that uploads may not use either. Never throws. */
  keep(): Promise<void>;
  /** Deletes the reserve if less than its size is free. Returns whether it did. Never throws. */
  release(): Promise<boolean>;
}

interface DiskReserveOptions {
  readonly bytes: number;
  readonly minFreeBytes: number;
}

const chunkBytes = 1024 * 1024;

/**
 * Keeps space in a file beside the cluster. The minimal free space for uploads only restricts the app, while other programs
 * can fill the disk to its last byte. PostgreSQL then cannot even recover, because recovery needs segments of its log.
 * Deleting the file lets the database serve again before anybody frees space, so that stories can be read and deleted.
 */
export function createDiskReserve(
  file: string,
  { bytes, minFreeBytes }: DiskReserveOptions = {
    bytes: serverLimits.disk.reserveBytes,
    minFreeBytes: serverLimits.disk.minFreeBytes,
  },
): DiskReserve {
  let last: Promise<unknown> = Promise.resolve();
  /** Runs work in sequence, so that a reserve is not deleted while it is created. */
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
        // A smaller file is incomplete, because its process ended.
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

/** Writes random bytes, because a file of zeros or without content takes no space on some file systems. */
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
