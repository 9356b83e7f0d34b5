import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useAfterPaint } from '../../../lib/after-paint.ts';
import { getKind, player, usePlayer, wantsToPlay } from '../../player/public.ts';
import { createListeners } from '../../../lib/listeners.ts';

/** Marks a card: a click outside any, and outside a sheet, collapses the open ones. */
export const storyCardAttribute = 'data-story-card';

// Kept outside the cards, so that a card that left the DOM while scrolling comes back unchanged.
let expanded: ReadonlySet<string> = new Set();
const { subscribe, notify } = createListeners();

function setExpanded(next: ReadonlySet<string>): void {
  if (expanded.size === 0 && next.size > 0) document.addEventListener('click', collapse);
  if (next.size === 0) document.removeEventListener('click', collapse);
  expanded = next;
  notify();
}

const isPlaying = (storyId: string): boolean => wantsToPlay(getKind(player.getState(), storyId));

// Uses the event path of the dispatch, because the pressed element may be removed by now. A sheet may stand over another one
// that is inside a card.
const isInside = (event: Event): boolean =>
  event
    .composedPath()
    .some((target) => target instanceof Element && target.matches(`[${storyCardAttribute}], dialog`));

function collapse(event: Event): void {
  if (!isInside(event)) setExpanded(new Set([...expanded].filter(isPlaying)));
}

/**
 * Returns whether a card is expanded. Playing expands it, and pausing keeps it expanded, so that the page does not jump
 * while the user reads. A click outside any card and sheet collapses it, unless it plays.
 */
export function useExpanded(storyId: string) {
  // The press shows before the text opens.
  const isSeenPlaying = useAfterPaint(usePlayer(storyId).isPlaying);
  const isExpanded = useSyncExternalStore(subscribe, () => expanded.has(storyId));
  const expand = () => setExpanded(new Set([...expanded, storyId]));
  const keepOpen = useEffectEvent(() => {
    // The click that ended the playback may have collapsed the card.
    if (isPlaying(storyId)) expand();
  });
  useEffect(() => {
    if (isSeenPlaying && !isExpanded) keepOpen();
  }, [isSeenPlaying, isExpanded]);
  return [isExpanded || isSeenPlaying, expand] as const;
}
