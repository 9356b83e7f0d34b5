import { useLayoutEffect, useSyncExternalStore, type RefObject } from 'react';
import { bottomBarPx, headerPx } from '../../lib/layout/bar-heights.ts';
import { createListeners } from '../../lib/listeners.ts';

// The full players on the screen right now, with their tracks: the mini player hides while there is one of its track. The
// sheet that edits a story has one besides the card.
const visible = new Map<Element, string>();
const { subscribe, notify } = createListeners();

function setVisible(player: Element, trackId: string, isVisible: boolean): void {
  if (isVisible) visible.set(player, trackId);
  else visible.delete(player);
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
    const { current: player } = element;
    if (!isActive || !player) return;
    // The observer reports after the next frame, in which the mini player would flash.
    setVisible(player, trackId, isOnScreen(player));
    const observer = new IntersectionObserver(
      // The last entry is the current state.
      (entries) => setVisible(player, trackId, entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: `-${headerPx}px 0px -${bottomBarPx}px` },
    );
    observer.observe(player);
    return () => {
      observer.disconnect();
      setVisible(player, trackId, false);
    };
  }, [element, trackId, isActive]);
}

export const useIsTrackVisible = (trackId: string | null): boolean =>
  useSyncExternalStore(subscribe, () => [...visible.values()].some((id) => id === trackId));
