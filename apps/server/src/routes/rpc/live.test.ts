import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLiveHub, type LiveHub } from '@relato/api';
import { commentId, liveLimits, type StoryId } from '@relato/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { close, listen } from '../../http/http-server.ts';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';
import { send } from './live.ts';

const test = useTestApp();
let ana: TestUser;
let story: StoryId;
let process: { readonly server: Server; readonly live: LiveHub; readonly stop: () => Promise<void> };
const opened: AbortController[] = [];
beforeAll(async () => {
  ana = await test.signUp('ana');
  story = await test.world.publishStory(ana.viewer);
  process = await start();
});
afterEach(() => opened.splice(0).forEach((each) => each.abort()));
afterAll(() => process.stop());

/** Starts the parts that each process of the server has for itself. */
async function start() {
  const stopping = new AbortController();
  const live = createLiveHub(test.world.database, { minGapMs: 0, pollMs: 20, spreadMs: 0 });
  const app = test.createWith({ live }, { stopping: stopping.signal });
  const server = await listen(app, { port: 0, host: '127.0.0.1', stopping: stopping.signal });
  const stop = async () => {
    stopping.abort();
    await close(server, { drainMs: 60_000 });
  };
  return { server, live, stop };
}

const addressOf = (server: Server, stories: readonly string[] = []) => {
  const { port } = server.address() as AddressInfo; // the server listens on a port
  const input = encodeURIComponent(JSON.stringify({ json: { stories } }));
  return `http://127.0.0.1:${port}/trpc/news.live?input=${input}`;
};

/** Connects like a browser. Returns the answer, and a function that reads its next event with its id. */
async function open(
  headers: Readonly<Record<string, string>> = {},
  stories: readonly string[] = [],
  { server } = process,
) {
  const ending = new AbortController();
  opened.push(ending);
  const answer = await fetch(addressOf(server, stories), { headers, signal: ending.signal });
  const texts = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const read = async (): Promise<{ readonly topics: unknown; readonly id: string } | null> => {
    for (;;) {
      const [event, ...rest] = text.split('\n\n');
      if (rest.length > 0) {
        text = rest.join('\n\n');
        const [, json, id] = /^data: (\{"json".*)\nid: (.*)$/u.exec(event ?? '') ?? [];
        if (json !== undefined) return { topics: JSON.parse(json).json, id: id ?? '' };
      } else {
        const { value, done } = (await texts?.read()) ?? { done: true };
        if (done) return null;
        text += value;
      }
    }
  };
  return { answer, read, close: () => ending.abort() };
}

const say = () =>
  test.world.callAs(null).comments.create({
    id: commentId.parse(randomUUID()),
    storyId: story,
    content: randomUUID(),
    authorName: 'Rosa',
  });

describe('an open connection', () => {
  it('gets events at once, uncompressed and without caches or proxies, and leaves nothing behind', async () => {
    const { answer, read, close: leave } = await open({ ...ana.headers, 'accept-encoding': 'gzip' });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
    });
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(await read()).toMatchObject({ topics: ['all'] });
    await say();
    expect(await read()).toMatchObject({ topics: ['news'] });
    expect(process.live.countOpen()).toBe(1);
    leave();
    await vi.waitFor(() => expect(process.live.countOpen()).toBe(0));
  });

  it('ends with its session', async () => {
    const luis = await test.signUp('luis');
    const { read } = await open(luis.headers);
    await read();
    await test.world.callAs(luis.viewer, luis.token).account.signOut();
    expect(await read()).toMatchObject({ topics: [] });
    expect(await read()).toBeNull();
    expect((await open(luis.headers)).answer.status).toBe(401);
  });

  it('ends at once when its process stops, and misses nothing at the next process', async () => {
    const before = await start();
    const first = await open({}, [story], before);
    const { id } = (await first.read()) ?? { id: '' };
    const stopped = before.stop();
    expect(await first.read()).toMatchObject({ topics: [] });
    expect(await first.read()).toBeNull();
    await stopped;
    await say();
    const next = await open({ 'last-event-id': id }, [story]);
    const told = await next.read();
    expect(told?.topics).toEqual(['all']);
    // The first process still listens, so a reconnected client gets exactly the missed events.
    const other = await open({}, [story]);
    await other.read();
    next.close();
    await say();
    await vi.waitFor(async () => {
      const again = await open({ 'last-event-id': told?.id ?? '' }, [story]);
      expect((await again.read())?.topics).toEqual([`comments:${story}`]);
    });
  });
});

describe('a connection is refused', () => {
  it('to visitors without a story and in any unusual form, and the oldest of too many connections of a user ends', async () => {
    expect((await open()).answer.status).toBe(401);
    const oldest = await open(ana.headers);
    const many = Array.from({ length: liveLimits.maxOfUser }, () => open(ana.headers));
    expect((await Promise.all(many)).map(({ answer }) => answer.status)).toEqual(many.map(() => 200));
    // Another event may come first.
    let last = await oldest.read();
    while (last !== null) last = await oldest.read();
    const address = addressOf(process.server);
    const malformed = await fetch(address.replace(/%22json.*/u, ''), { headers: ana.headers });
    const batch = await fetch(address.replace('?', ',news.unread?batch=1&'), { headers: ana.headers });
    const change = await fetch(address, { method: 'POST', headers: ana.headers, body: '{}' });
    expect([malformed.status, batch.status, change.status]).toEqual([400, 400, 415]);
    const { port } = process.server.address() as AddressInfo;
    const input = encodeURIComponent(JSON.stringify({ json: { stories: [story] } }));
    for (const path of ['news.live/', 'news%2Elive', '/news.live', 'stories.feed,news.live/'])
      expect((await fetch(`http://127.0.0.1:${port}/trpc/${path}?input=${input}`)).status).toBe(400);
    expect(process.live.countOpen()).toBe(liveLimits.maxOfUser);
  });
});

describe('a client that does not read', () => {
  it('is disconnected at the next heartbeat, and one that reads is kept', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const outgoing = Object.assign(new EventEmitter(), {
      writableLength: 0,
      destroyed: false,
      flushHeaders: vi.fn<() => void>(),
      write: vi.fn<() => boolean>(() => true),
      end: vi.fn<() => void>(),
      destroy: vi.fn<() => void>(() => void outgoing.emit('close')),
    });
    const ending = new AbortController();
    const never = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) };
    send(never, outgoing as unknown as Parameters<typeof send>[1], ending);
    vi.advanceTimersByTime(liveLimits.heartbeatMs * 3);
    expect(outgoing.write).toHaveBeenCalledTimes(4);
    expect(ending.signal.aborted).toBe(false);
    outgoing.writableLength = 1;
    vi.advanceTimersByTime(liveLimits.heartbeatMs);
    expect(outgoing.destroy).toHaveBeenCalledOnce();
    expect(ending.signal.aborted).toBe(true);
    vi.advanceTimersByTime(liveLimits.heartbeatMs * 3);
    expect(outgoing.write).toHaveBeenCalledTimes(4);
  });
});
