import type { Page } from '@relato/contract/paging';
import type { ReactNode } from 'react';
import { QueryFailure } from './load-failure.tsx';
import { LoadMore } from './load-more.tsx';
import { loadNextPage, type NextPages } from './load-next-page.ts';
import { mergePages, type Listed } from './merge-pages.ts';

/** The part of an infinite query that a list needs. */
export interface PagedQuery<Item> extends NextPages {
  readonly data: { readonly pages: readonly Page<Item>[] } | undefined;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly refetch: () => Promise<unknown>;
}

interface PagedProps<Item> {
  readonly query: PagedQuery<Item>;
  readonly skeleton: ReactNode;
  readonly failureTitle: string;
  readonly empty: ReactNode;
  /** The label of the button that loads the next page. */
  readonly moreLabel?: string;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** Renders the items of a paged query, with placeholders for loading, failure and emptiness. */
export function Paged<Item extends Listed>({
  query,
  skeleton,
  failureTitle,
  empty,
  moreLabel,
  children,
}: PagedProps<Item>) {
  if (query.isPending) return skeleton;
  if (query.data === undefined) return <QueryFailure title={failureTitle} query={query} />;
  const items = mergePages(query.data.pages);
  if (items.length === 0) return empty;
  return (
    <>
      {children(items)}
      {query.hasNextPage && (
        <LoadMore
          {...(moreLabel !== undefined && { label: moreLabel })}
          isLoading={query.isFetchingNextPage}
          hasFailed={query.isFetchNextPageError}
          onLoad={() => void loadNextPage(query)}
        />
      )}
    </>
  );
}
