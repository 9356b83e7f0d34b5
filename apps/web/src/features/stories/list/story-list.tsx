import type { StorySummary } from '@relato/contract/stories/types';
import { useMemo, useState, useEffect, useLayoutEffect, useRef } from 'react';
import { limits } from '@relato/contract/limits';
import type { CardHeights, ListViewport } from './list-viewport.ts';
import { getOpenedStory } from './opened-story.ts';
import { useMutedWords } from '../../blocks/public.ts';
import { FoundStory } from '../feed/search-parts.ts';
import { useListedTracks } from '../../player/public.ts';
import { SilentPart } from '../silent/silent-part.tsx';
import { StoryCard, type StoryCardActions } from '../story/story-card.tsx';
import { UnlessMuted } from './unless-muted.tsx';
import { type VisibleRange, useStoryWindow } from './use-story-window.ts';
import { bottomBarPx, headerPx } from '../../../lib/layout/bar-heights.ts';

type ListMode = 'community' | 'own';

interface StoryListProps {
  readonly label: string;
  readonly stories: readonly StorySummary[];
  readonly mode?: ListMode;
  readonly Actions?: StoryCardActions;
  /** True if there are more stories than loaded ones. */
  readonly hasMore?: boolean;
  readonly onView?: (view: VisibleRange) => void;
  /** Loads the next page when the listener comes near the end of the list. */
  readonly onMore?: () => void;
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
  onMore,
}: StoryListProps) {
  const ids = useMemo(() => stories.map(({ id }) => id), [stories]);
  const mutedWords = useMutedWords();
  useListedTracks(stories, mutedWords, onMore);
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
    <>
      {mode === 'community' && <SilentPart />}
      {/* The browser's scroll anchoring is off: see createScrollAnchor. */}
      <ul
        ref={setList}
        aria-label={label}
        className="flow-root [overflow-anchor:none]"
        style={{ paddingBottom: restPx }}
      >
        {cards.map(({ index, gapPx }) => {
          const story = stories[index];
          const card =
            story &&
            (story.moments && story.moments.length > 0 ? (
              <FoundStory story={story} />
            ) : (
              <StoryCard story={story} mode={mode} {...(Actions && { Actions })} />
            ));
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
                <UnlessMuted story={story} words={mutedWords}>
                  {card}
                </UnlessMuted>
              </li>
            )
          );
        })}
      </ul>
    </>
  );
}

/** When the focused card is removed, the next one gets the focus, so that keyboard users are not sent to the top. */
function useFocusAfterRemoval(
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

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= headerPx && bottom <= window.innerHeight - bottomBarPx;
}

/**
 * After coming back from a story, scrolls its card into view after 500 ms and focuses its link, unless the user has
 * done something else by then.
 */
function useReturnFocus(storyId: string | null, { getCard }: Pick<ListViewport, 'getCard'>): void {
  useEffect(() => {
    if (storyId === null) return;
    const waiting = new AbortController();
    const giveUp = () => waiting.abort();
    const timer = setTimeout(() => {
      giveUp();
      const card = getCard(storyId);
      const link = card?.querySelector<HTMLElement>('h2 a');
      // With the title in view, there is no need to scroll.
      if (link && !isInSight(link)) card?.scrollIntoView({ block: 'nearest' });
      if (document.activeElement?.matches('body, #content')) link?.focus({ preventScroll: true });
    }, limits.selectedStory.scrollWaitMs);
    for (const sign of ['pointerdown', 'wheel', 'keydown'] as const) {
      window.addEventListener(sign, giveUp, { signal: waiting.signal, passive: true });
    }
    waiting.signal.addEventListener('abort', () => clearTimeout(timer));
    return giveUp;
  }, [storyId, getCard]);
}
