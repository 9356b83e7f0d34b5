import { readFromTab, storeInTab } from '../../lib/tab-storage.ts';
import type { PlayerState } from './player-state.ts';

const key = 'positions';
/** More than a session plays; the oldest entries are dropped first. */
const maxTracks = 200;

type Saved = PlayerState['saved'];

/** Returns the last position of each track of this tab, in seconds. The stored value is validated. */
export function readPositions(): Saved {
  const stored = readFromTab(key);
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter(([, seconds]) => Number.isFinite(seconds) && seconds >= 0),
  );
}

export function writePositions(saved: Saved): void {
  const kept = Object.entries(saved).slice(-maxTracks);
  storeInTab(key, kept.length > 0 ? Object.fromEntries(kept) : null);
}
