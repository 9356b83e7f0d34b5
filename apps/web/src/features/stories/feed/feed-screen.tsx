import { type FeedFilter, fixedTags, type StoryOrder } from '@relato/contract/stories/rules';
import { useEffect, useState } from 'react';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useOnline } from '../../../lib/online.ts';
import { lazyPart } from '../../../lib/lazy/lazy-part.tsx';
import { LoadFailure } from '../../../lib/paging/load-failure.tsx';
import { openAuthSheet } from '../../../lib/session/auth-sheet-store.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { sessionText } from '../../../messages/account/session.ts';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { errorText } from '../../../messages/errors.ts';
import { shellText } from '../../../messages/shell.ts';
import { storiesText } from '../../../messages/stories.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { getFeedNews, addPage } from './feed-pages.ts';
import { FeedNews, RefreshButton } from './feed-top.tsx';
import { OrderTabs } from './order-tabs.tsx';
import { RecordInvitation } from '../record-invitation.tsx';
import { SearchBox } from './search-box.tsx';
import { MomentCount, People } from './search-parts.ts';
import { showStoryError } from '../show-story-error.ts';
import { StoryList } from '../list/story-list.tsx';
import { StorySkeletons } from '../story-skeleton.tsx';
import { useFeed, usePeople } from './use-feed.ts';
import { checkFilter, useFeedFilter } from './use-feed-filter.ts';
import { trpc } from '../../../lib/calls/trpc.ts';
import { LoadMore } from '../../../lib/paging/load-more.tsx';
import type { Feed } from './start-feed.ts';
import { Chip } from '../../../ui/chip.tsx';
import { hasTag, isSameTag } from '../tags/tag-rules.ts';

const FeedFailure = lazyPart(
  async () => (await import('./feed-failure.tsx')).FeedFailure,
  ({ partProps }) => <LoadFailure {...partProps} />,
);

export function FeedScreen() {
  const { filter, setFilter, setOrder } = useFeedFilter();
  const community = useFeed(filter);
  const people = usePeople(filter);
  const { data, isFetching, isPending, isPlaceholderData } = community.feed;
  const isOnline = useOnline();
  const refresh = async () => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    await community.startAnew();
  };
  return (
    <>
      <h1 className="sr-only">{shellText.community}</h1>
      {/* Without a network and a list there is nothing to search in. */}
      <div hidden={!isOnline && data === undefined}>
        <div className="flex flex-wrap items-center justify-end gap-1">
          {/* The first letter of a search adds a history entry; the next ones replace it. */}
          <SearchBox
            search={filter.search}
            isSearching={filter.search !== '' && isFetching && (isPending || isPlaceholderData)}
            onSearch={(search) => setFilter({ search }, { replace: filter.search !== '' })}
          />
          <RefreshButton isRefreshing={community.isStartingAnew} onRefresh={() => void refresh()} />
        </div>
        <OrderTabs order={filter.order} onChange={setOrder} />
        <TagFilter tags={filter.tags} onChange={(tags) => setFilter({ tags })} />
      </div>
      {people.length > 0 && <People people={people} />}
      <Stories
        {...community}
        filter={filter}
        onRefresh={() => void refresh()}
        onChange={setFilter}
        onOrder={setOrder}
      />
    </>
  );
}

interface StoriesProps extends Pick<ReturnType<typeof useFeed>, 'feed' | 'queryKey' | 'onView'> {
  readonly filter: FeedFilter;
  readonly onRefresh: () => void;
  readonly onChange: (change: Partial<FeedFilter>) => void;
  readonly onOrder: (order: StoryOrder) => void;
}

function Stories({ feed, queryKey, onView, filter, onRefresh, onChange, onOrder }: StoriesProps) {
  const isOnline = useOnline();
  useEffect(() => {
    // Reported once per series of failures, and not while the offline notice shows.
    if (feed.isError && isOnline) showStoryError(storiesText.errors.load);
    // oxlint-disable-next-line react/exhaustive-deps -- coming back online is no failure
  }, [feed.isError]);

  const onClear = () => onChange({ search: '', tags: [] });
  const refusal = checkFilter(filter);
  if (refusal !== null) return <NothingFound text={errorText[refusal]} onClear={onClear} />;
  // Without a network there is no answer to wait for.
  // Another list that was empty says nothing of this one.
  const isUnknown = feed.isPending || (feed.isPlaceholderData && feed.data?.items.length === 0);
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
  if (items.length === 0) {
    if (filter.search !== '' || filter.tags.length > 0)
      return <NothingFound text={storiesText.empty.community.filteredText} onClear={onClear} />;
    if (filter.order === 'following') return <NoFollowedStories onShowNewest={() => onOrder('newest')} />;
    return <RecordInvitation {...storiesText.empty.community} />;
  }
  return (
    <div aria-busy={feed.isPlaceholderData} className={feed.isPlaceholderData ? 'opacity-60' : ''}>
      <FeedNews news={feed.isPlaceholderData ? null : getFeedNews(feed.data)} onShow={onRefresh} />
      {filter.search !== '' && <MomentCount stories={items} hasMore={nextCursor !== null} />}
      <StoryList label={storiesText.list} stories={items} hasMore={nextCursor !== null} onView={onView} />
      {nextCursor !== null && !feed.isPlaceholderData && (
        <FeedEnd key={nextCursor} queryKey={queryKey} filter={filter} cursor={nextCursor} />
      )}
    </div>
  );
}

function NoFollowedStories({ onShowNewest }: { readonly onShowNewest: () => void }) {
  const { title, text, visitorText } = storiesText.empty.followed;
  const isVisitor = useSession().status === 'signed-out';
  return (
    <EmptyState
      title={title}
      text={isVisitor ? visitorText : text}
      action={
        isVisitor ? (
          <Button onClick={() => openAuthSheet()}>{sessionText.signIn}</Button>
        ) : (
          <Button onClick={onShowNewest}>{storiesText.showNewest}</Button>
        )
      }
    />
  );
}

function NothingFound({ text, onClear }: { readonly text: string; readonly onClear: () => void }) {
  return (
    <EmptyState
      title={storiesText.empty.community.title}
      text={text}
      action={<Button onClick={onClear}>{storiesText.clearFilters}</Button>}
    />
  );
}

interface FeedEndProps {
  readonly queryKey: QueryKey;
  readonly filter: FeedFilter;
  readonly cursor: string;
}

/**
 * Loads the next page. The page is added to the list as it is when the answer arrives, so that votes and refreshes in
 * between stay.
 */
function FeedEnd({ queryKey, filter, cursor }: FeedEndProps) {
  const { client } = trpc.useUtils();
  const queryClient = useQueryClient();
  const next = useMutation({
    mutationFn: async () => client.stories.feed.query({ ...filter, tags: [...filter.tags], cursor }),
    // A server of the release before gave the cursor of another order.
    onError: (error) => {
      if (getErrorCode(error) === 'CURSOR_INVALID') void queryClient.resetQueries({ queryKey });
    },
    onSuccess: (page) =>
      void queryClient.setQueryData<Feed>(queryKey, (feed) => feed && addPage(feed, cursor, page)),
  });
  return (
    <LoadMore
      label={storiesText.loadMore}
      isLoading={next.isPending}
      hasFailed={next.isError}
      onLoad={() => next.mutate()}
    />
  );
}

interface TagFilterProps {
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}

function TagFilter({ tags, onChange }: TagFilterProps) {
  // Pressed tags come first on arrival, so that they are visible; afterwards nothing moves.
  const [order] = useState(() => [...tags, ...fixedTags.filter((tag) => !hasTag(tags, tag))]);
  const others = tags.filter((tag) => !hasTag(order, tag));
  const toggle = (tag: string) =>
    onChange(hasTag(tags, tag) ? tags.filter((each) => !isSameTag(each, tag)) : [...tags, tag]);
  return (
    <>
      <fieldset
        aria-label={storiesText.tags}
        className="-mx-5 my-2 flex gap-2 overflow-x-auto px-5 py-1 [scrollbar-width:none] sm:flex-wrap"
      >
        {[...others, ...order].map((tag) => (
          <Chip key={tag} pressed={hasTag(tags, tag)} onClick={() => toggle(tag)}>
            {tag}
          </Chip>
        ))}
      </fieldset>
      {tags.length > 0 && (
        <p className="mb-2.5 text-sm text-muted">
          {storiesText.filteringBy} <b className="text-ink">{tags.join(', ')}</b>
        </p>
      )}
    </>
  );
}
