import { limits } from '@relato/contract/limits';
import { keepPreviousData } from '@tanstack/react-query';
import { Mic } from 'lucide-react';
import { useEffect } from 'react';
import { useStartRecording } from '../../app/shell/use-start-recording.ts';
import { shellText } from '../../messages/shell.ts';
import { storiesText } from '../../messages/stories.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { FeedFilter } from './feed-filter.ts';
import { LoadFailure } from './load-failure.tsx';
import { LoadMore } from './load-more.tsx';
import { SearchBox } from './search-box.tsx';
import { showStoryError } from './show-story-error.ts';
import { StoryList } from './story-list.tsx';
import { StorySkeletons } from './story-skeleton.tsx';
import { TagFilter } from './tag-filter.tsx';
import { toStories } from './to-stories.ts';
import { useFeedFilter } from './use-feed-filter.ts';

/** The community: search, tags, and what it tells. */
export function FeedScreen() {
  const [filter, setFilter] = useFeedFilter();
  return (
    <>
      <h1 className="sr-only">{shellText.community}</h1>
      {/* The first letter of a search is a step that back undoes; the others are not. */}
      <SearchBox
        search={filter.search}
        onSearch={(search) => setFilter({ search }, { replace: filter.search !== '' })}
      />
      <TagFilter tags={filter.tags} onChange={(tags) => setFilter({ tags })} />
      <Feed filter={filter} onClear={() => setFilter({ search: '', tags: [] })} />
    </>
  );
}

interface FeedProps {
  readonly filter: FeedFilter;
  readonly onClear: () => void;
}

function Feed({ filter, onClear }: FeedProps) {
  const feed = trpc.stories.feed.useInfiniteQuery(
    { search: filter.search, tags: [...filter.tags] },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor,
      refetchInterval: limits.refresh.feedMs,
      placeholderData: keepPreviousData,
    },
  );
  useEffect(() => {
    if (feed.isError) showStoryError(storiesText.errors.load);
  }, [feed.isError]);

  if (feed.isPending) return <StorySkeletons label={storiesText.loading} count={3} />;
  if (feed.data === undefined) {
    return (
      <LoadFailure
        title={storiesText.errors.load}
        isRetrying={feed.isFetching}
        onRetry={() => void feed.refetch()}
      />
    );
  }
  const stories = toStories(feed.data.pages);
  if (stories.length === 0) return <EmptyFeed filter={filter} onClear={onClear} />;
  return (
    <div aria-busy={feed.isPlaceholderData} className={feed.isPlaceholderData ? 'opacity-60' : ''}>
      <StoryList label={storiesText.list} stories={stories} />
      {feed.hasNextPage && (
        <LoadMore
          isLoading={feed.isFetchingNextPage}
          hasFailed={feed.isFetchNextPageError}
          onLoad={() => void feed.fetchNextPage()}
        />
      )}
    </div>
  );
}

function EmptyFeed({ filter, onClear }: FeedProps) {
  const startRecording = useStartRecording();
  const { title, text, filteredText } = storiesText.empty.community;
  if (filter.search !== '' || filter.tags.length > 0) {
    return (
      <EmptyState
        title={title}
        text={filteredText}
        action={<Button onClick={onClear}>{storiesText.clearFilters}</Button>}
      />
    );
  }
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        <Button onClick={startRecording}>
          <Mic aria-hidden="true" />
          {shellText.record}
        </Button>
      }
    />
  );
}
