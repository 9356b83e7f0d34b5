import { limits } from '@relato/contract/limits';
import { useEffect } from 'react';
import type { ListPage } from './list-page.ts';
import { headerPx } from './reading-place.ts';

const bottomBarPx = 96;

/** Neither under the header nor under the bottom bar. */
function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= headerPx && bottom <= window.innerHeight - bottomBarPx;
}

/**
 * Coming back from a story, its card is brought into sight after 500 ms, if it is not, and gets the focus that its link
 * had; unless one has begun to do something else by then.
 */
export function useReturnToStory(storyId: string | null, { getCard }: Pick<ListPage, 'getCard'>): void {
  useEffect(() => {
    if (storyId === null) return;
    const waiting = new AbortController();
    const giveUp = () => waiting.abort();
    const timer = setTimeout(() => {
      giveUp();
      const card = getCard(storyId);
      const link = card?.querySelector<HTMLElement>('h2 a');
      // Who sees the title has found the place: the rest of the card is no reason to move.
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
