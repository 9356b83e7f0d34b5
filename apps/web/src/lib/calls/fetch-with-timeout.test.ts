import { limits } from '@relato/contract/limits';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchWithTimeout, isTimeout } from './fetch-with-timeout.ts';

/** The signals of the calls, to which the fake network never answers. */
let signals: AbortSignal[];
beforeEach(() => {
  signals = [];
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Promise((_resolve, reject) => {
      const end = () => reject(signal.reason);
      if (signal.aborted) end();
      else signal.addEventListener('abort', end);
    });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const url = '/trpc';

it.each([
  ['a query', 'GET', limits.call.queryTimeoutMs],
  ['a change', 'POST', limits.call.mutationTimeoutMs],
])('a call without an answer is aborted after its time limit: %s', async (_what, method, timeoutMs) => {
  const outcome = fetchWithTimeout(url, { method }).catch((error: unknown) => error);
  vi.advanceTimersByTime(timeoutMs - 1);
  expect(signals[0]?.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isTimeout(await outcome)).toBe(true);
});

it.each([
  ['a query', { method: 'GET' }, false],
  ['a press of a button', { method: 'POST', body: '{"0":{"json":{"id":"a"}}}' }, true],
  ['a long text', { method: 'POST', body: 'a'.repeat(2_001) }, false],
])('a short change outlives its page: %s', async (_what, init, isKept) => {
  const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(async () => new Response());
  vi.stubGlobal('fetch', sent);
  await fetchWithTimeout(url, init);
  expect(sent).toHaveBeenCalledWith(url, expect.objectContaining({ keepalive: isKept }));
});

it('a call is also aborted in the middle of an answer', async () => {
  vi.stubGlobal('fetch', async (_url: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Response('{');
  });
  await fetchWithTimeout(url);
  vi.advanceTimersByTime(limits.call.queryTimeoutMs);
  expect(isTimeout(signals[0]?.reason)).toBe(true);
});

it("a call is aborted for the caller's reason if that comes first", async () => {
  const caller = new AbortController();
  const outcome = fetchWithTimeout(url, { signal: caller.signal }).catch((error: unknown) => error);
  const reason = new Error('The screen is gone');
  caller.abort(reason);
  expect(await outcome).toBe(reason);
  await expect(fetchWithTimeout(url, { signal: caller.signal })).rejects.toBe(reason);
});
