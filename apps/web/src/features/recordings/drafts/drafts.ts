import type { RecordingId, UserId } from '@relato/contract/ids';
import { type Draft, DraftStore } from './draft-store.ts';

/** The drafts of this browser. */
export const drafts = new DraftStore();

/** Drafts that no tab works on, the newest first. */
export async function listOpenDrafts(userId: UserId): Promise<Draft[]> {
  const [own, held] = await Promise.all([drafts.list(userId), listLockedDrafts()]);
  return own.filter(({ id }) => !held.has(id));
}

// A draft is one tab's at a time: another must not offer to recover or discard what is being recorded here.
// The browser lets go of the lock of a tab that dies.
const prefix = 'relato.draft.';

/** Takes the draft for this tab; returns the way to let go, or null when another tab has it. */
export function lockDraft(id: RecordingId): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return Promise.resolve(() => undefined);
  return new Promise((resolve) => {
    navigator.locks
      .request(prefix + id, { ifAvailable: true }, (lock) => {
        if (lock) return new Promise<void>((release) => resolve(release));
        resolve(null);
        return undefined;
      })
      // A browser that refuses locks as such records without.
      .catch(() => resolve(() => undefined));
  });
}

/** The drafts that some tab has. */
async function listLockedDrafts(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  return new Set(held.map(({ name }) => name?.replace(prefix, '') ?? ''));
}
