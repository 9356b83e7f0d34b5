import { createSheetStore } from '../../../lib/layout/sheet-store.ts';

const sheet = createSheetStore<true>();

export const setQueueOpen = (open: boolean): void => sheet.set(open || null);

export const useIsQueueOpen = (): boolean => sheet.useOpened((isOpen) => isOpen === true);
