import type { PlayerState } from './player-state.ts';

const key = 'relato:positions';
/** More than one listens to in a session; those one began with go first. */
const maxTracks = 200;

type Saved = PlayerState['saved'];

/** Where each track was left in this tab, in seconds; nothing of what storage says is taken on trust. Even to ask for it may be forbidden. */
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
    // Full or forbidden: then the positions last as long as the page.
  }
}
