import { readLocal, storeLocal } from '../../../../lib/local-storage.ts';

// Kept across page loads, because an OAuth sign-in leaves the page and returns to a new one.
const key = 'relato.account';
const signedOut = '';

/**
 * Stores the signed-in user and returns whether this is a new sign-in. Returns false in a browser that cannot store it.
 */
export function detectSignIn(userId: string | null): boolean {
  const before = readLocal(key) ?? null;
  return storeLocal(key, userId ?? signedOut) && userId !== null && before !== null && before !== userId;
}
