import { useLayoutEffect, useSyncExternalStore, type RefObject } from 'react';
import { bottomBarPx, headerPx } from '../../lib/layout/bar-heights.ts';
import { createListeners } from '../../lib/listeners.ts';

// The track players that are on the screen right now: the mini player hides while the full player is visible.
const visible = new Set<string>();
const { subscribe, notify } = createListeners();

function setVisible(trackId: string, isVisible: boolean): void {
  if (visible.has(trackId) === isVisible) return;
  if (isVisible) visible.add(trackId);
  else visible.delete(trackId);
  notify();
}

function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > headerPx && top < window.innerHeight - bottomBarPx;
}

/** Tracks whether `element`, which plays the track, is on the screen, while `isActive`. */
export function useTrackVisibility(
  element: RefObject<Element | null>,
  trackId: string,
  isActive: boolean,
): void {
  useLayoutEffect(() => {
    if (!isActive || !element.current) return;
    // The observer reports after the next frame, in which the mini player would flash.
    setVisible(trackId, isOnScreen(element.current));
    const observer = new IntersectionObserver(
      // The last entry is the current state.
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
