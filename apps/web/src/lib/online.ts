import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** What the browser believes about the network; true may still be wrong. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/**
 * Calls `listener` when the network is there again by what the browser knows, or the person looks at the page again;
 * returns the way to stop.
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
