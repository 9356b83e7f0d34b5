import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Returns the browser's opinion about the network; true may still be wrong. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/**
 * Calls `listener` when the browser is online again or the user returns to the page; returns a function that
 * unsubscribes.
 */
export function onReconnectOrFocus(listener: () => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const whenVisible = () => {
    if (!document.hidden) listener();
  };
  window.addEventListener('online', listener, { signal });
  window.addEventListener('focus', listener, { signal });
  document.addEventListener('visibilitychange', whenVisible, { signal });
  return () => stopping.abort();
}
