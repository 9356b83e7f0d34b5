import {
  MutationObserver,
  notifyManager,
  onlineManager,
  QueryObserver,
  type QueryClient,
} from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { createQueryClient } from './query-client.ts';

afterEach(() => onlineManager.setOnline(true));

/** A query whose answers the test gives. `stop` ends the observer. */
function ask(client: QueryClient, options: { retry?: number | false; retryDelay?: number } = {}) {
  const answers: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['stories'],
    queryFn: () => {
      const answer = Promise.withResolvers<string>();
      answers.push(answer);
      return answer.promise;
    },
    ...options,
  });
  const stop = observer.subscribe(() => {});
  const untilAsked = (times: number) => expect.poll(() => answers, { interval: 5 }).toHaveLength(times);
  return { answers, observer, stop, untilAsked };
}

it('refetches a failing query when the network comes back, although its last attempt is running', async () => {
  const client = createQueryClient();
  client.mount();
  client.setQueryData(['stories'], 'before', { updatedAt: 1 });
  const { answers, observer, stop, untilAsked } = ask(client, { retry: 1, retryDelay: 1 });
  const failure = new TypeError('Failed to fetch');
  await untilAsked(1);
  answers[0]?.reject(failure);
  await untilAsked(2);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await untilAsked(3);
  answers[1]?.reject(failure);
  answers[2]?.resolve('after');
  await expect.poll(() => observer.getCurrentResult().data).toBe('after');
  expect(observer.getCurrentResult().isError).toBe(false);
  stop();
  client.unmount();
});

it('refetches a query that is invalidated during its first fetch', async () => {
  const client = createQueryClient();
  const { answers, observer, stop, untilAsked } = ask(client);
  const invalidated = client.invalidateQueries({ queryKey: ['stories'] });
  answers[0]?.resolve('before');
  await untilAsked(2);
  answers[1]?.resolve('after');
  await invalidated;
  expect(observer.getCurrentResult()).toMatchObject({ data: 'after', isStale: false });
  expect(answers).toHaveLength(2);
  stop();
});

it('does not refetch a query that is invalidated during a failing fetch', async () => {
  const client = createQueryClient();
  const { answers, observer, stop } = ask(client, { retry: false });
  const invalidated = client.invalidateQueries({ queryKey: ['stories'] });
  answers[0]?.reject(new Error('refused'));
  await invalidated;
  expect(observer.getCurrentResult().isError).toBe(true);
  expect(answers).toHaveLength(1);
  stop();
});

it('marks the answer of a query without observers as stale', async () => {
  const client = createQueryClient();
  const { answers, stop } = ask(client);
  stop();
  // No caller waits for this promise.
  await client.invalidateQueries({ queryKey: ['stories'] });
  answers[0]?.resolve('before');
  await expect
    .poll(() => client.getQueryState(['stories']))
    .toMatchObject({ data: 'before', isInvalidated: true });
  expect(answers).toHaveLength(1);
});

it('cancels a refetch that is invalidated, and ignores its answer', async () => {
  const client = createQueryClient();
  const { answers, observer, stop, untilAsked } = ask(client);
  answers[0]?.resolve('first');
  await expect.poll(() => observer.getCurrentResult().data).toBe('first');
  void client.invalidateQueries();
  await untilAsked(2);
  const invalidated = client.invalidateQueries();
  await untilAsked(3);
  answers[2]?.resolve('after');
  await invalidated;
  answers[1]?.resolve('before');
  // Another answer of this client arrives after the old one would have.
  await client.fetchQuery({ queryKey: ['another'], queryFn: () => Promise.resolve('') });
  expect(observer.getCurrentResult().data).toBe('after');
  expect(answers).toHaveLength(3);
  stop();
});

it('reports the start of a call before another press is possible', async () => {
  const observer = new MutationObserver(createQueryClient(), { mutationFn: () => new Promise(() => {}) });
  const told: boolean[] = [];
  // The hooks subscribe in the same way.
  observer.subscribe(notifyManager.batchCalls(({ isPending }) => told.push(isPending)));
  void observer.mutate();
  // All work that the press itself started is done before the next tick, and no timer has run.
  await new Promise<void>((resolve) => {
    process.nextTick(() => queueMicrotask(() => queueMicrotask(resolve)));
  });
  expect(told).toContain(true);
});

it.each([
  { fails: true, expected: 'error' },
  { fails: false, expected: 'pending' },
])('ends a mutation before its refetch only after an error ($expected)', async ({ fails, expected }) => {
  const client = createQueryClient();
  const observer = new MutationObserver(client, {
    mutationFn: async () => {
      if (fails) throw new Error('refused');
    },
    onSettled: () => refetch.promise,
  });
  const refetch = Promise.withResolvers<void>();
  let isDone = false;
  const done = observer.mutate().then(
    () => (isDone = true),
    () => (isDone = true),
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect({ isDone, status: observer.getCurrentResult().status }).toEqual({ isDone: fails, status: expected });
  refetch.resolve();
  await done;
});

it('keeps data that a refetch brings back equal, also with dates', () => {
  const client = createQueryClient();
  const arrive = () => client.setQueryData(['story'], { createdAt: new Date(0) });
  const first = arrive();
  expect(arrive()).toBe(first);
  expect(client.getQueryData(['story'])).toBe(first);
});
