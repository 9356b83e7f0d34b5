import type { FeedFilter } from '@relato/contract/stories/rules';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { lazyPart } from '../../../lib/lazy/lazy-part.tsx';
import { useOnline } from '../../../lib/online.ts';
import { LoadFailure } from '../../../lib/paging/load-failure.tsx';
import { LoadMore } from '../../../lib/paging/load-more.tsx';
import { storiesText } from '../../../messages/stories.ts';
import { useMutedWords } from '../../blocks/public.ts';
import { StoryList } from '../list/story-list.tsx';
import { showStoryError } from '../show-story-error.ts';
import { StorySkeletons } from '../story-skeleton.tsx';
import type { EmptyFeedProps } from './empty-feed.tsx';
import { addPage, getFeedNews } from './feed-pages.ts';
import { FeedNews } from './feed-top.tsx';
import { MomentCount } from './search-parts.ts';
import type { Feed } from './start-feed.ts';
import type { useFeed } from './use-feed.ts';
import { checkFilter } from './use-feed-filter.ts';

const EmptyFeed = lazyPart(async () => (await import('./empty-feed.tsx')).EmptyFeed);
const FeedFailure = lazyPart(
  async () => (await import('./feed-failure.tsx')).FeedFailure,
  ({ partProps }) => <LoadFailure {...partProps} />,
);

interface FeedStoriesProps
  extends Pick<ReturnType<typeof useFeed>, 'feed' | 'queryKey' | 'onView'>, Omit<EmptyFeedProps, 'refusal'> {
  readonly onRefresh: () => void;
  /** Replaces the list of a subject without stories. */
  readonly empty?: ReactNode;
}

export function FeedStories(props: FeedStoriesProps) {
  const { feed, queryKey, onView, filter, onRefresh, empty } = props;
  const isOnline = useOnline();
  // The words are requested together with the stories.
  const mutedWords = useMutedWords();
  const loadMore = useRef<(() => void) | null>(null);
  useEffect(() => {
    // Reported once per series of failures, and not while the offline notice shows.
    if (feed.isError && isOnline) showStoryError(storiesText.errors.load);
    // oxlint-disable-next-line react/exhaustive-deps -- coming back online is no failure
  }, [feed.isError]);

  const refusal = checkFilter(filter);
  if (refusal !== null) return <EmptyFeed {...props} refusal={refusal} />;
  // Without a network no answer is on its way. The placeholder of an empty list says nothing about this one.
  const isUnknown =
    feed.isPending || mutedWords === null || (feed.isPlaceholderData && feed.data?.items.length === 0);
  if (isUnknown && isOnline) return <StorySkeletons label={storiesText.loading} count={3} />;
  if (feed.data === undefined) {
    return (
      <FeedFailure
        title={storiesText.errors.load}
        isRetrying={feed.isFetching && !feed.isPending}
        onRetry={() => void feed.refetch()}
      />
    );
  }
  const { items, nextCursor } = feed.data;
  if (items.length === 0) return empty ?? <EmptyFeed {...props} refusal={null} />;
  return (
    <div aria-busy={feed.isPlaceholderData} className={feed.isPlaceholderData ? 'opacity-60' : ''}>
      <FeedNews news={feed.isPlaceholderData ? null : getFeedNews(feed.data)} onShow={onRefresh} />
      {filter.search !== '' && <MomentCount stories={items} hasMore={nextCursor !== null} />}
      <StoryList
        label={storiesText.list}
        stories={items}
        hasMore={nextCursor !== null}
        onView={onView}
        onMore={() => loadMore.current?.()}
      />
      {nextCursor !== null && !feed.isPlaceholderData && (
        <FeedEnd
          key={JSON.stringify(filter)}
          queryKey={queryKey}
          filter={filter}
          cursor={nextCursor}
          loadRef={loadMore}
        />
      )}
    </div>
  );
}

interface FeedEndProps {
  readonly queryKey: QueryKey;
  readonly filter: FeedFilter;
  readonly cursor: string;
  /** Receives the function that loads the page. */
  readonly loadRef: RefObject<(() => void) | null>;
}

/**
 * Loads the next page. The page is added to the list as it is when the answer arrives, so that votes and refreshes in
 * between stay.
 */
function FeedEnd({ queryKey, filter, cursor, loadRef }: FeedEndProps) {
  const { client } = trpc.useUtils();
  const queryClient = useQueryClient();
  const next = useMutation({
    mutationFn: async (after: string) =>
      client.stories.feed.query({ ...filter, tags: [...filter.tags], cursor: after }),
    // A server of the previous release gave the cursor of another order.
    onError: (error) => {
      if (getErrorCode(error) === 'CURSOR_INVALID') void queryClient.resetQueries({ queryKey });
    },
    onSuccess: (page, after) =>
      void queryClient.setQueryData<Feed>(queryKey, (feed) => feed && addPage(feed, after, page)),
  });
  const { mutate } = next;
  // The button keeps the focus over the pages, and a page of another cursor says nothing about this one.
  const isThis = next.variables === cursor;
  const isLoading = isThis && next.isPending;
  useEffect(() => {
    loadRef.current = isLoading ? null : () => mutate(cursor);
    return () => void (loadRef.current = null);
  }, [loadRef, isLoading, mutate, cursor]);
  return (
    <LoadMore
      label={storiesText.loadMore}
      isLoading={isLoading}
      hasFailed={isThis && next.isError}
      onLoad={() => mutate(cursor)}
    />
  );
}
