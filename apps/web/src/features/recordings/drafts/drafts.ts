import type { UserId } from '@relato/contract/ids';
import { listHeldDrafts } from './draft-lock.ts';
import { DraftStore, type Draft } from './draft-store.ts';

/** The drafts of this browser. */
export const drafts = new DraftStore();

/** Drafts that no tab works on, the newest first. */
export async function listOpenDrafts(userId: UserId): Promise<Draft[]> {
  const [own, held] = await Promise.all([drafts.list(userId), listHeldDrafts()]);
  return own.filter(({ id }) => !held.has(id));
}
