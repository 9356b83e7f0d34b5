import type { Page } from '@relato/contract/paging';
import type { StorySummary } from '@relato/contract/stories/types';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from './trpc.ts';

type StoryChange = (story: StorySummary) => Partial<Omit<StorySummary, 'id'>>;
type StoryPage = Page<StorySummary>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
// What lies under the key of stories is what its procedures answer, or pages of it.
const isPages = (data: object): data is InfiniteData<StoryPage> => 'pages' in data;
const isPage = (data: object): data is StoryPage => 'items' in data;
const isStory = (data: object): data is StorySummary => 'id' in data;

const storiesKey = () => getQueryKey(trpc.stories);

/**
 * Changes a story everywhere that it is held: in every page of every list, and alone. What does not hold it keeps its
 * identity. For what is known of a story without asking again, such as how many comments it now has.
 */
export function patchStory(queryClient: QueryClient, id: string, change: StoryChange): void {
  queryClient.setQueriesData<unknown>({ queryKey: storiesKey() }, (data: unknown) =>
    patchData(data, id, change),
  );
}

/**
 * Asks again what is being asked just now: an answer that is on its way may have been made before the change that
 * `patchStory` told of, and would undo it on the screen.
 */
export async function refetchStoriesInFlight(queryClient: QueryClient): Promise<void> {
  const onTheirWay = queryClient.getQueryCache().findAll({ queryKey: storiesKey(), fetchStatus: 'fetching' });
  await Promise.allSettled(
    onTheirWay.map(async (query) => {
      // A first answer cannot be called off: who waits for it would wait for ever.
      if (query.state.data === undefined) await query.promise;
      await queryClient.refetchQueries({ queryKey: query.queryKey, exact: true });
    }),
  );
}

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
