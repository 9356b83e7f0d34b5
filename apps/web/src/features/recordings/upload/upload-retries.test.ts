import { describe, expect, it, vi } from 'vitest';
import { chunkOf, prepare } from '../testing/prepared-upload.ts';

const neverAnswer = async (_url: string, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
  });

describe('waiting before a retry', () => {
  it('doubles from half a second, with jitter, and starts over after progress', async () => {
    const { server, waits, start } = prepare();
    for (const request of [0, 1, 2, 5]) server.faults.set(request, 'lost request');
    await start({ random: () => 0 });
    expect(waits).toEqual([250, 500, 1000, 250]);
  });

  it('honours Retry-After up to half a minute', async () => {
    const { server, waits, start } = prepare();
    server.faults.set(0, { status: 503, headers: { 'Retry-After': '7' } });
    server.faults.set(1, { status: 429, headers: { 'Retry-After': '3600' } });
    await start();
    expect(waits).toEqual([7000, 30_000]);
  });

  it('gives up after five failures in a row when the recording is complete', async () => {
    const { server, waits, start } = prepare();
    for (let request = 0; request < 10; request += 1) server.faults.set(request, 'lost request');
    await expect(start()).rejects.toMatchObject({ failure: 'network' });
    expect(waits).toHaveLength(4);
  });

  it.each([
    [503, 'server'],
    [429, 'too-often'],
    [507, 'disk-full'],
  ])('distinguishes the answer %i from a failing network: %s', async (status, failure) => {
    const { server, start } = prepare();
    for (let request = 0; request < 10; request += 1) server.faults.set(request, { status });
    await expect(start()).rejects.toMatchObject({ failure });
  });

  it('gives up earlier without progress for half a minute', async () => {
    const { server, waits, start } = prepare();
    let nowMs = 0;
    for (let request = 0; request < 10; request += 1) server.faults.set(request, 'lost request');
    server.onRequest = () => void (nowMs += 20_000);
    await expect(start({ now: () => nowMs })).rejects.toMatchObject({ failure: 'network' });
    expect(waits).toHaveLength(1);
  });

  it('continues over a network so slow that no piece arrives whole', async () => {
    const { server, recorded, start } = prepare(12);
    let nowMs = 0;
    server.onRequest = (index) => {
      if (server.requests[index] === 'PATCH') nowMs += 20_000;
    };
    // Creates the upload, then cuts each piece in half and asks for the offset.
    for (let request = 1; request < 12; request += 2) server.faults.set(request, 'cut connection');
    await start({ now: () => nowMs });
    expect(server.stored).toEqual(recorded);
  });

  it('aborts an unanswered request', async () => {
    vi.useFakeTimers();
    try {
      const { start } = prepare();
      await Promise.all([
        expect(start({ fetch: neverAnswer, now: () => Date.now() })).rejects.toMatchObject({
          failure: 'network',
        }),
        vi.advanceTimersByTimeAsync(40_000),
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not give up during the recording', async () => {
    const { server, bytes, waits, start } = prepare(0);
    for (let request = 0; request < 50; request += 1) server.faults.set(request, 'lost request');
    server.onRequest = (index) => {
      if (index === 49) bytes.complete();
    };
    bytes.append(new Blob([chunkOf(10, 0)]));
    await start();
    expect(waits).toHaveLength(50);
    expect(server.length).toBe(10);
  });

  it('does not make the user wait at the end for an earlier network failure', async () => {
    const { server, bytes, waits, start } = prepare(0);
    bytes.append(new Blob([chunkOf(10, 0)]));
    for (let request = 0; request < 60; request += 1) server.faults.set(request, 'lost request');
    server.onRequest = (index) => {
      if (index === 30) bytes.complete();
    };
    await expect(start()).rejects.toMatchObject({ failure: 'network' });
    expect(waits.slice(31)).toEqual([500, 1000, 2000, 4000]);
  });

  it('stops waiting when the recording ends', async () => {
    const { server, bytes, start } = prepare(0);
    bytes.append(new Blob([chunkOf(10, 0)]));
    server.faults.set(0, 'lost request');
    await start({
      wait: () => {
        bytes.complete();
        return new Promise(() => undefined);
      },
    });
    expect(server.length).toBe(10);
  });
});
