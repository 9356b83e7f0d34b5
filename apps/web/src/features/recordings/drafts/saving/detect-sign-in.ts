// Kept across page loads, because an OAuth sign-in leaves the page and returns to a new one.
const key = 'relato.account';
const signedOut = '';

/**
 * Stores the signed-in user and returns whether this is a new sign-in. Returns false in a browser that cannot store it.
 */
export function detectSignIn(userId: string | null): boolean {
  try {
    const before = localStorage.getItem(key);
    localStorage.setItem(key, userId ?? signedOut);
    return userId !== null && before !== null && before !== userId;
  } catch {
    return false;
  }
}
