import type { StorySummary } from '@relato/contract/stories/types';
import { QueryObserver } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { expect, it } from 'vitest';
import { patchStory, refetchStoriesInFlight } from './patch-story.ts';
import { createQueryClient } from './query-client.ts';
import { trpc } from './trpc.ts';

// Only the fields that a patch reads.
const story = (id: string, comments = 0) => ({ id, title: id, comments }) as unknown as StorySummary;
const oneMore = ({ comments }: StorySummary) => ({ comments: comments + 1 });

const feedKey = getQueryKey(trpc.stories.feed, { search: '', tags: [] }, 'infinite');
const otherFeedKey = getQueryKey(trpc.stories.feed, { search: 'tren', tags: [] }, 'infinite');
const featuredKey = getQueryKey(trpc.stories.feed, { limit: 1 }, 'query');
const mineKey = getQueryKey(trpc.stories.mine, {}, 'infinite');
const byIdKey = [['stories', 'byId'], { input: { id: 'b' }, type: 'query' }];
const pages = (...lists: StorySummary[][]) => ({
  pages: lists.map((items) => ({ items, nextCursor: null })),
  pageParams: lists.map(() => null),
});

it('changes a story in every list, on every page and on its own, and nothing else', () => {
  const queryClient = createQueryClient();
  const untouched = pages([story('a')]);
  queryClient.setQueryData(feedKey, pages([story('a')], [story('b', 4), story('c')]));
  queryClient.setQueryData(otherFeedKey, untouched);
  queryClient.setQueryData(featuredKey, { items: [story('b', 4)], nextCursor: null });
  queryClient.setQueryData(mineKey, pages([story('b', 4)]));
  queryClient.setQueryData(byIdKey, story('b', 4));
  queryClient.setQueryData([['comments', 'list']], { items: [story('b', 4)], nextCursor: null });

  patchStory(queryClient, 'b', oneMore);

  expect(queryClient.getQueryData(feedKey)).toEqual(pages([story('a')], [story('b', 5), story('c')]));
  expect(queryClient.getQueryData(otherFeedKey)).toBe(untouched);
  expect(queryClient.getQueryData(featuredKey)).toEqual({ items: [story('b', 5)], nextCursor: null });
  expect(queryClient.getQueryData(mineKey)).toEqual(pages([story('b', 5)]));
  expect(queryClient.getQueryData(byIdKey)).toEqual(story('b', 5));
  expect(queryClient.getQueryData([['comments', 'list']])).toEqual({
    items: [story('b', 4)],
    nextCursor: null,
  });
});

const of = (id: string, author: string, comments: number) => ({
  ...story(id, comments),
  author: { id: author },
});

it('changes all stories of an author', () => {
  const queryClient = createQueryClient();
  const other = of('c', 'beto', 4);
  const write = (comments: number) => {
    const told = [of('a', 'ana', comments), of('b', 'ana', comments)];
    return { pages: [{ items: [...told, other], nextCursor: null }], pageParams: [null] };
  };
  queryClient.setQueryData(feedKey, write(4));
  queryClient.setQueryData(byIdKey, of('b', 'ana', 4));
  patchStory(queryClient, 'ana', oneMore);
  expect(queryClient.getQueryData(feedKey)).toEqual(write(5));
  expect(queryClient.getQueryData(byIdKey)).toEqual(of('b', 'ana', 5));
});

it('refetches queries in flight, so that an older answer does not stay', async () => {
  const queryClient = createQueryClient();
  const answers: ((comments: number) => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: byIdKey,
    queryFn: () =>
      new Promise<StorySummary>((resolve) => answers.push((count) => resolve(story('b', count)))),
  });
  const stop = observer.subscribe(() => {});
  const refreshed = refetchStoriesInFlight(queryClient);
  answers[0]?.(4);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.(5);
  await refreshed;
  expect(queryClient.getQueryData<StorySummary>(byIdKey)?.comments).toBe(5);
  stop();
});
