import { limits } from '@relato/contract/limits';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { bottomBarPx, headerPx } from '../../../lib/layout/bar-heights.ts';
import type { ListViewport } from './list-viewport.ts';

/** When the focused card is removed, the next one gets the focus, so that keyboard users are not sent to the top. */
export function useFocusAfterRemoval(
  ids: readonly string[],
  focusedId: string | null,
  { getCard }: Pick<ListViewport, 'getCard'>,
): void {
  const lastIndex = useRef(-1);
  useLayoutEffect(() => {
    const index = focusedId === null ? -1 : ids.indexOf(focusedId);
    if (index >= 0 || focusedId === null) {
      lastIndex.current = index;
      return;
    }
    const next = ids[Math.min(lastIndex.current, ids.length - 1)];
    if (next !== undefined && document.activeElement === document.body) {
      getCard(next)?.focus({ preventScroll: true });
    }
  }, [ids, focusedId, getCard]);
}

/** Returns whether the element is between the header and the bottom bar. */
function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= headerPx && bottom <= window.innerHeight - bottomBarPx;
}

/**
 * After coming back from a story, scrolls its card into view after 500 ms and focuses its link, unless the user has
 * done something else by then.
 */
export function useReturnFocus(storyId: string | null, { getCard }: Pick<ListViewport, 'getCard'>): void {
  useEffect(() => {
    if (storyId === null) return;
    const waiting = new AbortController();
    const giveUp = () => waiting.abort();
    const timer = setTimeout(() => {
      giveUp();
      const card = getCard(storyId);
      const link = card?.querySelector<HTMLElement>('h2 a');
      // With the title in view, the rest of the card is no reason to scroll.
      if (link && !isInSight(link)) card?.scrollIntoView({ block: 'nearest' });
      if (document.activeElement === document.body) link?.focus({ preventScroll: true });
    }, limits.selectedStory.scrollWaitMs);
    for (const sign of ['pointerdown', 'wheel', 'keydown'] as const) {
      window.addEventListener(sign, giveUp, { signal: waiting.signal, passive: true });
    }
    waiting.signal.addEventListener('abort', () => clearTimeout(timer));
    return giveUp;
  }, [storyId, getCard]);
}
