import { limits } from '@relato/contract/limits';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect, useRef, useState } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { storiesText } from '../../messages/stories.ts';
import { checkFilter, type FeedFilter } from './feed-filter.ts';
import { idsAround, pageBreakBefore, refreshFeed, startFeed, type Feed } from './feed-pages.ts';
import { showStoryError } from './show-story-error.ts';
import type { VisibleRange } from './use-story-window.ts';

/** For how long one finds the list as one left it. */
const keptMs = 30 * 60_000;

/**
 * The community as it is shown. Every 30 seconds, while one can see it, its top, the stories around those on the
 * screen and the page in which they are are asked for again, however many pages are open; `refreshFeed` says what becomes of the answer.
 */
export function useFeed({ search, tags }: FeedFilter) {
  const { client } = trpc.useUtils();
  const queryClient = useQueryClient();
  const filter = { search, tags: [...tags] };
  const queryKey = getQueryKey(trpc.stories.feed, filter, 'query');
  const view = useRef<VisibleRange>({ firstId: null, lastId: null });
  const startsAnew = useRef(false);
  const [isStartingAnew, setStartingAnew] = useState(false);
  const isArriving = useJustMounted();

  const feed = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Feed> => {
      const known = queryClient.getQueryData<Feed>(queryKey);
      if (!known || startsAnew.current) return startFeed(await client.stories.feed.query(filter, { signal }));
      const ids = idsAround(known.items, view.current.firstId, limits.page.maxSize);
      const arrived = isArriving.current;
      const joint = pageBreakBefore(known, view.current.lastId);
      const [head, found, page] = await Promise.all([
        client.stories.feed.query(filter, { signal }),
        client.stories.byIds.query({ ids }, { signal }),
        joint && client.stories.feed.query({ ...filter, cursor: joint.cursor }, { signal }),
      ]);
      const visiblePage = joint && page && { ...page, afterId: joint.afterId };
      // What was loaded or voted for meanwhile is kept.
      const latest = queryClient.getQueryData<Feed>(queryKey) ?? known;
      // Who has just come to the top of the list has not begun to read.
      const lastSeenId = arrived && window.scrollY === 0 ? null : view.current.lastId;
      return refreshFeed(
        latest,
        { head, asked: new Set<string>(ids), found, ...(visiblePage && { visiblePage }) },
        lastSeenId,
      );
    },
    enabled: checkFilter(filter) === null,
    refetchInterval: limits.refresh.feedMs,
    gcTime: keptMs,
    placeholderData: keepPreviousData,
  });

  return {
    feed,
    queryKey,
    onView: (seen: VisibleRange) => void (view.current = seen),
    /** The first page and nothing else. What is shown stays when it fails. */
    startAnew: async (): Promise<void> => {
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

/** True only while the component appears, and for what begins with that. */
function useJustMounted() {
  const isArriving = useRef(true);
  useEffect(() => {
    const timer = setTimeout(() => void (isArriving.current = false));
    return () => clearTimeout(timer);
  }, []);
  return isArriving;
}
