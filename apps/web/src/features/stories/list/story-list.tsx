import type { StorySummary } from '@relato/contract/stories/types';
import { useMemo, useState } from 'react';
import { useFocusAfterRemoval, useReturnFocus } from './list-focus.ts';
import type { CardHeights } from './list-viewport.ts';
import { getOpenedStory } from './opened-story.ts';
import { FoundStory } from '../feed/search-parts.ts';
import { StoryCard, type StoryCardActions } from '../story/story-card.tsx';
import { type VisibleRange, useStoryWindow } from './use-story-window.ts';

type ListMode = 'community' | 'own';

interface StoryListProps {
  readonly label: string;
  readonly stories: readonly StorySummary[];
  readonly mode?: ListMode;
  readonly Actions?: StoryCardActions;
  /** There are more, and their number is unknown. */
  readonly hasMore?: boolean;
  readonly onView?: (view: VisibleRange) => void;
}

const heights: Readonly<Record<ListMode, CardHeights>> = {
  community: { widthPx: 0, px: new Map() },
  own: { widthPx: 0, px: new Map() },
};

/**
 * A list of any length that keeps only the cards near the screen in the DOM. State that must survive scrolling is kept
 * outside the cards.
 */
export function StoryList({
  label,
  stories,
  mode = 'community',
  Actions,
  hasMore = false,
  onView,
}: StoryListProps) {
  const ids = useMemo(() => stories.map(({ id }) => id), [stories]);
  const [openedId] = useState(getOpenedStory);
  const { page, focusedId, cards, restPx } = useStoryWindow({
    ids,
    heights: heights[mode],
    openedId,
    onView,
  });
  const { setList, addCard } = page;
  useReturnFocus(openedId, page);
  useFocusAfterRemoval(ids, focusedId, page);
  return (
    // Scroll anchoring is ours: see createScrollAnchor.
    <ul
      ref={setList}
      aria-label={label}
      className="flow-root [overflow-anchor:none]"
      style={{ paddingBottom: restPx }}
    >
      {cards.map(({ index, gapPx }) => {
        const story = stories[index];
        return (
          story && (
            <li
              key={story.id}
              ref={addCard}
              data-story={story.id}
              tabIndex={-1}
              aria-posinset={index + 1}
              aria-setsize={hasMore ? -1 : stories.length}
              className="scroll-mt-20 scroll-mb-32 pb-3.5"
              style={{ marginTop: gapPx }}
            >
              {story.moments && story.moments.length > 0 ? (
                <FoundStory story={story} />
              ) : (
                <StoryCard story={story} mode={mode} {...(Actions && { Actions })} />
              )}
            </li>
          )
        );
      })}
    </ul>
  );
}
