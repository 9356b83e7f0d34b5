import { describe, expect, it, vi } from 'vitest';
import { id } from '../testing/recorder-events.ts';
import { TusServer, type Fault } from '../testing/tus-server.ts';
import { RecordedBytes } from './recorded-bytes.ts';
import { uploadRecording, UploadRefused, type UploadOptions } from './upload.ts';

const chunkOf = (length: number, seed: number) =>
  new Uint8Array(Array.from({ length }, (_, index) => (index * 7 + seed) % 256));

interface Run {
  readonly server: TusServer;
  readonly bytes: RecordedBytes;
  readonly waits: number[];
  readonly progress: number[];
  readonly controller: AbortController;
  readonly start: (options?: Partial<UploadOptions>) => Promise<void>;
}

function prepare(): Run {
  const server = new TusServer();
  const bytes = new RecordedBytes();
  const controller = new AbortController();
  const waits: number[] = [];
  const progress: number[] = [];
  const start = (options: Partial<UploadOptions> = {}) =>
    uploadRecording({
      id,
      bytes,
      signal: controller.signal,
      begin: async () => undefined,
      fetch: server.fetch,
      wait: async (ms) => void waits.push(ms),
      random: () => 1,
      now: () => 0,
      onProgress: (sent) => void progress.push(sent),
      ...options,
    });
  return { server, bytes, waits, progress, controller, start };
}

/** A finished recording of `chunks` chunks. */
function record(bytes: RecordedBytes, chunks = 3): Uint8Array {
  const parts = Array.from({ length: chunks }, (_, seed) => chunkOf(1000, seed));
  for (const part of parts) bytes.append(new Blob([part]));
  bytes.complete();
  return new Uint8Array(Buffer.concat(parts));
}

describe('uploading a recording', () => {
  it('creates the upload, sends the bytes and declares the end', async () => {
    const { server, bytes, progress, start } = prepare();
    const recorded = record(bytes);
    await start();
    expect(server.stored).toEqual(recorded);
    expect(server.length).toBe(3000);
    expect(server.requests).toEqual(['POST', 'PATCH', 'PATCH']);
    expect(progress).toEqual([0, 3000]);
  });

  it('sends each second during the recording', async () => {
    const { server, bytes, start } = prepare();
    const upload = start();
    const sizes: number[] = [];
    for (let second = 0; second < 3; second += 1) {
      const arrived = new Promise<void>((resolve) => {
        server.onRequest = () => setImmediate(resolve);
      });
      bytes.append(new Blob([chunkOf(100, second)]));
      await arrived;
      sizes.push(server.stored?.length ?? 0);
    }
    expect(server.length).toBeNull();
    bytes.complete();
    await upload;
    expect(server.length).toBe(300);
    expect(sizes.at(-1)).toBeGreaterThan(0);
  });

  it('splits large data into pieces', async () => {
    const { server, bytes, start } = prepare();
    bytes.append(new Blob([new Uint8Array(1_200_000)]));
    bytes.complete();
    await start();
    expect(server.requests).toEqual(['POST', ...Array.from({ length: 6 }, () => 'PATCH')]);
    expect(server.length).toBe(1_200_000);
  });
});

describe('resuming an upload', () => {
  const faults: Fault[] = ['lost request', 'lost answer', 'cut connection', { status: 500 }, { status: 409 }];
  const requests = [0, 1, 2];
  const cases = faults.flatMap((fault) => requests.map((request) => [fault, request] as const));

  it.each(cases)('stores every byte once in spite of %o at request %i', async (fault, request) => {
    const { server, bytes, start } = prepare();
    const recorded = record(bytes);
    server.faults.set(request, fault);
    await start();
    expect(server.stored).toEqual(recorded);
    expect(server.length).toBe(3000);
  });

  it('stores every byte once over a network that loses three of ten requests or answers', async () => {
    const { server, bytes, start } = prepare();
    const recorded = record(bytes, 40);
    let seed = 7;
    for (let request = 0; request < 200; request += 1) {
      seed = (seed * 16_807) % 2_147_483_647;
      if (seed % 10 < 3) server.faults.set(request, faults[seed % 3] ?? 'lost request');
    }
    await start();
    expect(server.stored).toEqual(recorded);
  });

  it('asks the server for the offset after a reload', async () => {
    const { server, bytes, start } = prepare();
    const recorded = record(bytes);
    server.stored = recorded.slice(0, 1200);
    await start();
    expect(server.requests).toEqual(['POST', 'HEAD', 'PATCH', 'PATCH']);
    expect(server.stored).toEqual(recorded);
  });

  it.each([
    [200, 0],
    [200, 1],
    [200, 2],
    [403, 1],
    [403, 2],
  ])("tries again after a proxy's page with status %i at request %i", async (status, request) => {
    const { server, bytes, start } = prepare();
    const recorded = record(bytes);
    server.faults.set(request, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
    await start();
    expect(server.stored).toEqual(recorded);
    expect(server.length).toBe(3000);
  });

  it('ends if the server has everything, although its last answer was lost', async () => {
    const { server, bytes, start } = prepare();
    server.stored = record(bytes).slice();
    server.length = 3000;
    await start();
    expect(server.requests).toEqual(['POST', 'HEAD']);
  });

  it('trusts the server if it has more than this browser could store', async () => {
    const { server, bytes, start } = prepare();
    record(bytes, 2);
    server.stored = chunkOf(3500, 1);
    await start();
    expect(server.length).toBe(3500);
  });

  it('does not take an upload that was ended early elsewhere for a whole one', async () => {
    const { server, bytes, start } = prepare();
    server.stored = record(bytes).slice(0, 1200);
    server.length = 1200;
    await expect(start()).rejects.toMatchObject({ failure: 'rejected' });
  });

  it('notices when another device ends the upload before this recording does', async () => {
    const { server, bytes, start } = prepare();
    record(bytes);
    // As the server answers whatever is sent to a complete upload.
    const ended = async (url: string, init: RequestInit) =>
      init.method === 'POST'
        ? server.fetch(url, init)
        : new Response(null, { status: 204, headers: { 'Upload-Offset': '1200', 'Upload-Length': '1200' } });
    await expect(start({ fetch: ended })).rejects.toMatchObject({ failure: 'rejected' });
  });

  it('announces and starts the upload again if the server does not know it any more', async () => {
    const { server, bytes, start } = prepare();
    const recorded = record(bytes);
    let begun = 0;
    server.faults.set(1, { status: 404 });
    server.onRequest = (index) => {
      if (index === 1) server.stored = null;
    };
    await start({ begin: async () => void (begun += 1) });
    expect(begun).toBe(2);
    expect(server.stored).toEqual(recorded);
  });
});

const neverAnswer = async (_url: string, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
  });

describe('waiting before a retry', () => {
  it('doubles from half a second, with jitter, and starts over after progress', async () => {
    const { server, bytes, waits, start } = prepare();
    record(bytes);
    for (const request of [0, 1, 2, 5]) server.faults.set(request, 'lost request');
    await start({ random: () => 0 });
    expect(waits).toEqual([250, 500, 1000, 250]);
  });

  it('honours Retry-After up to half a minute', async () => {
    const { server, bytes, waits, start } = prepare();
    record(bytes);
    server.faults.set(0, { status: 503, headers: { 'Retry-After': '7' } });
    server.faults.set(1, { status: 429, headers: { 'Retry-After': '3600' } });
    await start();
    expect(waits).toEqual([7000, 30_000]);
  });

  it('gives up after five failures in a row when the recording is complete', async () => {
    const { server, bytes, waits, start } = prepare();
    record(bytes);
    for (let request = 0; request < 10; request += 1) server.faults.set(request, 'lost request');
    await expect(start()).rejects.toMatchObject({ failure: 'network' });
    expect(waits).toHaveLength(4);
  });

  it('distinguishes a failing server from a failing network', async () => {
    const { server, bytes, start } = prepare();
    record(bytes);
    for (let request = 0; request < 10; request += 1) server.faults.set(request, { status: 503 });
    await expect(start()).rejects.toMatchObject({ failure: 'server' });
  });

  it('distinguishes a limit from a failing server', async () => {
    const { server, bytes, start } = prepare();
    record(bytes);
    for (let request = 0; request < 10; request += 1) server.faults.set(request, { status: 429 });
    await expect(start()).rejects.toMatchObject({ failure: 'too-often' });
  });

  it('distinguishes a full server from a failing one', async () => {
    const { server, bytes, start } = prepare();
    record(bytes);
    for (let request = 0; request < 10; request += 1) server.faults.set(request, { status: 507 });
    await expect(start()).rejects.toMatchObject({ failure: 'disk-full' });
  });

  it('gives up earlier if nothing moved for half a minute', async () => {
    const { server, bytes, waits, start } = prepare();
    record(bytes);
    let nowMs = 0;
    for (let request = 0; request < 10; request += 1) server.faults.set(request, 'lost request');
    server.onRequest = () => void (nowMs += 20_000);
    await expect(start({ now: () => nowMs })).rejects.toMatchObject({ failure: 'network' });
    expect(waits).toHaveLength(1);
  });

  it('continues over a network so slow that no piece arrives whole', async () => {
    const { server, bytes, start } = prepare();
    const recorded = record(bytes, 12);
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
      const { bytes, start } = prepare();
      record(bytes);
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
    const { server, bytes, waits, start } = prepare();
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
    const { server, bytes, waits, start } = prepare();
    bytes.append(new Blob([chunkOf(10, 0)]));
    for (let request = 0; request < 60; request += 1) server.faults.set(request, 'lost request');
    server.onRequest = (index) => {
      if (index === 30) bytes.complete();
    };
    await expect(start()).rejects.toMatchObject({ failure: 'network' });
    expect(waits.slice(31)).toEqual([500, 1000, 2000, 4000]);
  });

  it('stops waiting when the recording ends', async () => {
    const { server, bytes, start } = prepare();
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

describe('ending an upload', () => {
  it.each([
    [401, 'sign-in'],
    [413, 'too-big'],
    [400, 'rejected'],
    [403, 'rejected'],
  ])('does not retry after the answer %i', async (status, failure) => {
    const { server, bytes, start } = prepare();
    record(bytes);
    server.faults.set(1, { status, headers: { 'Content-Type': 'application/json' } });
    await expect(start()).rejects.toMatchObject({ failure });
    expect(server.requests).toHaveLength(2);
  });

  it('does not retry if the recording may not be announced', async () => {
    const { server, bytes, start } = prepare();
    record(bytes);
    const refused = Promise.reject(new UploadRefused('sign-in'));
    await expect(start({ begin: () => refused })).rejects.toMatchObject({ failure: 'sign-in' });
    expect(server.requests).toEqual([]);
  });

  it('stops at once when aborted, even while it waits for sound', async () => {
    const { bytes, controller, start } = prepare();
    const upload = start();
    bytes.append(new Blob([chunkOf(10, 0)]));
    controller.abort(new Error('enough'));
    await expect(upload).rejects.toThrow('enough');
  });

  it('does not send the same bytes forever to a server that makes no progress', async () => {
    const { server, bytes, start } = prepare();
    record(bytes);
    const stuck = async (url: string, init: RequestInit) =>
      init.method === 'PATCH'
        ? new Response(null, { status: 204, headers: { 'Upload-Offset': '0' } })
        : server.fetch(url, init);
    await expect(start({ fetch: stuck })).rejects.toMatchObject({ failure: 'server' });
  });

  it('does not hang on an answer without an offset', async () => {
    const { bytes, start } = prepare();
    record(bytes);
    const answer = Promise.resolve(new Response(null, { status: 204 }));
    await expect(start({ fetch: () => answer })).rejects.toMatchObject({ failure: 'server' });
  });
});
