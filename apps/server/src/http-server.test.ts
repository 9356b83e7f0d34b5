import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { close, listen } from './http-server.ts';
import { useTestApp } from './testing/test-app.ts';

const test = useTestApp();
let server: Server;
let serverWithShortTimeouts: Server;
const open: Socket[] = [];
beforeAll(async () => {
  const place = { port: 0, host: '127.0.0.1' };
  server = await listen(test.app, place);
  const timeouts = { headersMs: 200, requestMs: 400, checkMs: 50 };
  serverWithShortTimeouts = await listen(test.app, { ...place, timeouts });
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});
afterAll(async () => {
  await Promise.all([close(server), close(serverWithShortTimeouts)]);
});

/** Sends lines over a socket and resolves with the answer, when the server closes the connection. */
async function send(lines: readonly string[], to = server): Promise<string> {
  const { port } = to.address() as AddressInfo; // a server on a port has one
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(lines.join('\r\n'));
  await once(socket, 'close');
  return answer;
}
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/u.exec(answer)?.[1]);
const end = ['Connection: close', '', ''];

describe('a connection', () => {
  it('is closed when its headers take too long', async () => {
    expect(
      statusOf(await send(['GET / HTTP/1.1', 'Host: relato.test', 'X-Slow: '], serverWithShortTimeouts)),
    ).toBe(408);
  });

  it('is closed when its body takes too long', async () => {
    const answer = await send(
      [
        'POST /trpc/account.signIn HTTP/1.1',
        'Host: relato.test',
        'Content-Type: application/json',
        'Content-Length: 100',
        '',
        '{"json":',
      ],
      serverWithShortTimeouts,
    );
    expect(statusOf(answer)).toBeGreaterThanOrEqual(400);
  });

  it('is closed for headers over 16 kB', async () => {
    const answer = await send([
      'GET / HTTP/1.1',
      'Host: relato.test',
      `Cookie: a=${'x'.repeat(17_000)}`,
      ...end,
    ]);
    expect(statusOf(answer)).toBe(431);
  });

  it.each([
    ['two lengths', ['Content-Length: 5', 'Content-Length: 6']],
    ['a length and chunked encoding', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['an unknown transfer encoding', ['Transfer-Encoding: xchunked']],
    ['an invalid length', ['Content-Length: +5']],
  ])('is closed for a body with %s, which a proxy might read differently', async (_case, headers) => {
    const answer = await send([
      'POST /trpc/account.signIn HTTP/1.1',
      'Host: relato.test',
      ...headers,
      '',
      'abcde',
    ]);
    expect(statusOf(answer)).toBe(400);
  });

  it('does not become a WebSocket', async () => {
    const answer = await send([
      'GET / HTTP/1.1',
      'Host: relato.test',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
      '',
      '',
    ]);
    expect(statusOf(answer)).toBe(400);
  });

  it('does not become a tunnel', async () => {
    expect(await send(['CONNECT evil.example:443 HTTP/1.1', 'Host: evil.example', '', ''])).not.toMatch(
      / 200 /u,
    );
  });

  it.each(['TRACE', 'OPTIONS', 'PUT', 'DELETE', 'PROPFIND'])('refuses the method %s', async (method) => {
    for (const path of ['/', '/trpc/account.session', '/audio/x', '/upload/x', '/livez']) {
      const answer = await send([
        `${method} ${path} HTTP/1.1`,
        'Host: relato.test',
        'Cookie: secret=42',
        ...end,
      ]);
      expect([path, statusOf(answer)]).toEqual([path, 405]);
      expect(answer).toMatch(/^Allow: /imu);
      expect(answer).not.toContain('secret');
    }
  });

  it('reveals no name or version of the server software', async () => {
    const answer = await send(['GET /livez HTTP/1.1', 'Host: relato.test', ...end]);
    expect(answer).not.toMatch(/^(?:server|x-powered-by):/imu);
  });
});

it('a server has finite timeouts by default', async () => {
  const usual = await listen(test.app, { port: 0, host: '127.0.0.1' });
  expect(usual).toMatchObject({ headersTimeout: 15_000, requestTimeout: 300_000, keepAliveTimeout: 75_000 });
  await close(usual);
});
