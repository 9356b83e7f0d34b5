import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../app.ts';
import { close, listen } from '../http-server.ts';
import { createLoadGate, type LoadGate } from '../load-gate.ts';
import { useTestApp, type TestUser } from '../testing/test-app.ts';

const test = useTestApp();
let gate: LoadGate;
let app: App;
let ana: TestUser;
beforeAll(async () => {
  ana = await test.signUp('ana');
  gate = createLoadGate();
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
  it('writes and searches are refused with 503 and Retry-After, while reads go on', async () => {
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

  it.each([
    ['with an escaped letter', String.raw`{"json":{"\u0073earch":"lluvia"}}`],
    ['with spaces', '{ "json" : { "search" : "lluvia" } }'],
    ['after an empty one', '{"json":{"search":"","search":"lluvia"}}'],
  ])('a search written %s is refused like the others', async (_case, input) => {
    expect((await askText(input)).status).toBe(200);
    fill('first');
    expect((await askText(input)).status).toBe(503);
  });

  it('a query is refused as a search if only the adapter can read it', async () => {
    const asNoClientAsks = { 'content-type': 'application/json' };
    expect((await askText('{"json":{}}', asNoClientAsks)).status).toBe(200);
    fill('first');
    expect((await askText('{"json":{}}', asNoClientAsks)).status).toBe(503);
  });

  it('reads are refused at last, and everything works again afterwards', async () => {
    fill('read');
    expect((await ask({})).status).toBe(503);
    held.splice(0).forEach((leave) => leave());
    expect((await ask({})).status).toBe(200);
    expect((await write()).status).toBe(401);
    expect(gate.isFull('first')).toBe(false);
  });
});

describe('the last place for writes and searches', () => {
  const account = { email: 'nadie@example.org', password: 'otra cosa' };
  const vote = { id: '00000000-0000-4000-8000-000000000000', direction: 'up' };
  it.each([
    ['is left free by a sign-in, which may wait for a hash', 'in the app', 'account.signIn', account, false],
    [
      'is left free by a sign-in, which may wait for a hash',
      'at the socket',
      'account.signIn',
      account,
      false,
    ],
    ['is taken by any other change', 'in the app', 'stories.vote', vote, true],
    ['is taken by any other change', 'at the socket', 'stories.vote', vote, true],
  ])('%s, %s', async (_case, place, path, input, isTaken) => {
    const started = Promise.withResolvers<undefined>();
    const ended = Promise.withResolvers<undefined>();
    const consume = async () => {
      started.resolve(undefined);
      await ended.promise;
    };
    const { rateLimiter } = test.world.services;
    const slow = test.createWith({ rateLimiter: { ...rateLimiter, consume } }, { loadGate: gate });
    const server = await listen(slow, { port: 0, host: '127.0.0.1' });
    const { port } = server.address() as AddressInfo; // a server on a port has one
    const call = async () => {
      const headers = { 'content-type': 'application/json', ...ana.headers };
      const request = { method: 'POST', headers, body: JSON.stringify({ json: input }) };
      return place === 'in the app'
        ? slow.request(`/trpc/${path}`, request)
        : fetch(`http://127.0.0.1:${port}/trpc/${path}`, request);
    };
    try {
      fill('first');
      expect((await call()).status).toBe(503);
      held.pop()?.();
      const answer = call();
      await started.promise;
      expect(gate.isFull('first')).toBe(isTaken);
      ended.resolve(undefined);
      expect((await answer).status).toBeLessThan(500);
      expect(gate.isFull('first')).toBe(false);
    } finally {
      ended.resolve(undefined);
      await close(server);
    }
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
    const { port } = server.address() as AddressInfo; // a server on a port has one
    const socket = connect(port, '127.0.0.1');
    open.push(socket);
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  const start = async (): Promise<Server> => {
    const server = await listen(app, { port: 0, host: '127.0.0.1' });
    servers.push(server);
    return server;
  };

  it('that pipelines requests and reads no answers takes no capacity from others', async () => {
    const server = await start();
    const request = 'GET /trpc/stories.feed?input=%7B%22json%22%3A%7B%7D%7D HTTP/1.1\r\nHost: x\r\n\r\n';
    for (let index = 0; index < 20; index += 1) {
      const socket = await dial(server);
      socket.pause();
      socket.write(request.repeat(60));
    }
    await delay(100);
    expect(gate.isFull('first')).toBe(false);
    expect((await ask({})).status).toBe(200);
    expect((await write()).status).toBe(401);
  });

  it('that sends its body slowly takes no capacity from others', async () => {
    const server = await start();
    for (let index = 0; index < 80; index += 1) {
      const socket = await dial(server);
      socket.write(
        'POST /trpc/stories.vote HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      );
    }
    await delay(100);
    expect(gate.isFull('first')).toBe(false);
    expect((await write()).status).toBe(401);
  });

  it('that pipelines gets its answers in order, and no more than a number of them', async () => {
    const server = await start();
    const socket = await dial(server);
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20));
    await expect.poll(() => answer.match(/HTTP\/1\.1 200/gu)?.length).toBe(20);
    socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(200));
    await once(socket, 'close');
  });
});
