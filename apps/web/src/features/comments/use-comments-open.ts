import { useId, useSyncExternalStore } from 'react';

/** By card: outlives a list that is loaded anew, such as when a session ends while somebody writes. */
const toggled = new Map<string, boolean>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether the comments of a card are shown. */
export function useCommentsOpen(card: string, isOpenAtFirst: boolean) {
  const blockId = useId();
  const isOpen = useSyncExternalStore(subscribe, () => toggled.get(card) ?? isOpenAtFirst);
  const toggle = () => {
    toggled.set(card, !isOpen);
    for (const listener of listeners) listener();
  };
  return { blockId, isOpen, toggle } as const;
}
