import { useSyncExternalStore } from 'react';
import { createListeners } from '../../../lib/listeners.ts';

// Kept outside of the buttons that open the sheet, because they disappear with their card.
let isOpen = false;
const { subscribe, notify } = createListeners();

export function setQueueOpen(open: boolean): void {
  isOpen = open;
  notify();
}

export const useIsQueueOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen);
