import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { close, listen } from './http-server.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';

let test: TestApp;
let server: Server;
let impatient: Server;
const open: Socket[] = [];
beforeAll(async () => {
  test = await createTestApp();
  const place = { port: 0, host: '127.0.0.1' };
  server = await listen(test.app.fetch, place);
  const timeouts = { headersMs: 200, requestMs: 400, checkMs: 50 };
  impatient = await listen(test.app.fetch, { ...place, timeouts });
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});
afterAll(async () => {
  await Promise.all([close(server), close(impatient)]);
  await test.close();
});

/** What the server says to these lines, until it ends the connection itself. */
async function say(lines: readonly string[], to = server): Promise<string> {
  const { port } = to.address() as AddressInfo; // it listens to a port
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  let heard = '';
  socket.on('data', (chunk) => (heard += String(chunk)));
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(lines.join('\r\n'));
  await once(socket, 'close');
  return heard;
}
const statusOf = (heard: string): number => Number(/^HTTP\/1\.1 (\d+)/u.exec(heard)?.[1]);
const end = ['Connection: close', '', ''];

describe('a connection', () => {
  it('is ended when its headers take too long', async () => {
    expect(statusOf(await say(['GET / HTTP/1.1', 'Host: relato.test', 'X-Slow: '], impatient))).toBe(408);
  });

  it('is ended when its body takes too long', async () => {
    const heard = await say(
      [
        'POST /trpc/account.signIn HTTP/1.1',
        'Host: relato.test',
        'Content-Type: application/json',
        'Content-Length: 100',
        '',
        '{"json":',
      ],
      impatient,
    );
    expect(statusOf(heard)).toBeGreaterThanOrEqual(400);
  });

  it('is ended for headers past 16 kB', async () => {
    const heard = await say([
      'GET / HTTP/1.1',
      'Host: relato.test',
      `Cookie: a=${'x'.repeat(17_000)}`,
      ...end,
    ]);
    expect(statusOf(heard)).toBe(431);
  });

  it.each([
    ['two lengths', ['Content-Length: 5', 'Content-Length: 6']],
    ['a length and pieces', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['pieces that are hidden', ['Transfer-Encoding: xchunked']],
    ['a length that is none', ['Content-Length: +5']],
  ])('is ended for a body of %s, which a proxy would read in another way', async (_what, headers) => {
    const heard = await say([
      'POST /trpc/account.signIn HTTP/1.1',
      'Host: relato.test',
      ...headers,
      '',
      'abcde',
    ]);
    expect(statusOf(heard)).toBe(400);
  });

  it('does not become a WebSocket', async () => {
    const heard = await say([
      'GET / HTTP/1.1',
      'Host: relato.test',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
      '',
      '',
    ]);
    expect(statusOf(heard)).toBe(400);
  });

  it('does not become a tunnel', async () => {
    expect(await say(['CONNECT evil.example:443 HTTP/1.1', 'Host: evil.example', '', ''])).not.toMatch(
      / 200 /u,
    );
  });

  it.each(['TRACE', 'OPTIONS', 'PUT', 'DELETE', 'PROPFIND'])('%s is refused', async (method) => {
    for (const path of ['/', '/trpc/account.session', '/audio/x', '/upload/x', '/livez']) {
      const heard = await say([
        `${method} ${path} HTTP/1.1`,
        'Host: relato.test',
        'Cookie: secret=42',
        ...end,
      ]);
      expect([path, statusOf(heard)]).toEqual([path, 405]);
      expect(heard).toMatch(/^Allow: /imu);
      expect(heard).not.toContain('secret');
    }
  });

  it('tells no name or version of what serves it', async () => {
    const heard = await say(['GET /livez HTTP/1.1', 'Host: relato.test', ...end]);
    expect(heard).not.toMatch(/^(?:server|x-powered-by):/imu);
  });
});

it('waits for nobody for ever unless a test asks for less', async () => {
  const usual = await listen(test.app.fetch, { port: 0, host: '127.0.0.1' });
  expect(usual).toMatchObject({ headersTimeout: 15_000, requestTimeout: 300_000, keepAliveTimeout: 75_000 });
  await close(usual);
});
