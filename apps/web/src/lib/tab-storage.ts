const kept = new Map<string, unknown>();

/**
 * Keeps what somebody is writing when the page is loaded again, in this tab alone; null lets go of it. Where nothing can
 * be stored, it is kept for as long as the page lives.
 */
export function storeInTab(key: string, value: unknown): void {
  kept.set(key, value);
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage, as said above.
  }
}

/** What was kept, to be checked by the caller, as a page of before may have written it; null for nothing. */
export function readFromTab(key: string): unknown {
  if (kept.has(key)) return kept.get(key);
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
