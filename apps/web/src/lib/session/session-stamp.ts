import { readLocal, storeLocal } from '../local-storage.ts';

const key = 'relato.session-changed';

/** The last change of this tab that a full or forbidden storage did not take. */
let unstored = 0;

/** Remembers, for all tabs of the browser, that the session has just changed. */
export function stampSession(): void {
  // To the other tabs, the next answer of the server tells of an unstored change.
  unstored = storeLocal(key, String(Date.now())) ? 0 : Date.now();
}

/** Returns when the session last changed in this browser, in milliseconds since 1970; 0 if that is unknown. */
export const readSessionStamp = (): number => unstored || Number(readLocal(key) ?? 0) || 0;

/**
 * Returns whether the session changed since this page was requested, so that the page may show what belongs to another
 * user. Counts by the clock of the stamp: `performance.timeOrigin` stays behind it after the device has slept, and where
 * it was when the clock is set. A stamp in the future is from before the clock was set back, and says nothing.
 */
export function hasSessionChanged(): boolean {
  const now = Date.now();
  const changedAt = readSessionStamp();
  return changedAt > now - performance.now() && changedAt <= now;
}
