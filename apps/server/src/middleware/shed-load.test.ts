import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../http/app.ts';
import { close, listen } from '../http/http-server.ts';
import { createLoadGate, type LoadGate } from './shed-load.ts';
import { useTestApp, type TestUser } from '../testing/test-app.ts';

const test = useTestApp();
let gate: LoadGate;
let app: App;
let ana: TestUser;
beforeAll(async () => {
  ana = await test.signUp('ana');
  // The clock stands still, because slow reads would lower the bound between the tests.
  gate = createLoadGate(() => 0);
  app = test.createWith({}, { loadGate: gate });
});

const held: (() => void)[] = [];
afterEach(() => held.splice(0).forEach((leave) => leave()));
const fill = (load: 'read' | 'first') => {
  for (let leave = gate.enter(load); leave; leave = gate.enter(load)) held.push(leave);
};

const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
const askText = (input: string, headers: Readonly<Record<string, string>> = {}) =>
  app.request(`/trpc/stories.feed?input=${encodeURIComponent(input)}`, { headers });
const ask = (input: object) => askText(JSON.stringify({ json: input }));
const write = () => app.request('/trpc/stories.vote', { method: 'POST', headers: json, body: '{"json":{}}' });

describe('REL-26: past the capacity', () => {
  it('writes and searches are refused with 503 and Retry-After, while reads succeed', async () => {
    fill('first');
    for (const refused of [await write(), await ask({ search: 'lluvia' })]) {
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.headers.get('cache-control')).toBe('no-store');
      expect(await refused.json()).toEqual({ error: 'UNAVAILABLE' });
    }
    expect((await ask({})).status).toBe(200);
    expect((await ask({ search: '' })).status).toBe(200);
    expect((await app.request('/livez')).status).toBe(200);
  });

  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['with an escaped letter', String.raw`{"json":{"\u0073earch":"lluvia"}}`, {}],
    ['after an empty one', '{"json":{"search":"","search":"lluvia"}}', {}],
    ['as only the adapter reads it', '{"json":{}}', { 'content-type': 'application/json' }],
  ])('a search written %s is refused like the others', async (_case, input, headers) => {
    expect((await askText(input, headers)).status).toBe(200);
    fill('first');
    expect((await askText(input, headers)).status).toBe(503);
  });

  it('reads are refused last, and everything works again afterwards', async () => {
    fill('read');
    expect((await ask({})).status).toBe(503);
    held.splice(0).forEach((leave) => leave());
    expect((await ask({})).status).toBe(200);
    expect((await write()).status).toBe(401);
    expect(gate.isFull('first')).toBe(false);
  });
});

it('SEC-55: a batch takes a place for each of its calls, however it is sent', async () => {
  const places: (number | undefined)[] = [];
  const counting: LoadGate = {
    ...gate,
    enter: (load, calls) => {
      places.push(calls);
      return gate.enter(load, calls);
    },
  };
  const counted = test.createWith({}, { loadGate: counting });
  const server = await listen(counted, { port: 0, host: '127.0.0.1' });
  const { port } = server.address() as AddressInfo; // the server listens on a port
  const feeds = '/trpc/stories.feed,stories.feed,stories.feed?batch=1&input=%7B%7D';
  const votes = '/trpc/stories.vote,stories.vote?batch=1';
  const post = { method: 'POST', headers: json, body: '{}' };
  await fetch(`http://127.0.0.1:${port}${feeds}`);
  await counted.request(feeds);
  await counted.request(feeds, { headers: { 'content-type': 'application/json' } });
  await counted.request(votes, post);
  await counted.request(feeds.replaceAll(',', '%2c'));
  await counted.request(votes.replaceAll(',', '%2C'), post);
  await close(server);
  expect(places).toEqual([3, 3, 3, 2, 3, 2]);
});

const refuseConnection = () =>
  Promise.reject(Object.assign(new Error('too many connections'), { code: '53300' }));
it('REL-26: a call that the busy database refuses gets Retry-After too', async () => {
  const { rateLimiter } = test.world.services;
  const busy = test.createWith({ rateLimiter: { ...rateLimiter, consume: refuseConnection } });
  for (const path of ['/trpc/stories.feed?input=%7B%22json%22%3A%7B%7D%7D', '/sitemap.xml']) {
    const answer = await busy.request(path);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
});

describe('the last place for writes and searches', () => {
  const account = { json: { email: 'nadie@example.org', password: 'otra cosa' } };
  const vote = { json: { id: '00000000-0000-4000-8000-000000000000', direction: 'up' } };
  it.each([
    ['is left free by a sign-in, which may wait for a hash', 'account.signIn', account, false],
    [
      'is taken by a change beside a sign-in',
      'account.signIn,stories.vote?batch=1',
      { 0: account, 1: vote },
      true,
    ],
    ['is taken by any other change', 'stories.vote', vote, true],
  ])('%s', async (_case, path, body, isTaken) => {
    const started = Promise.withResolvers<undefined>();
    const ended = Promise.withResolvers<undefined>();
    const consume = async () => {
      started.resolve(undefined);
      await ended.promise;
    };
    const { rateLimiter } = test.world.services;
    const slow = test.createWith({ rateLimiter: { ...rateLimiter, consume } }, { loadGate: gate });
    const headers = { 'content-type': 'application/json', ...ana.headers };
    const call = async () =>
      slow.request(`/trpc/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    fill('first');
    expect((await call()).status).toBe(503);
    held.pop()?.();
    const answer = call();
    await started.promise;
    expect(gate.isFull('first')).toBe(isTaken);
    ended.resolve(undefined);
    expect((await answer).status).toBeLessThan(500);
    expect(gate.isFull('first')).toBe(false);
  });
});

describe('a client', () => {
  const open: Socket[] = [];
  const servers: Server[] = [];
  afterEach(async () => {
    for (const socket of open.splice(0)) socket.destroy();
    await Promise.all(servers.splice(0).map((server) => close(server)));
  });
  const dial = async (server: Server): Promise<Socket> => {
    const { port } = server.address() as AddressInfo; // the server listens on a port
    const socket = connect(port, '127.0.0.1');
    open.push(socket);
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  /** Returns a server, and a function that waits until this number of connections has sent a request. */
  const start = async () => {
    const server = await listen(app, { port: 0, host: '127.0.0.1' });
    servers.push(server);
    const asking = new Set<Socket>();
    server.on('request', ({ socket }) => void asking.add(socket));
    const whenAsked = (connections: number) => expect.poll(() => asking.size).toBe(connections);
    return { server, whenAsked };
  };

  it('that pipelines requests and reads no answers takes no capacity from others', async () => {
    const { server, whenAsked } = await start();
    const request = 'GET /trpc/stories.feed?input=%7B%22json%22%3A%7B%7D%7D HTTP/1.1\r\nHost: x\r\n\r\n';
    for (let index = 0; index < 20; index += 1) {
      const socket = await dial(server);
      socket.pause();
      socket.write(request.repeat(60));
    }
    await whenAsked(20);
    expect(gate.isFull('first')).toBe(false);
    expect((await ask({})).status).toBe(200);
    expect((await write()).status).toBe(401);
  });

  it('that sends its body slowly takes no capacity from others', async () => {
    const { server, whenAsked } = await start();
    for (let index = 0; index < 80; index += 1) {
      const socket = await dial(server);
      socket.write(
        'POST /trpc/stories.vote HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      );
    }
    await whenAsked(80);
    expect(gate.isFull('first')).toBe(false);
    expect((await write()).status).toBe(401);
  });

  it('that pipelines gets its answers in order, and no more than a number of them', async () => {
    const { server } = await start();
    const socket = await dial(server);
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20));
    await expect.poll(() => answer.match(/HTTP\/1\.1 200/gu)?.length).toBe(20);
    socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(200));
    await once(socket, 'close');
  });
});
