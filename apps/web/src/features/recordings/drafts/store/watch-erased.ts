import type { UserId } from '@relato/contract/ids';
import { forgetErased, onErased, readErased } from './erased.ts';

/** Continues the deletions of accounts whose pages have ended, and follows those of other tabs. */
export async function watchErased(): Promise<void> {
  onErased(() => void eraseAll());
  await eraseAll(true);
}

async function eraseAll(isStart = false): Promise<void> {
  const users = readErased();
  if (users.length === 0) return;
  try {
    const { drafts, forgetDrafts } = await import('./drafts.ts');
    const erase = async (userId: UserId) => {
      // Only then: while its pages are open, a tab may still store what it records.
      if (isStart && (await drafts.list(userId)).length === 0) forgetErased(userId);
      else await forgetDrafts(userId);
    };
    await Promise.all(users.map(erase));
  } catch (error) {
    console.warn('The recordings of a deleted account were not removed', error);
  }
}
