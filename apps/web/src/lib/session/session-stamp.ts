const key = 'relato.session-changed';

/** Remembers, for all tabs of the browser, that the session has just changed. */
export function stampSession(): void {
  try {
    localStorage.setItem(key, String(Date.now()));
  } catch {
    // With a full or forbidden storage the next answer of the server tells.
  }
}

/** Returns when the session last changed in this browser, in milliseconds since 1970; 0 if that is unknown. */
export function readSessionStamp(): number {
  try {
    return Number(localStorage.getItem(key) ?? 0) || 0;
  } catch {
    return 0;
  }
}
