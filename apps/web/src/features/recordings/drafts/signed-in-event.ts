// Across page loads, as signing in with another service leaves the page and comes back to a new one.
const key = 'relato.account';
const nobody = '';

/**
 * Remembers who is signed in, and returns whether that is news: the signed-in event. It is not in a browser that
 * remembers nothing.
 */
export function noteSession(userId: string | null): boolean {
  try {
    const before = localStorage.getItem(key);
    localStorage.setItem(key, userId ?? nobody);
    return userId !== null && before !== null && before !== userId;
  } catch {
    return false;
  }
}
