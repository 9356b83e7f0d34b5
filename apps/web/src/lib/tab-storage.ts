const kept = new Map<string, unknown>();

/**
 * Stores unsaved input for this tab, across reloads; null removes it. Without a storage it lasts as long as the page.
 */
export function storeInTab(key: string, value: unknown): void {
  kept.set(key, value);
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage: see above.
  }
}

/** Returns the stored value, or null. The caller validates it, because an older page may have written it. */
export function readFromTab(key: string): unknown {
  if (kept.has(key)) return kept.get(key);
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
