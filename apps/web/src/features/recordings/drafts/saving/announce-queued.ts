const queue = new EventTarget();

/** Tells that a draft waits to be saved: the network may have returned while the user queued it. */
export const announceQueued = (): void => void queue.dispatchEvent(new Event('queued'));

/** Calls `listener` when a draft is queued; returns a function that unsubscribes. */
export function onQueued(listener: () => void): () => void {
  queue.addEventListener('queued', listener);
  return () => queue.removeEventListener('queued', listener);
}
