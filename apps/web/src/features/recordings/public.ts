// The exports for other features; apps/web/layers.json lists the features that may import them.
import type { UserId } from '@relato/contract/ids';
import { noteErased } from './drafts/store/erased.ts';

/** A chunk of its own, because most profiles have no unsaved recording. */
export const loadDraftsList = async () => (await import('./drafts/list/drafts-list.tsx')).DraftsList;

/**
 * Deletes the recordings of a deleted account from this browser. Never rejects. A recording that another tab works on goes
 * once that ends, or when the next page starts.
 */
export async function forgetRecordings(userId: UserId): Promise<void> {
  // Before the first await, because the page may end.
  noteErased(userId);
  try {
    await (await import('./drafts/store/drafts.ts')).forgetDrafts(userId);
  } catch (error) {
    console.warn('The recordings of a deleted account were not removed', error);
  }
}
