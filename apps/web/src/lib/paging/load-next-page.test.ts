import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, it, onTestFinished } from 'vitest';
import { loadNextPage } from './load-next-page.ts';

const queryKey = ['comments'];

/** A query of three pages with the first one loaded. `hold` delays the next page until it is called again. */
async function openQuery() {
  const client = new QueryClient();
  const asked: number[] = [];
  let answer = Promise.resolve();
  const observer = new InfiniteQueryObserver(client, {
    queryKey,
    initialPageParam: 1,
    retry: false,
    getNextPageParam: (last: number) => (last < 3 ? last + 1 : null),
    queryFn: async ({ pageParam }) => {
      asked.push(pageParam);
      if (pageParam > 1) await answer;
      return pageParam;
    },
  });
  onTestFinished(observer.subscribe(() => {}));
  await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true);
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answer = promise;
    return resolve;
  };
  const fail = () => {
    const failure = Promise.reject(new Error('no network'));
    failure.catch(() => {});
    answer = failure;
  };
  return { client, observer, asked, hold, fail };
}

it('requests the next page again if a refetch replaces its request', async () => {
  const { client, observer, asked, hold } = await openQuery();
  const release = hold();
  const loading = loadNextPage(observer.getCurrentResult());
  await expect.poll(() => asked).toEqual([1, 2]);
  const refetching = client.invalidateQueries({ queryKey });
  release();
  await Promise.all([loading, refetching]);
  expect(observer.getCurrentResult().data?.pages).toEqual([1, 2]);
  expect(asked).toEqual([1, 2, 1, 2]);
});

it('requests the next page once otherwise, and none after the last', async () => {
  const { observer, asked } = await openQuery();
  await loadNextPage(observer.getCurrentResult());
  expect(observer.getCurrentResult().data?.pages).toEqual([1, 2]);
  await loadNextPage(observer.getCurrentResult());
  expect(asked).toEqual([1, 2, 3]);
});

it('a next page that fails is requested once', async () => {
  const { observer, asked, fail } = await openQuery();
  fail();
  await loadNextPage(observer.getCurrentResult());
  expect(asked).toEqual([1, 2]);
});
