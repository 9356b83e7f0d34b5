import type { Page } from '@relato/contract/paging';
import type { StorySummary } from '@relato/contract/stories/types';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from './trpc.ts';
import { isObject } from '../errors/error-data.ts';

type StoryChange = (story: StorySummary) => Partial<Omit<StorySummary, 'id'>>;
type StoryPage = Page<StorySummary>;

// The cache under the stories key holds answers of its procedures, or pages of them.
const isPages = (data: object): data is InfiniteData<StoryPage> => 'pages' in data;
const isPage = (data: object): data is StoryPage => 'items' in data;
const isStory = (data: object): data is StorySummary => 'id' in data;

const storiesKey = () => getQueryKey(trpc.stories);

/**
 * Changes a story in every list and alone. Data without it keeps its identity. For changes that are known without
 * refetching, such as a new number of comments.
 */
export function patchStory(queryClient: QueryClient, id: string, change: StoryChange): void {
  queryClient.setQueriesData<unknown>({ queryKey: storiesKey() }, (data: unknown) =>
    patchData(data, id, change),
  );
}

/**
 * Refetches the queries in flight: their answers may be older than the change by `patchStory`, and would revert it on
 * the screen.
 */
export const refetchStoriesInFlight = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: storiesKey(), fetchStatus: 'fetching' });

function patchData(data: unknown, id: string, change: StoryChange): unknown {
  if (!isObject(data)) return data;
  if (isPages(data)) {
    const pages = data.pages.map((page) => patchPage(page, id, change));
    return pages.some((page, index) => page !== data.pages[index]) ? { ...data, pages } : data;
  }
  if (isPage(data)) return patchPage(data, id, change);
  return isStory(data) && data.id === id ? { ...data, ...change(data) } : data;
}

function patchPage(page: StoryPage, id: string, change: StoryChange): StoryPage {
  if (!page.items.some((story) => story.id === id)) return page;
  return {
    ...page,
    items: page.items.map((story) => (story.id === id ? { ...story, ...change(story) } : story)),
  };
}
