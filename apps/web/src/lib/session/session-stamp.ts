import { readLocal, storeLocal } from '../local-storage.ts';

const key = 'relato.session-changed';

/** The time of this tab's last change, if a full or forbidden storage refused it. */
let unstored = 0;

/** Remembers, for all tabs of the browser, that the session has just changed. */
export function stampSession(): void {
  // If the change cannot be stored, the other tabs learn of it from the server's next answer.
  unstored = storeLocal(key, String(Date.now())) ? 0 : Date.now();
}

/** Returns when the session last changed in this browser, in milliseconds since 1970; 0 if unknown. */
export const readSessionStamp = (): number => unstored || Number(readLocal(key) ?? 0) || 0;

/**
 * Returns whether the session changed since this page was requested, in which case the page may show another user's data.
 * Uses the clock of the stamp, because `performance.timeOrigin` falls behind it while the device sleeps, and does not follow
 * when the clock is set. A stamp in the future is from before the clock was set back, and says nothing.
 */
export function hasSessionChanged(): boolean {
  const now = Date.now();
  const changedAt = readSessionStamp();
  return changedAt > now - performance.now() && changedAt <= now;
}
