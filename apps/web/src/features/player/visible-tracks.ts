import { useEffect, useSyncExternalStore, type RefObject } from 'react';

// Which players of tracks one can see right now: while one sees the player itself, the mini player stays away.
const visible = new Set<string>();
const listeners = new Set<() => void>();

function setVisible(trackId: string, isVisible: boolean): void {
  if (visible.has(trackId) === isVisible) return;
  if (isVisible) visible.add(trackId);
  else visible.delete(trackId);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Watches whether `element`, which plays the track, is on the screen, for as long as `isActive`. */
export function useReportVisible(
  element: RefObject<Element | null>,
  trackId: string,
  isActive: boolean,
): void {
  useEffect(() => {
    if (!isActive || !element.current) return;
    // What lies under the header or the bottom bar is not seen.
    const observer = new IntersectionObserver(
      ([entry]) => setVisible(trackId, entry?.isIntersecting ?? false),
      {
        rootMargin: '-56px 0px -96px',
      },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      setVisible(trackId, false);
    };
  }, [element, trackId, isActive]);
}

export const useIsVisible = (trackId: string | null): boolean =>
  useSyncExternalStore(subscribe, () => trackId !== null && visible.has(trackId));
