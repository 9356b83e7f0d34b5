import type { RecordingId, UserId } from '@relato/contract/ids';
import { forgetDiscardsOf, isDiscarded } from './discards.ts';
import { type Draft, DraftStore } from './draft-store.ts';
import { unstored } from './unstored.ts';

export const drafts = new DraftStore();

/** Returns the drafts that no tab works on, and that their user did not delete, newest first. */
export async function listOpenDrafts(userId: UserId): Promise<Draft[]> {
  const [own, held] = await Promise.all([drafts.list(userId), listLockedDrafts()]);
  return own.filter(({ id }) => !held.has(id) && !isDiscarded(id));
}

// A draft belongs to one tab at a time, so that no other tab offers to recover or discard the current recording. The
// browser releases the lock of a tab that crashes.
const prefix = 'relato.draft.';

/** Locks the draft for this tab. Returns a function that releases it, or null if another tab holds it. */
export function lockDraft(id: RecordingId): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return Promise.resolve(() => undefined);
  return new Promise((resolve) => {
    navigator.locks
      .request(prefix + id, { ifAvailable: true }, (lock) => {
        if (lock) return new Promise<void>((release) => resolve(release));
        resolve(null);
        return undefined;
      })
      // A browser that refuses locks records without them.
      .catch(() => resolve(() => undefined));
  });
}

/** Deletes the recordings of a user whose account is gone, each as soon as no tab works on it. */
export async function forgetDrafts(userId: UserId): Promise<void> {
  forgetDiscardsOf(userId);
  // The lock of an unstored one would never be free.
  unstored.erase(userId);
  const own = await drafts.list(userId);
  await Promise.all(own.map(({ id }) => removeWhenFree(id)));
}

async function removeWhenFree(id: RecordingId): Promise<void> {
  const remove = () => drafts.remove(id);
  if (!('locks' in navigator)) return remove();
  // As for `lockDraft`, a browser that refuses locks has none.
  return navigator.locks.request(prefix + id, remove).catch(remove);
}

async function listLockedDrafts(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  return new Set(held.map(({ name }) => name?.replace(prefix, '') ?? ''));
}
