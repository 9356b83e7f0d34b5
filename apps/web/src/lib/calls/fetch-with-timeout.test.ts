import { limits } from '@relato/contract/limits';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchWithTimeout, isTimeout } from './fetch-with-timeout.ts';

afterEach(() => vi.useRealTimers());

/** A server that accepts every call; it sends the start of an answer if `begins`, and never the end. */
async function silentServer({ begins }: { readonly begins: boolean }) {
  const taken = Promise.withResolvers<void>();
  const server = createServer((_request, response) => {
    if (begins) response.write('{');
    taken.resolve();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens to a port
  return {
    url: `http://127.0.0.1:${port}/`,
    taken: taken.promise,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

describe('a call without an answer', () => {
  it.each([
    ['a query', 'GET', limits.call.queryTimeoutMs],
    ['a change', 'POST', limits.call.mutationTimeoutMs],
  ])('is aborted after its time limit: %s', async (_what, method, timeoutMs) => {
    await using server = await silentServer({ begins: false });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const outcome = fetchWithTimeout(server.url, { method }).catch((error: unknown) => error);
    await server.taken;
    vi.advanceTimersByTime(timeoutMs - 1);
    const early = await Promise.race([
      outcome,
      new Promise((resolve) => void setImmediate(resolve, 'waiting')),
    ]);
    expect(early).toBe('waiting');
    vi.advanceTimersByTime(1);
    expect(isTimeout(await outcome)).toBe(true);
  });

  it('is aborted in the middle of an answer too', async () => {
    await using server = await silentServer({ begins: true });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const answer = await fetchWithTimeout(server.url);
    const outcome = answer.json().catch((error: unknown) => error);
    vi.advanceTimersByTime(limits.call.queryTimeoutMs);
    expect(isTimeout(await outcome)).toBe(true);
  });

  it("is aborted for the caller's reason if that comes first", async () => {
    await using server = await silentServer({ begins: false });
    const caller = new AbortController();
    const outcome = fetchWithTimeout(server.url, { signal: caller.signal }).catch((error: unknown) => error);
    await server.taken;
    const reason = new Error('The screen is gone');
    caller.abort(reason);
    expect(await outcome).toBe(reason);
    await expect(fetchWithTimeout(server.url, { signal: caller.signal })).rejects.toBe(reason);
  });
});
