import { deleteDB } from 'idb';
import { heardDatabase } from '../../../../lib/forget-heard.ts';
import { withTimeout } from '../../../../lib/with-timeout.ts';

/** The longest wait for a browser that does not answer. */
const patienceMs = 2_000;

/** Returns whether a write failed because this browser has no room. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && error.name === 'QuotaExceededError';

/** Writes, and once more after `free` if there was no room. */
export function writeWithRoom<Written>(
  write: () => Promise<Written>,
  free: () => Promise<void>,
): Promise<Written> {
  return write().catch(async (error: unknown) => {
    if (!isFull(error)) throw error;
    await free();
    return write();
  });
}

/**
 * Resolves when the stories for offline listening are removed, because recordings have priority. Never rejects, also in a
 * browser without IndexedDB.
 */
export async function makeRoom(): Promise<void> {
  try {
    await withTimeout(patienceMs, deleteDB(heardDatabase));
  } catch {
    // The next write reports a disk that is still full.
  }
}
