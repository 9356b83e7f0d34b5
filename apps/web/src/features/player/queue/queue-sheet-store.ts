import { useSyncExternalStore } from 'react';
import { createListeners } from '../../../lib/listeners.ts';

// Apart from the buttons that open it: they go with their card, and the sheet stays.
let isOpen = false;
const { subscribe, notify } = createListeners();

export function setQueueOpen(open: boolean): void {
  isOpen = open;
  notify();
}

export const useIsQueueOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen);
