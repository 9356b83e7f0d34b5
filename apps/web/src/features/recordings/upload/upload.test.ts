import { describe, expect, it, vi } from 'vitest';
import { chunkOf, prepare } from '../testing/prepared-upload.ts';
import type { Fault } from '../testing/tus-server.ts';
import { UploadRefused } from './upload.ts';

describe('uploading a recording', () => {
  it('creates the upload, sends the bytes and declares the end', async () => {
    const { server, recorded, progress, start } = prepare();
    await start();
    expect(server.stored).toEqual(recorded);
    expect(server.length).toBe(3000);
    expect(server.requests).toEqual(['POST', 'PATCH', 'PATCH']);
    expect(progress).toEqual([0, 3000]);
  });

  it('sends each second during the recording', async () => {
    const { server, bytes, start } = prepare(0);
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
    const { server, bytes, start } = prepare(0);
    bytes.append(new Blob([new Uint8Array(1_200_000)]));
    bytes.complete();
    await start();
    expect(server.requests).toEqual(['POST', ...Array.from({ length: 6 }, () => 'PATCH')]);
    expect(server.length).toBe(1_200_000);
  });
});

describe('an upload that was ended', () => {
  it.each([
    ['before it began', 0],
    ['while it was announced', 1],
  ])('sends nothing more: %s', async (_when, announcements) => {
    const { server, controller, start } = prepare();
    const begin = vi.fn<() => Promise<void>>(async () => controller.abort());
    if (announcements === 0) controller.abort();
    await expect(start({ begin })).rejects.toMatchObject({ name: 'AbortError' });
    expect(begin).toHaveBeenCalledTimes(announcements);
    expect(server.requests).toEqual([]);
  });
});

describe('resuming an upload', () => {
  const faults: Fault[] = ['lost request', 'lost answer', 'cut connection'];

  it.each<[Fault, number]>([
    ['lost request', 0],
    ['lost answer', 0],
    ['lost answer', 2],
    ['cut connection', 1],
    [{ status: 500 }, 1],
    [{ status: 409 }, 2],
  ])('stores every byte once in spite of %o at request %i', async (fault, request) => {
    const { server, recorded, start } = prepare();
    server.faults.set(request, fault);
    await start();
    expect(server.stored).toEqual(recorded);
    expect(server.length).toBe(3000);
  });

  it('stores every byte once over a network that loses three of ten requests or answers', async () => {
    const { server, recorded, start } = prepare(40);
    let seed = 7;
    for (let request = 0; request < 200; request += 1) {
      seed = (seed * 16_807) % 2_147_483_647;
      if (seed % 10 < 3) server.faults.set(request, faults[seed % 3] ?? 'lost request');
    }
    await start();
    expect(server.stored).toEqual(recorded);
  });

  it.each([
    [200, 0],
    [200, 1],
    [403, 2],
  ])("retries after a proxy's page with status %i at request %i", async (status, request) => {
    const { server, recorded, start } = prepare();
    server.faults.set(request, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
    await start();
    expect(server.stored).toEqual(recorded);
    expect(server.length).toBe(3000);
  });

  it('accepts that the server has more than this browser could store', async () => {
    const { server, start } = prepare(2);
    server.stored = chunkOf(3500, 1);
    await start();
    expect(server.length).toBe(3500);
  });

  it('does not mistake an upload that another device ended early for a complete one', async () => {
    const { server, recorded, start } = prepare();
    server.stored = recorded.slice(0, 1200);
    server.length = 1200;
    await expect(start()).rejects.toMatchObject({ failure: 'rejected' });
  });

  it('notices when another device ends the upload before this recording does', async () => {
    const { server, start } = prepare();
    // The server answers so to any request for a complete upload.
    const ended = async (url: string, init: RequestInit) =>
      init.method === 'POST'
        ? server.fetch(url, init)
        : new Response(null, { status: 204, headers: { 'Upload-Offset': '1200', 'Upload-Length': '1200' } });
    await expect(start({ fetch: ended })).rejects.toMatchObject({ failure: 'rejected' });
  });

  it('announces and starts the upload again if the server has deleted it', async () => {
    const { server, recorded, start } = prepare();
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

describe('ending an upload', () => {
  it.each([
    [401, 'sign-in'],
    [413, 'too-big'],
    [400, 'rejected'],
    [403, 'rejected'],
  ])('does not retry after the answer %i', async (status, failure) => {
    const { server, start } = prepare();
    server.faults.set(1, { status, headers: { 'Content-Type': 'application/json' } });
    await expect(start()).rejects.toMatchObject({ failure });
    expect(server.requests).toHaveLength(2);
  });

  it('does not retry if the announcement is refused', async () => {
    const { server, start } = prepare();
    const refused = Promise.reject(new UploadRefused('sign-in'));
    await expect(start({ begin: () => refused })).rejects.toMatchObject({ failure: 'sign-in' });
    expect(server.requests).toEqual([]);
  });

  it('stops at once when aborted, even while it waits for sound', async () => {
    const { bytes, controller, start } = prepare(0);
    const upload = start();
    bytes.append(new Blob([chunkOf(10, 0)]));
    controller.abort(new Error('enough'));
    await expect(upload).rejects.toThrow('enough');
  });

  it('does not send the same bytes forever to a server that makes no progress', async () => {
    const { server, start } = prepare();
    const stuck = async (url: string, init: RequestInit) =>
      init.method === 'PATCH'
        ? new Response(null, { status: 204, headers: { 'Upload-Offset': '0' } })
        : server.fetch(url, init);
    await expect(start({ fetch: stuck })).rejects.toMatchObject({ failure: 'server' });
  });

  it('does not hang on an answer without an offset', async () => {
    const { start } = prepare();
    const answer = Promise.resolve(new Response(null, { status: 204 }));
    await expect(start({ fetch: () => answer })).rejects.toMatchObject({ failure: 'server' });
  });
});
