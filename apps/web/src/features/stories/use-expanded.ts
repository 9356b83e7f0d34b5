import { useEffect, useState } from 'react';

/** Marks what counts as inside when a click outside any card collapses the open ones. */
export const storyCardAttribute = 'data-story-card';

// The path was fixed when the click was dispatched: what was pressed may be gone from the page by now.
const isInsideCard = (event: Event): boolean =>
  event.composedPath().some((target) => target instanceof Element && target.hasAttribute(storyCardAttribute));

/**
 * Whether a card is open. What plays opens and stays so when it pauses, or the page would jump while one reads. A
 * click outside any card closes it, unless it is the one that plays.
 */
export function useExpanded(isPlaying: boolean) {
  const [isExpanded, setExpanded] = useState(false);
  if (isPlaying && !isExpanded) setExpanded(true);
  useEffect(() => {
    if (!isExpanded || isPlaying) return;
    const collapse = (event: Event) => {
      if (!isInsideCard(event)) setExpanded(false);
    };
    document.addEventListener('click', collapse);
    return () => document.removeEventListener('click', collapse);
  }, [isExpanded, isPlaying]);
  return [isExpanded, () => setExpanded(true)] as const;
}
