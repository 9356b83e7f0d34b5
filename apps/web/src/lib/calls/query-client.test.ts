import { MutationObserver, notifyManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { createQueryClient } from './query-client.ts';

afterEach(() => onlineManager.setOnline(true));

it('refetches a failing query when the network comes back, although its last try is running', async () => {
  const client = createQueryClient();
  client.mount();
  const tries: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['feed'],
    queryFn: () => {
      const attempt = Promise.withResolvers<string>();
      tries.push(attempt);
      return attempt.promise;
    },
    initialData: 'before',
    staleTime: 0,
    retry: 1,
    retryDelay: 1,
  });
  const untilTried = (times: number) => expect.poll(() => tries, { interval: 5 }).toHaveLength(times);
  const failure = new TypeError('Failed to fetch');
  const stop = observer.subscribe(() => {});
  await untilTried(1);
  tries[0]?.reject(failure);
  await untilTried(2);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await untilTried(3);
  tries[1]?.reject(failure);
  tries[2]?.resolve('after');
  await expect.poll(() => observer.getCurrentResult().data).toBe('after');
  expect(observer.getCurrentResult().isError).toBe(false);
  stop();
  client.unmount();
});

it('reports that a call began before another press can come', async () => {
  const observer = new MutationObserver(createQueryClient(), { mutationFn: () => new Promise(() => {}) });
  const told: boolean[] = [];
  // As the hooks do.
  observer.subscribe(notifyManager.batchCalls(({ isPending }) => told.push(isPending)));
  void observer.mutate();
  // Everything that the press itself started is done before the next tick, and no timer has run.
  await new Promise<void>((resolve) => {
    process.nextTick(() => queueMicrotask(() => queueMicrotask(resolve)));
  });
  expect(told).toContain(true);
});
