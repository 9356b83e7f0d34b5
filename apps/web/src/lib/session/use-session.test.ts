import { limits } from '@relato/contract/limits';
import { environmentManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { trpc } from '../calls/trpc.ts';
import { runHook } from '../testing/run-hook.tsx';
import { useSession } from './use-session.ts';

const { refreshMs, retryMs, retriedForMs } = limits.session;
const { queryTimeoutMs } = limits.call;
/** Calls are collected for a moment before they are sent. */
const slackMs = 100;

beforeEach(() => {
  vi.useFakeTimers();
  // The library polls only in a browser.
  environmentManager.setIsServer(() => false);
});
afterEach(() => {
  vi.useRealTimers();
  environmentManager.setIsServer(() => true);
  onlineManager.setOnline(true);
});

/** A screen that shows a session which has just been read. All calls time out, until the test gives another answer. */
function poll() {
  const queryKey = getQueryKey(trpc.account.session, undefined, 'query');
  const answer = vi.fn<() => Promise<null>>(async () => {
    await new Promise((resolve) => setTimeout(resolve, queryTimeoutMs));
    throw new DOMException('No answer in time', 'TimeoutError');
  });
  const { queryClient } = runHook(useSession, answer);
  queryClient.setQueryData(queryKey, null);
  // The options of the hook, without the component that would subscribe.
  const options = queryClient.getQueryCache().find({ queryKey })?.options;
  const stop = new QueryObserver(queryClient, { ...options, queryKey }).subscribe(() => {});
  return { answer, stop, refetch: () => void queryClient.invalidateQueries({ queryKey }) };
}

it('gives the same user while only the end of the session moves', () => {
  const queryKey = getQueryKey(trpc.account.session, undefined, 'query');
  const { queryClient } = runHook(useSession, () => null);
  const options = queryClient.getQueryCache().find({ queryKey })?.options;
  const observer = new QueryObserver(queryClient, { ...options, queryKey, enabled: false });
  const stop = observer.subscribe(() => {});
  const read = (expiresIn: number): unknown => {
    const user = { id: 'ana', username: 'ana', role: 'user' };
    queryClient.setQueryData(queryKey, { user, expiresIn, expiresAt: new Date(expiresIn) });
    return observer.getCurrentResult().data;
  };
  const first = read(2);
  expect(first).toEqual({ id: 'ana', username: 'ana', role: 'user' });
  expect(read(1)).toBe(first);
  stop();
});

it('soon repeats a refresh that failed, until an answer comes', async () => {
  const { answer, stop, refetch } = poll();
  refetch();
  await vi.advanceTimersByTimeAsync(queryTimeoutMs + retryMs - slackMs);
  expect(answer).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2 * slackMs);
  expect(answer).toHaveBeenCalledTimes(2);
  answer.mockResolvedValue(null);
  await vi.advanceTimersByTimeAsync(queryTimeoutMs + retryMs);
  expect(answer).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(refreshMs - 2 * slackMs);
  expect(answer).toHaveBeenCalledTimes(3);
  stop();
});

it('asks a server that stays without an answer no more often than usual', async () => {
  const { answer, stop } = poll();
  await vi.advanceTimersByTimeAsync(retriedForMs + queryTimeoutMs);
  answer.mockClear();
  await vi.advanceTimersByTimeAsync(10 * refreshMs);
  expect(answer.mock.calls.length).toBeLessThanOrEqual(10);
  stop();
});

it('repeats nothing sooner without a network', async () => {
  const { answer, stop, refetch } = poll();
  onlineManager.setOnline(false);
  refetch();
  await vi.advanceTimersByTimeAsync(queryTimeoutMs + refreshMs - slackMs);
  expect(answer).toHaveBeenCalledTimes(1);
  stop();
});
