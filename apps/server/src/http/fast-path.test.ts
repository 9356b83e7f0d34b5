import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { RateLimitedError, type StoryId } from '@relato/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './app.ts';
import { close, listen } from './http-server.ts';
import { useTestApp, type TestUser } from '../testing/test-app.ts';
import { useWebDir } from '../testing/web-dir.ts';

const scriptPath = '/assets/app-1a2b3c4d.js';
const script = 'export const story = 1;'.repeat(100);
const webDir = useWebDir({
  'assets/app-1a2b3c4d.js': script,
  'assets/app-1a2b3c4d.js.br': brotliCompressSync(script),
  'assets/app-1a2b3c4d.js.gz': gzipSync(script),
});

const test = useTestApp(() => ({ webDir }));
let ana: TestUser;
let published: StoryId;
let publicApp: App;
beforeAll(async () => {
  ana = await test.signUp('ana');
  published = await test.world.publishStory(ana.viewer);
  publicApp = test.createWith({}, { isPublicUrlSet: true });
  // The first request reads the files into memory.
  for (const app of [test.app, publicApp]) await app.request(scriptPath);
});

const servers: Server[] = [];
afterAll(() => Promise.all(servers.map((server) => close(server))));

type Headers = Readonly<Record<string, string>>;
type Request = [path: string, headers?: Headers, method?: string, body?: string];

async function dial(handlers: Parameters<typeof listen>[0]): Promise<[Socket, Server]> {
  const server = await listen(handlers, { port: 0, host: '127.0.0.1' });
  servers.push(server);
  return [connect((server.address() as AddressInfo).port, '127.0.0.1'), server]; // the server listens on a port
}

const toText = (path: string, headers: Headers, method = 'GET', body = ''): string => {
  const lines = Object.entries({ Host: 'relato.test', ...headers });
  return [`${method} ${path} HTTP/1.1`, ...lines.map((line) => line.join(': ')), '', body].join('\r\n');
};

/** Sends a request over a socket to a server that notes whether the app answered. */
async function ask(app: App, [path, headers, ...more]: Request, fastPath = app.fastPath) {
  let isFromApp = false;
  const fetch: typeof app.fetch = (...request) => {
    isFromApp = true;
    return app.fetch(...request);
  };
  const [socket] = await dial({ fetch, fastPath });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk));
  socket.write(toText(path, { Connection: 'close', ...headers }, ...more));
  await once(socket, 'close');
  const [head = '', ...rest] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const answered: Headers = Object.fromEntries(
    lines.map((line) => line.split(/: (.*)/s)).map(([name = '', value = '']) => [name.toLowerCase(), value]),
  );
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: answered,
    body: rest.join('\r\n\r\n'),
    isFromApp,
  };
}
type Answer = Awaited<ReturnType<typeof ask>>;

/** Returns the headers without those that depend on the time or on the way in which node sends a body. */
const comparable = ({ status, headers, body }: Answer) => {
  const { date: _date, 'x-request-id': requestId, 'transfer-encoding': _encoding, ...rest } = headers;
  expect(requestId).toMatch(/^[\da-f-]{36}$/u);
  return {
    status,
    headers: { ...rest, 'content-length': undefined },
    body: body.replaceAll(requestId ?? '', 'the request id'),
  };
};

/** Returns the answer of the fast path after comparing it with that of the app. */
async function askBoth(app: App, request: Request): Promise<Answer> {
  const answer = await ask(app, request);
  const expected = await ask(app, request, () => false);
  expect([answer.isFromApp, expected.isFromApp]).toEqual([false, true]);
  expect(comparable(answer)).toEqual(comparable(expected));
  return answer;
}

const refuse = () => Promise.reject(new RateLimitedError(42));
const toInput = (input: unknown): string => encodeURIComponent(JSON.stringify(input));
const empty = toInput({ json: {} });
const feed = `/trpc/stories.feed?input=${empty}`;
const unknownId = '00000000-0000-4000-8000-000000000000';

describe('an answer of the fast path equals that of the app', () => {
  it.each<[string, number, () => Request]>([
    ['a query', 200, () => ['/trpc/settings.public']],
    ['a query with a session', 200, () => [`/trpc/stories.mine?input=${empty}`, ana.headers]],
    ['a batch that fails in part', 207, () => ['/trpc/stories.mine,stories.feed,stories.byId?batch=1']],
    ['a missing story', 404, () => [`/trpc/stories.byId?input=${toInput({ json: { id: unknownId } })}`]],
    [
      'a compressed batch',
      200,
      () => [
        `/trpc/stories.feed,stories.byId?batch=1&input=${toInput({ 0: { json: {} }, 1: { json: { id: published } } })}`,
        { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip' },
      ],
    ],
  ])('%s', async (_case, status, toRequest) => {
    expect((await askBoth(test.app, toRequest())).status).toBe(status);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
  ] as const)('a script for a program that accepts «%s»', async (accepted, encoding, decode) => {
    const headers = { 'accept-encoding': accepted };
    const answer = await askBoth(test.app, [scriptPath, headers]);
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, encoding]);
    const sent = Buffer.from(answer.body, 'latin1');
    expect(sent.byteLength).toBe(Number(answer.headers['content-length']));
    expect(decode(sent).toString()).toBe(script);
    const head = await askBoth(test.app, [scriptPath, headers, 'HEAD']);
    const tags = `"other", ${answer.headers['etag']}`;
    const known = await askBoth(test.app, [scriptPath, { ...headers, 'if-none-match': tags }]);
    expect([head.status, head.body, known.status, known.body]).toEqual([200, '', 304, '']);
  });

  it('past a limit, and while the database cannot be reached', async () => {
    const { rateLimiter } = test.world.services;
    const limited = await askBoth(test.createWith({ rateLimiter: { ...rateLimiter, consume: refuse } }), [
      feed,
    ]);
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, '42']);
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const database = { ...test.world.database, sql: () => Promise.reject(refused) };
    const away = await askBoth(test.createWith({ database }), [feed]);
    expect([away.status, away.headers['retry-after']]).toEqual([503, '2']);
  });
});

it('an answer of the fast path is logged once, with its id and without its query', async () => {
  const { headers } = await ask(test.app, [`${scriptPath}?token=secret`]);
  const lines = test.logs.filter((line) => line.includes(headers['x-request-id'] ?? 'none'));
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ method: 'GET', path: scriptPath, status: 200, msg: 'request' }),
  ]);
  expect(lines.join('')).not.toContain('secret');
});

/** A request that changes data of Ana. */
const change = (path: string, body: string, more: Headers = {}): Request => {
  const type = { 'Content-Type': 'application/json', 'Content-Length': `${Buffer.byteLength(body)}` };
  return [`/trpc/${path}`, { ...ana.headers, ...type, ...more }, 'POST', body];
};

describe('a request is left to the app', () => {
  it.each<[string, Request, number]>([
    ['for another host', [scriptPath, { Host: 'evil.example' }], 421],
    ['with another method', [scriptPath, {}, 'POST'], 405],
    ['to become a WebSocket', [scriptPath, { Upgrade: 'websocket', Connection: 'Upgrade' }], 400],
    ['with a body', [scriptPath, { 'Content-Length': '5' }, 'GET', 'hello'], 200],
    [
      'with a body in chunks',
      [scriptPath, { 'Transfer-Encoding': 'chunked' }, 'HEAD', '5\r\nhello\r\n0\r\n\r\n'],
      200,
    ],
  ])('%s', async (_case, request, status) => {
    const answer = await ask(publicApp, request);
    expect([answer.isFromApp, answer.status]).toEqual([true, status]);
  });

  it.each<[string, () => Request, number]>([
    ['of another site', () => change('stories.vote', '{}', { 'Sec-Fetch-Site': 'cross-site' }), 403],
    ['in more than the limit', () => change('stories.vote', '{}', { 'Content-Length': '100001' }), 413],
    ['by a query', () => change('settings.public', '{}'), 405],
    ['mixed with a query', () => change('stories.vote,settings.public?batch=1', '{}'), 400],
  ])('if it is a change %s', async (_case, toRequest, status) => {
    const answer = await ask(publicApp, toRequest());
    expect([answer.isFromApp, answer.status]).toEqual([true, status]);
  });

  it('and refused by its adapter, for two hosts or a wrong one', async () => {
    for (const host of ['relato.test\r\nHost: evil.example', 'relato test', ''])
      expect((await ask(test.app, [scriptPath, { Host: host }])).status).toBe(400);
  });
});

it('SEC-18: a malformed body counts against the limits of its call', async () => {
  const counted: string[] = [];
  const consume = async (name: string) => void counted.push(name);
  const app = test.createWith({ rateLimiter: { ...test.world.services.rateLimiter, consume } });
  expect((await ask(app, change('stories.vote', '{"json":'))).status).toBe(400);
  expect(counted).toContain('write');
});

it('a client that disconnects in the middle of its body changes nothing and logs no failure', async () => {
  const [socket, server] = await dial(test.app);
  const before = test.logs.length;
  const type = { 'Content-Type': 'application/json', 'Content-Length': '99' };
  socket.write(toText('/trpc/stories.vote', { ...ana.headers, ...type }, 'POST', '{'));
  const [incoming] = (await once(server, 'request')) as [IncomingMessage]; // what the event tells
  socket.destroy();
  await new Promise((resolve) => void incoming.socket.once('close', resolve));
  // The server handles the disconnection in the next turns of the event loop.
  for (let turns = 0; turns < 5; turns += 1) await setImmediate();
  expect(test.logs.slice(before).filter((line) => !line.includes('"status":400'))).toEqual([]);
});
