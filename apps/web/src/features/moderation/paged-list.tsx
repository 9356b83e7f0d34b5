import type { Page } from '@relato/contract/paging';
import type { ReactNode } from 'react';
import { moderationText } from '../../messages/moderation.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LoadFailure } from '../stories/load-failure.tsx';
import { LoadMore } from '../stories/load-more.tsx';

/** Of an infinite query, what a list needs to know. */
interface PagedQuery<Item> {
  readonly data: { readonly pages: readonly Page<Item>[] } | undefined;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly refetch: () => Promise<unknown>;
  readonly fetchNextPage: () => Promise<unknown>;
}

interface PagedListProps<Item> {
  readonly label: string;
  readonly query: PagedQuery<Item>;
  readonly failureTitle?: string;
  readonly empty: ReactNode;
  /** One `<li>`, with a key. */
  readonly render: (item: Item) => ReactNode;
}

/** What comes in pages, and what stands in its place while there is nothing. */
export function PagedList<Item>({
  label,
  query,
  failureTitle = moderationText.loadFailed,
  empty,
  render,
}: PagedListProps<Item>) {
  if (query.isPending) {
    return (
      <output aria-label={moderationText.loading} className="grid gap-3">
        <Skeleton className="h-32 rounded-card!" />
        <Skeleton className="h-32 rounded-card!" />
      </output>
    );
  }
  if (query.data === undefined) {
    return (
      <LoadFailure title={failureTitle} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
    );
  }
  const items = query.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return empty;
  return (
    <>
      <ul aria-label={label} className="mb-4 grid gap-3">
        {items.map(render)}
      </ul>
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
