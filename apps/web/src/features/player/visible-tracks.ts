import { useLayoutEffect, useSyncExternalStore, type RefObject } from 'react';
import { bottomBarPx, headerPx } from '../../lib/layout/bar-heights.ts';

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

function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > headerPx && top < window.innerHeight - bottomBarPx;
}

/** Watches whether `element`, which plays the track, is on the screen, for as long as `isActive`. */
export function useTrackVisibility(
  element: RefObject<Element | null>,
  trackId: string,
  isActive: boolean,
): void {
  useLayoutEffect(() => {
    if (!isActive || !element.current) return;
    // The observer answers after the next frame, in which the mini player would be seen as well.
    setVisible(trackId, isOnScreen(element.current));
    const observer = new IntersectionObserver(
      // The last one says how it is now.
      (entries) => setVisible(trackId, entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: `-${headerPx}px 0px -${bottomBarPx}px` },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      setVisible(trackId, false);
    };
  }, [element, trackId, isActive]);
}

export const useIsTrackVisible = (trackId: string | null): boolean =>
  useSyncExternalStore(subscribe, () => trackId !== null && visible.has(trackId));
