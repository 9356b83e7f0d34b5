import type { Page } from '@relato/contract/paging';
import type { StorySummary } from '@relato/contract/stories';
import type { ReactNode } from 'react';
import { storiesText } from '../../messages/stories.ts';
import { LoadFailure } from './load-failure.tsx';
import { LoadMore } from './load-more.tsx';
import { StoryList } from './story-list.tsx';
import { StorySkeletons } from './story-skeleton.tsx';
import { toStories } from './to-stories.ts';

/** Of an infinite query, what a list of stories needs to know. */
interface PagedStories {
  readonly data: { readonly pages: readonly Page<StorySummary>[] } | undefined;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly refetch: () => Promise<unknown>;
  readonly fetchNextPage: () => Promise<unknown>;
}

interface StoryPagesProps {
  readonly label: string;
  readonly query: PagedStories;
  readonly failureTitle: string;
  readonly empty: ReactNode;
  readonly mode?: 'community' | 'own';
}

/** Stories in pages, and what stands in their place while there are none. */
export function StoryPages({ label, query, failureTitle, empty, mode = 'community' }: StoryPagesProps) {
  if (query.isPending) return <StorySkeletons label={storiesText.loading} count={2} />;
  if (query.data === undefined) {
    return (
      <LoadFailure title={failureTitle} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
    );
  }
  const stories = toStories(query.data.pages);
  if (stories.length === 0) return empty;
  return (
    <>
      <StoryList label={label} stories={stories} mode={mode} hasMore={query.hasNextPage} />
      {query.hasNextPage && (
        <LoadMore
          isLoading={query.isFetchingNextPage}
          hasFailed={query.isFetchNextPageError}
          onLoad={() => void query.fetchNextPage()}
        />
      )}
    </>
  );
}
