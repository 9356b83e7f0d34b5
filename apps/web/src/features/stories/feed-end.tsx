import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { trpc } from '../../lib/calls/trpc.ts';
import { LoadMore } from '../../lib/paging/load-more.tsx';
import { storiesText } from '../../messages/stories.ts';
import type { FeedFilter } from './feed-filter.ts';
import { addPage, type Feed } from './feed-pages.ts';

interface FeedEndProps {
  readonly queryKey: QueryKey;
  readonly filter: FeedFilter;
  readonly cursor: string;
}

/**
 * Where the next page begins. It is added to what is shown by then, not to what was shown when it was asked for: a
 * vote or a refresh on the way stays.
 */
export function FeedEnd({ queryKey, filter, cursor }: FeedEndProps) {
  const { client } = trpc.useUtils();
  const queryClient = useQueryClient();
  const next = useMutation({
    mutationFn: async () =>
      client.stories.feed.query({ search: filter.search, tags: [...filter.tags], cursor }),
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
