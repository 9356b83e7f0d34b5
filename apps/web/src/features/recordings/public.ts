// The exports for other features; apps/web/layers.json lists the features that may import them.
import type { UserId } from '@relato/contract/ids';

/** A chunk of its own, because most profiles have no unsaved recording. */
export const loadDraftsList = async () => (await import('./drafts/list/drafts-list.tsx')).DraftsList;

/** Deletes the recordings of a deleted account from this browser. Never rejects. */
export async function forgetRecordings(userId: UserId): Promise<void> {
  try {
    await (await import('./drafts/store/drafts.ts')).forgetDrafts(userId);
  } catch (error) {
    console.warn('The recordings of a deleted account were not removed', error);
  }
}
