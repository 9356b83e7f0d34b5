import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { RateLimitedError, type StoryId } from '@relato/contract';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './app.ts';
import { close, listen } from './http-server.ts';
import { useTestApp, type TestUser } from '../testing/test-app.ts';
import { useWebDir } from '../testing/web-dir.ts';

const script = 'export const story = 1;'.repeat(100);
const webDir = useWebDir({
  'assets/app-1a2b3c4d.js': script,
  'assets/app-1a2b3c4d.js.br': brotliCompressSync(script),
  'assets/app-1a2b3c4d.js.gz': gzipSync(script),
});

const test = useTestApp(() => ({ webDir }));
let ana: TestUser;
let published: StoryId;
let unpublished: StoryId;
beforeAll(async () => {
  ana = await test.signUp('ana');
  published = await test.world.publishStory(ana.viewer);
  const recordingId = await test.world.record(ana.viewer);
  unpublished = (await test.world.callAs(ana.viewer).stories.create({ recordingId, title: 'El tren' })).id;
});

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await close(server);
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isFromApp: boolean;
}

type Headers = Readonly<Record<string, string>>;

/** Sends a request over a socket, to a server that notes whether the app was asked. */
async function ask(
  app: App,
  path: string,
  headers: Headers = {},
  method = 'GET',
  body = '',
): Promise<Answer> {
  let isFromApp = false;
  const server = await listen(
    {
      fetch: (...request) => {
        isFromApp = true;
        return app.fetch(...request);
      },
      fastPath: app.fastPath,
    },
    { port: 0, host: '127.0.0.1' },
  );
  servers.push(server);
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1'); // a server on a port has one
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk));
  const lines = Object.entries({ Host: 'relato.test', Connection: 'close', ...headers });
  socket.write(
    [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', body].join(
      '\r\n',
    ),
  );
  await once(socket, 'close');
  const [head = '', ...rest] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n');
  const [statusLine = '', ...headerLines] = head.split('\r\n');
  const answered = headerLines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 2),
  ]);
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(answered) as Headers,
    body: rest.join('\r\n\r\n'),
    isFromApp,
  };
}

/** The answer of the app alone to the same request. */
type Request = [path: string, headers?: Headers, method?: string, body?: string];

const askApp = (app: App, ...request: Request) =>
  ask(Object.assign(Object.create(app) as App, { fastPath: () => false }), ...request);

/** Headers without those that differ by the moment, and those that node sets by the way a body is sent. */
const comparable = ({ status, headers, body }: Answer) => {
  const { date: _date, 'x-request-id': requestId, 'transfer-encoding': _encoding, ...rest } = headers;
  expect(requestId).toMatch(/^[\da-f-]{36}$/u);
  return {
    status,
    headers: { ...rest, 'content-length': undefined },
    body: body.replaceAll(requestId ?? '', 'the request id'),
  };
};

const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body } as const;

async function refuseConnection(): Promise<never> {
  throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
}

const unknownId = '00000000-0000-4000-8000-000000000000';
const own = { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip' };
/** A request for a change of Ana's. */
const change = (path: string, body: string, more: Headers = {}): Request => {
  const type = { 'Content-Type': 'application/json', 'Content-Length': `${Buffer.byteLength(body)}` };
  return [`/trpc/${path}`, { ...ana.headers, ...type, ...more }, 'POST', body];
};
const toInput = (input: unknown): string => encodeURIComponent(JSON.stringify(input));

describe('an answer on the fast path is the one of the app', () => {
  const range = { range: 'bytes=10-99' };
  it.each<[string, () => Request]>([
    ['public audio', () => [`/audio/${published}`]],
    ['public audio with a query', () => [`/audio/${published}?from=feed`]],
    ['a range', () => [`/audio/${published}`, range]],
    ['the head of a range', () => [`/audio/${published}`, range, 'HEAD']],
    ['a range past the end', () => [`/audio/${published}`, { range: 'bytes=99999999-' }]],
    ['private audio', () => [`/audio/${unpublished}`, { ...ana.headers, ...range }]],
    ['private audio without a session', () => [`/audio/${unpublished}`, range]],
    ['missing audio', () => ['/audio/00000000-0000-4000-8000-000000000000']],
    ['a query', () => ['/trpc/settings.public']],
    [
      'a batch',
      () => [
        `/trpc/stories.feed,stories.byId?batch=1&input=${toInput({ 0: { json: {} }, 1: { json: { id: published } } })}`,
      ],
    ],
    ['a batch that fails in part', () => ['/trpc/stories.mine,stories.feed,stories.byId?batch=1']],
    ['a query with a session', () => ['/trpc/stories.mine', ana.headers]],
    ['a query with an invalid input', () => [`/trpc/stories.byId?input=${toInput({ json: { id: 'x' } })}`]],
    ['a missing story', () => [`/trpc/stories.byId?input=${toInput({ json: { id: unknownId } })}`]],
    [
      'a compressed answer',
      () => [`/trpc/stories.feed,settings.public?batch=1&input=${toInput({ 0: { json: {} } })}`, own],
    ],
  ])('%s', async (_case, toRequest) => {
    const answer = await ask(test.app, ...toRequest());
    const expected = await askApp(test.app, ...toRequest());
    expect([answer.isFromApp, expected.isFromApp]).toEqual([false, true]);
    expect(comparable(answer)).toEqual(comparable(expected));
  });

  it.each([
    ['a browser of today', { 'accept-encoding': 'gzip, deflate, br, zstd' }, 'br'],
    ['a browser without brotli', { 'accept-encoding': 'gzip, deflate' }, 'gzip'],
    ['a browser that refuses brotli', { 'accept-encoding': 'br;q=0, gzip' }, 'gzip'],
    ['a program without any encoding', {}, 'identity'],
    ['a program that wants none', { 'accept-encoding': 'identity' }, 'identity'],
  ] as const)('a script for %s', async (_case, headers, encoding) => {
    const path = '/assets/app-1a2b3c4d.js';
    // The first request reads the files.
    await askApp(test.app, path);
    const answer = await ask(test.app, path, headers);
    const expected = await askApp(test.app, path, headers);
    expect([answer.isFromApp, answer.status]).toEqual([false, 200]);
    expect(comparable(answer)).toEqual(comparable(expected));
    expect(answer.headers['content-encoding'] ?? 'identity').toBe(encoding);
    expect(answer.headers.vary).toBe('Accept-Encoding');
    const sent = Buffer.from(answer.body, 'latin1');
    expect(sent.byteLength).toBe(Number(answer.headers['content-length']));
    expect(decode[encoding](sent).toString()).toBe(script);
    for (const [method, known] of [
      ['HEAD', {}],
      ['GET', { 'if-none-match': `"other", ${answer.headers.etag}` }],
    ] as const) {
      const short = await ask(test.app, path, { ...headers, ...known }, method);
      expect([short.isFromApp, short.status, short.body]).toEqual([false, method === 'GET' ? 304 : 200, '']);
      expect(comparable(short)).toEqual(
        comparable(await askApp(test.app, path, { ...headers, ...known }, method)),
      );
    }
  });

  it('to a request that exceeds a limit', async () => {
    const app = test.createWith({
      rateLimiter: {
        ...test.world.services.rateLimiter,
        consume: async () => {
          throw new RateLimitedError(42);
        },
      },
    });
    const answer = await ask(app, `/audio/${published}`);
    expect([answer.isFromApp, answer.status, answer.headers['retry-after']]).toEqual([false, 429, '42']);
    expect(comparable(answer)).toEqual(comparable(await askApp(app, `/audio/${published}`)));
  });

  it('while the database cannot be reached', async () => {
    const app = test.createWith({ database: { ...test.world.database, sql: refuseConnection } });
    const answer = await ask(app, `/audio/${published}`);
    expect([answer.isFromApp, answer.status, answer.body]).toEqual([false, 503, '{"error":"UNAVAILABLE"}']);
    expect(comparable(answer)).toEqual(comparable(await askApp(app, `/audio/${published}`)));
  });

  it('if its file is missing, which is logged with the id of the request', async () => {
    const { storage } = test.world.services;
    const app = test.createWith({
      storage: {
        ...storage,
        open: () => storage.open(`playback/00/${'0'.repeat(40)}.webm`, { start: 0, end: 1 }),
      },
    });
    const answer = await ask(app, `/audio/${published}`);
    expect([answer.isFromApp, answer.status]).toEqual([false, 500]);
    const lines = test.logs.filter((line) => line.includes(answer.headers['x-request-id'] ?? 'none'));
    expect(lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg)).toEqual([
      'request failed',
      'request',
    ]);
    expect(comparable(answer)).toEqual(comparable(await askApp(app, `/audio/${published}`)));
  });
});

it('an answer on the fast path is logged once, with its id and without its query', async () => {
  const { headers } = await ask(test.app, `/audio/${published}?token=secret`);
  const lines = test.logs.filter((line) => line.includes(headers['x-request-id'] ?? 'none'));
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ method: 'GET', path: `/audio/${published}`, status: 200, msg: 'request' }),
  ]);
  expect(lines.join('')).not.toContain('secret');
});

describe('a request is left to the app', () => {
  it.each<[string, string, Headers, string, number]>([
    ['for another host', '', { Host: 'evil.example' }, 'GET', 421],
    ['with another method', '', {}, 'POST', 405],
    ['to become a WebSocket', '', { Upgrade: 'websocket', Connection: 'Upgrade' }, 'GET', 400],
    ['under another path', '/x.js', {}, 'GET', 404],
  ])('%s', async (_case, suffix, headers, method, status) => {
    const app = test.createWith({}, { isPublicUrlSet: true });
    const answer = await ask(app, `/audio/${published}${suffix}`, { ...headers }, method);
    expect([answer.isFromApp, answer.status]).toEqual([true, status]);
  });

  it.each<[string, string, Headers, string]>([
    ['a GET with a length', 'GET', { 'Content-Length': '5' }, 'hello'],
    ['a GET in chunks', 'GET', { 'Transfer-Encoding': 'chunked' }, '5\r\nhello\r\n0\r\n\r\n'],
    ['a HEAD with a length', 'HEAD', { 'Content-Length': '5' }, 'hello'],
    ['a HEAD in chunks', 'HEAD', { 'Transfer-Encoding': 'chunked' }, '5\r\nhello\r\n0\r\n\r\n'],
  ])('if it has a body, which the route ignores: %s', async (_case, method, headers, body) => {
    const request: Request = [`/audio/${published}`, headers, method, body];
    const answer = await ask(test.app, ...request);
    expect([answer.isFromApp, answer.status]).toEqual([true, 200]);
    expect(comparable(answer)).toEqual(comparable(await askApp(test.app, ...request)));
  });

  it.each<[string, string, Headers, number]>([
    ['of another site', 'stories.vote', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['of another host of this site', 'stories.vote', { 'Sec-Fetch-Site': 'same-site' }, 403],
    ['from another origin', 'stories.vote', { Origin: 'https://evil.example' }, 403],
    ['from the origin null', 'stories.vote', { Origin: 'null' }, 403],
    ['for another host', 'stories.vote', { Host: 'evil.example' }, 421],
    ['as a form', 'stories.vote', { 'Content-Type': 'multipart/form-data; boundary=x' }, 415],
    ['as text', 'stories.vote', { 'Content-Type': 'text/plain' }, 415],
    ['in more than the limit', 'stories.vote', { 'Content-Length': '100001' }, 413],
    ['in eleven calls', `${'stories.vote,'.repeat(10)}stories.vote?batch=1`, {}, 400],
    ['by a query', 'settings.public', {}, 405],
    ['under an unknown name', 'stories.constructor', {}, 404],
    ['mixed with a query', 'stories.vote,settings.public?batch=1', {}, 400],
  ])('if it is a change %s', async (_case, path, headers, status) => {
    const app = test.createWith({}, { isPublicUrlSet: true });
    const answer = await ask(app, ...change(path, '{"json":{}}', { ...headers, Connection: 'close' }));
    expect([answer.isFromApp, answer.status]).toEqual([true, status]);
  });

  it.each(['relato.test\r\nHost: evil.example', 'relato test', ''])(
    'and refused by its adapter, for the host «%s»',
    async (host) => {
      expect((await ask(test.app, `/audio/${published}`, { Host: host })).status).toBe(400);
    },
  );
});

it('SEC-18: a malformed body counts against the limits of its call', async () => {
  const counted: string[] = [];
  const app = test.createWith({
    rateLimiter: {
      ...test.world.services.rateLimiter,
      consume: async (name) => void counted.push(name),
    },
  });
  expect((await ask(app, ...change('stories.vote', '{"json":'))).status).toBe(400);
  expect(counted).toContain('write');
});

it('a client that goes away in the middle of its body changes nothing and is no failure of ours', async () => {
  const server = await listen(test.app, { port: 0, host: '127.0.0.1' });
  servers.push(server);
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1'); // a server on a port has one
  const before = test.logs.length;
  const lines = Object.entries({
    Host: 'x',
    ...ana.headers,
    'Content-Type': 'application/json',
    'Content-Length': 99,
  });
  socket.write(
    ['POST /trpc/stories.vote HTTP/1.1', ...lines.map(([name, value]) => `${name}: ${value}`), '', '{'].join(
      '\r\n',
    ),
  );
  const [incoming] = (await once(server, 'request')) as [IncomingMessage]; // what the event tells
  socket.destroy();
  await new Promise((resolve) => void incoming.socket.once('close', resolve));
  // Whatever the server does about it, it does in the next turns.
  for (let turns = 0; turns < 5; turns += 1) await setImmediate();
  expect(test.logs.slice(before).filter((line) => !line.includes('"status":400'))).toEqual([]);
});
