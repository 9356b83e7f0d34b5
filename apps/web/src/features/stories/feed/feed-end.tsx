import type { FeedFilter } from '@relato/contract/stories/rules';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { trpc } from '../../../lib/calls/trpc.ts';
import { LoadMore } from '../../../lib/paging/load-more.tsx';
import { storiesText } from '../../../messages/stories.ts';
import { addPage } from './feed-pages.ts';
import type { Feed } from './start-feed.ts';

interface FeedEndProps {
  readonly queryKey: QueryKey;
  readonly filter: FeedFilter;
  readonly cursor: string;
}

/**
 * Loads the next page. The page is added to the list as it is when the answer arrives, so that votes and refreshes in
 * between stay.
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
