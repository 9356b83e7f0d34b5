import { useSyncExternalStore } from 'react';
import { createListeners } from '../listeners.ts';

/**
 * Keeps what a sheet is open for, null while it is closed, outside of the parts that open it, which may disappear meanwhile.
 * The sheet belongs to its screen, so it closes when the user goes back.
 */
export function createSheetStore<Opened>() {
  let opened: Opened | null = null;
  const { subscribe, notify } = createListeners();
  const set = (next: Opened | null): void => {
    opened = next;
    notify();
  };
  // Without a browser, as in unit tests, nothing goes back.
  if (typeof window === 'object') window.addEventListener('popstate', () => set(null));
  return {
    set,
    get: () => opened,
    useOpened: <Part>(select: (current: Opened | null) => Part): Part =>
      useSyncExternalStore(subscribe, () => select(opened)),
  };
}
