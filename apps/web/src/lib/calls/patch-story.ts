import type { Page } from '@relato/contract/paging';
import type { StorySummary } from '@relato/contract/stories/types';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from './trpc.ts';
import { isObject } from '../errors/error-data.ts';

type StoryChange = (story: StorySummary) => Partial<Omit<StorySummary, 'id'>>;
type StoryPage = Page<StorySummary>;

// The cache under the stories key holds answers, or pages of them.
const isPages = (data: object): data is InfiniteData<StoryPage> => 'pages' in data;
const isPage = (data: object): data is StoryPage => 'items' in data;
const isStory = (data: object): data is StorySummary => 'id' in data;

const storiesKey = () => getQueryKey(trpc.stories);

/**
 * Changes a story, or all stories of an author, in every list and on its own. Other data keeps its identity. For changes
 * that are known without refetching, such as a new number of comments.
 */
export function patchStory(queryClient: QueryClient, id: string, change: StoryChange): void {
  queryClient.setQueriesData<unknown>({ queryKey: storiesKey() }, (data: unknown) =>
    patchData(data, id, change),
  );
}

/** Refetches the queries in flight, because their answers may be older than the change by `patchStory`, and would revert it. */
export const refetchStoriesInFlight = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: storiesKey(), fetchStatus: 'fetching' });

function patchData(data: unknown, id: string, change: StoryChange): unknown {
  if (!isObject(data)) return data;
  if (isPages(data)) return patchList(data, 'pages', data.pages, id, change);
  if (isPage(data)) return patchList(data, 'items', data.items, id, change);
  return isStory(data) && (data.id === id || data.author?.id === id) ? { ...data, ...change(data) } : data;
}

function patchList(
  data: object,
  key: string,
  list: readonly unknown[],
  id: string,
  change: StoryChange,
): object {
  const patched = list.map((each) => patchData(each, id, change));
  return patched.some((each, index) => each !== list[index]) ? { ...data, [key]: patched } : data;
}
