import { deleteDB } from 'idb';
import { heardDatabase } from '../../../../lib/forget-heard.ts';
import { withTimeout } from '../../../../lib/with-timeout.ts';

/** The longest wait for a browser that does not answer. */
const patienceMs = 2_000;

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
