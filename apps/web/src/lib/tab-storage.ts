const kept = new Map<string, unknown>();
const listeners = new Set<() => void>();
const prefix = 'relato.input.';
const ownerKey = 'owner';

/**
 * Stores unsaved input for this tab, across reloads; null removes it. Without a storage it lasts as long as the page.
 */
export function storeInTab(key: string, value: unknown): void {
  kept.set(key, value);
  try {
    if (value === null) sessionStorage.removeItem(prefix + key);
    else sessionStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage: see above.
  }
}

/** Returns the stored value, or null. The caller validates it, because an older page may have written it. */
export function readFromTab(key: string): unknown {
  if (kept.has(key)) return kept.get(key);
  try {
    return JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null');
  } catch {
    return null;
  }
}

/** Removes all of it: it belongs to a user who has signed out, and another one may come. */
export function forgetTab(): void {
  kept.clear();
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // A forbidden storage has nothing.
  }
  for (const listener of listeners) listener();
}

/** Removes it if it is another user's. That of a visitor who signs in stays, and that of a user whose session has expired. */
export function keepTabFor(userId: string): void {
  const owner = readFromTab(ownerKey);
  if (owner !== null && owner !== userId) forgetTab();
  if (owner !== userId) storeInTab(ownerKey, userId);
}

/** Calls `listener` when all of it was removed. */
export const onTabForgotten = (listener: () => void): void => void listeners.add(listener);
