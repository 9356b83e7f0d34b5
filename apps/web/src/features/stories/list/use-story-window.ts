import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { createListViewport, type CardHeights } from './list-viewport.ts';
import { layoutCards, stepTowards, toTops, toWindow, type ListWindow } from './story-window.ts';

const cardsAtFirst = 4;
const newCardsAFrame = 2;

export interface VisibleRange {
  readonly firstId: string | null;
  readonly lastId: string | null;
}

interface StoryWindowOptions {
  readonly ids: readonly string[];
  /** Outlives the list, so that it has the same height when the user returns. */
  readonly heights: CardHeights;
  /** A card that is in the DOM from the start, wherever it stands. */
  readonly openedId: string | null;
  readonly onView: ((view: VisibleRange) => void) | undefined;
}

/**
 * The cards of a long list that are in the DOM: the visible ones, one screen more on either side, and the focused one.
 * Visible cards stay in place, whatever appears, disappears or grows above them.
 */
export function useStoryWindow({ ids, heights, openedId, onView }: StoryWindowOptions) {
  const [page] = useState(() => createListViewport(heights));
  const [shown, setShown] = useState<ListWindow>({ start: 0, end: cardsAtFirst });
  const [focusedId, setFocusedId] = useState(openedId);

  const look = useEffectEvent((all: readonly string[], now: ListWindow) => {
    const topPx = page.getTop();
    if (topPx === null) return;
    const screenPx = window.innerHeight;
    const tops = toTops(all, heights.px);
    const onScreen = toWindow(tops, { top: -topPx, bottom: screenPx - topPx });
    const near = toWindow(tops, { top: -topPx - screenPx, bottom: 2 * screenPx - topPx });
    const next = stepTowards(now, onScreen, near, newCardsAFrame);
    if (next.start !== now.start || next.end !== now.end) setShown(next);
    onView?.({ firstId: all[onScreen.start] ?? null, lastId: all[onScreen.end - 1] ?? null });
  });
  const onChange = useEffectEvent(() => look(ids, shown));

  // Runs before the change is painted.
  useLayoutEffect(() => page.hold());
  useEffect(() => page.watch({ onChange: () => onChange(), onFocus: setFocusedId }), [page]);
  // Each frame takes one step towards the near cards.
  useEffect(() => {
    const frame = requestAnimationFrame(() => look(ids, shown));
    return () => cancelAnimationFrame(frame);
  }, [ids, shown]);

  const pinned = focusedId === null ? -1 : ids.indexOf(focusedId);
  return { page, focusedId, ...layoutCards(toTops(ids, heights.px), shown, [pinned]) };
}
