import { onErased, readErased } from './erased.ts';

/** Continues the deletions of accounts whose pages have ended, and follows those of other tabs. */
export async function watchErased(): Promise<void> {
  onErased(() => void eraseAll());
  await eraseAll();
}

async function eraseAll(): Promise<void> {
  const users = readErased();
  if (users.length === 0) return;
  try {
    const { forgetDrafts } = await import('./drafts.ts');
    await Promise.all(users.map(forgetDrafts));
  } catch (error) {
    console.warn('The recordings of a deleted account were not removed', error);
  }
}
