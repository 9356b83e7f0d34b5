import type { PlayerState } from './player-state.ts';

const key = 'relato:positions';
/** More than a session plays; the oldest entries are dropped first. */
const maxTracks = 200;

type Saved = PlayerState['saved'];

/**
 * Returns the last position of each track of this tab, in seconds. The stored value is validated, and even accessing
 * the storage may throw.
 */
export function readPositions(getStorage: () => Pick<Storage, 'getItem'>): Saved {
  try {
    const stored: unknown = JSON.parse(getStorage().getItem(key) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter(([, seconds]) => Number.isFinite(seconds) && seconds >= 0),
    );
  } catch {
    return {};
  }
}

export function writePositions(getStorage: () => Pick<Storage, 'setItem'>, saved: Saved): void {
  try {
    getStorage().setItem(key, JSON.stringify(Object.fromEntries(Object.entries(saved).slice(-maxTracks))));
  } catch {
    // With a full or forbidden storage the positions last as long as the page.
  }
}
