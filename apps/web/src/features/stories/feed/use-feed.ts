import { limits } from '@relato/contract/limits';
import type { FeedFilter } from '@relato/contract/stories/rules';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect, useRef, useState } from 'react';
import { mayBeginName } from '@relato/contract/profiles/name-beginning';
import type { FoundProfile } from '@relato/contract/profiles/types';
import { trpc } from '../../../lib/calls/trpc.ts';
import { storiesText } from '../../../messages/stories.ts';
import { idsAround, pageBreakBefore, refreshFeed } from './feed-pages.ts';
import { Reason } from '../for-me/for-me-parts.tsx';
import { preloadSearchParts } from './search-parts.ts';
import { startFeed, type Feed } from './start-feed.ts';
import { showStoryError } from '../show-story-error.ts';
import { checkFilter } from './use-feed-filter.ts';
import type { VisibleRange } from '../list/use-story-window.ts';

const keptMs = 30 * 60_000;

/** Replaces the head for 'Para ti', which stays as it was opened: voted and heard stories must not leave gaps. */
const unknownHead = { items: [], nextCursor: 'unknown' } as const;

/**
 * The feed as it is shown. Every 30 seconds, while visible, it refetches the top, the stories around the visible ones
 * and the visible page, however many pages are loaded; `refreshFeed` merges the answers.
 */
export function useFeed({ search, tags, order }: FeedFilter, { isShown = true } = {}) {
  const { client } = trpc.useUtils();
  const queryClient = useQueryClient();
  const filter = { search, tags: [...tags], order };
  const isChosen = order === 'forMe';
  const queryKey = getQueryKey(trpc.stories.feed, filter, 'query');
  const view = useRef<VisibleRange>({ firstId: null, lastId: null });
  const startsAnew = useRef(false);
  const [isStartingAnew, setStartingAnew] = useState(false);
  const isArriving = useJustMounted();

  const feed = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Feed> => {
      const known = queryClient.getQueryData<Feed>(queryKey);
      const isAnew = startsAnew.current || (isChosen && known?.items.length === 0);
      if (!known || isAnew) {
        const [page] = await Promise.all([
          client.stories.feed.query(filter, { signal }),
          search !== '' && preloadSearchParts(),
          isChosen && Reason.preload(),
        ]);
        return startFeed(page);
      }
      const ids = idsAround(known.items, view.current.firstId, limits.page.defaultSize);
      const arrived = isArriving.current;
      const joint = isChosen ? null : pageBreakBefore(known, view.current.lastId);
      const [head, found, page] = await Promise.all([
        isChosen ? unknownHead : client.stories.feed.query(filter, { signal }),
        client.stories.byIds.query({ ids }, { signal }),
        joint && client.stories.feed.query({ ...filter, cursor: joint.cursor }, { signal }),
      ]);
      const visiblePage = joint && page && { ...page, afterId: joint.afterId };
      // Keeps what was loaded or voted meanwhile.
      const latest = queryClient.getQueryData<Feed>(queryKey) ?? known;
      // A user who arrives at the top of the list has not read anything yet.
      const lastSeenId = arrived && window.scrollY === 0 ? null : view.current.lastId;
      return refreshFeed(
        latest,
        { head, asked: new Set<string>(ids), found, ...(visiblePage && { visiblePage }) },
        lastSeenId,
      );
    },
    enabled: isShown && checkFilter(filter) === null,
    refetchInterval: limits.feed.refreshMs,
    gcTime: keptMs,
    placeholderData: keepPreviousData,
  });

  return {
    feed,
    queryKey,
    onView: (seen: VisibleRange) => void (view.current = seen),
    /** Scrolls to the top, and loads only the first page. The shown feed stays if that fails. */
    refresh: async (): Promise<void> => {
      window.scrollTo({ top: 0, behavior: 'instant' });
      startsAnew.current = true;
      setStartingAnew(true);
      const { isError } = await feed.refetch();
      startsAnew.current = false;
      setStartingAnew(false);
      if (isError) showStoryError(storiesText.errors.load);
    },
    isStartingAnew,
  };
}

/** True during mounting and for the effects that it starts. */
function useJustMounted() {
  const isArriving = useRef(true);
  useEffect(() => {
    const timer = setTimeout(() => void (isArriving.current = false));
    return () => clearTimeout(timer);
  }, []);
  return isArriving;
}

/**
 * The users whose name begins with the search. The request is batched with that for the stories, so that the users do not
 * push them down later.
 */
export function usePeople(
  filter: FeedFilter,
  { isShown }: { readonly isShown: boolean },
): readonly FoundProfile[] {
  const { search } = filter;
  const isName = isShown && mayBeginName(search) && checkFilter(filter) === null;
  const { data } = trpc.profiles.find.useQuery(
    { search, limit: limits.search.maxPeople },
    { enabled: isName, staleTime: limits.refresh.intervalMs, placeholderData: (before) => before },
  );
  return isName && data ? data.items : [];
}
