import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Returns whether this user may mount file systems. */
export const canMount = (): boolean => process.platform === 'linux' && process.getuid?.() === 0;

/**
 * Mounts a disk of this size at `directory`. The disk is full after this many bytes, or after `maxFiles` files and folders.
 * Returns a function that unmounts it.
 */
export async function mountSmallDisk(
  directory: string,
  { bytes, maxFiles }: { readonly bytes: number; readonly maxFiles: number },
): Promise<() => Promise<void>> {
  await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes},nr_inodes=${maxFiles}`, 'tmpfs', directory]);
  return async () => void (await run('umount', ['--lazy', directory]));
}
