import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { close, handOver, listen } from './http-server.ts';
import { useTestApp } from '../testing/test-app.ts';

const test = useTestApp();
let server: Server;
let serverWithShortTimeouts: Server;
const open: Socket[] = [];
beforeAll(async () => {
  const place = { port: 0, host: '127.0.0.1' };
  server = await listen(test.app, place);
  const timeouts = { headersMs: 200, requestMs: 400, checkMs: 50, stalledMs: 500 };
  serverWithShortTimeouts = await listen(test.app, { ...place, timeouts });
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});
afterAll(async () => {
  await Promise.all([close(server), close(serverWithShortTimeouts)]);
});

/** Sends lines over a socket. Resolves with the answer when the server closes the connection. */
async function send(lines: readonly string[], to = server): Promise<string> {
  const { port } = to.address() as AddressInfo; // the server listens on a port
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(lines.join('\r\n'));
  // `once` of node:events would reject with the error of a reset.
  await new Promise((resolve) => socket.once('close', resolve));
  return answer;
}
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/u.exec(answer)?.[1]);
const end = ['Connection: close', '', ''];

/** Opens many connections at once, and prints how many the system accepted: all, or those of half a minute. */
const surge = `
  const { connect } = require('node:net');
  const [port, wanted] = process.argv.slice(1).map(Number);
  let taken = 0;
  const end = () => { process.stdout.write(String(taken)); process.exit(); };
  for (let n = 0; n < wanted; n += 1)
    connect(port, '127.0.0.1', () => { taken += 1; if (taken === wanted) end(); });
  setTimeout(end, 30_000);`;

// Other systems have a lower bound.
it.runIf(process.platform === 'linux')(
  'REL-26: a surge of connections waits while the server is busy',
  () => {
    const { port } = server.address() as AddressInfo; // the server listens on a port
    // Keeps this process busy, so that it accepts no connection.
    const { stdout } = spawnSync(process.execPath, ['--eval', surge, String(port), '1500'], {
      encoding: 'utf8',
    });
    expect(stdout).toBe('1500');
  },
);

describe('a connection', () => {
  it('is closed when its headers take too long', async () => {
    expect(
      statusOf(await send(['GET / HTTP/1.1', 'Host: relato.test', 'X-Slow: '], serverWithShortTimeouts)),
    ).toBe(408);
  });

  it('is closed when its body takes too long', async () => {
    const lines = [
      'POST /trpc/account.signIn HTTP/1.1',
      'Host: relato.test',
      'Content-Type: application/json',
    ];
    const answer = await send([...lines, 'Content-Length: 100', '', '{"json":'], serverWithShortTimeouts);
    expect(statusOf(answer)).toBeGreaterThanOrEqual(400);
  });

  it.each([
    ['headers over 16 kB', [`Cookie: a=${'x'.repeat(17_000)}`], 431],
    ['two lengths, which a proxy might read differently', ['Content-Length: 5', 'Content-Length: 6'], 400],
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked'], 400],
  ])('is closed for %s', async (_case, headers, status) => {
    const lines = ['POST /trpc/account.signIn HTTP/1.1', 'Host: relato.test', ...headers];
    expect(statusOf(await send([...lines, '', 'abcde']))).toBe(status);
  });

  it.each(['TRACE', 'PUT', 'DELETE'])('refuses the method %s without quoting it', async (method) => {
    for (const path of ['/', '/trpc/account.session', '/audio/x', '/upload/x']) {
      const lines = [`${method} ${path} HTTP/1.1`, 'Host: relato.test', 'Cookie: secret=42'];
      const answer = await send([...lines, ...end]);
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
  expect(usual).toMatchObject({
    headersTimeout: 15_000,
    requestTimeout: 300_000,
    keepAliveTimeout: 75_000,
    timeout: 300_000,
  });
  await close(usual);
});

it('REL-27: a client that does not read its answer loses its connection', async () => {
  const answer = new Uint8Array(16_000_000);
  const handlers = { fetch: async () => new Response(answer), fastPath: () => false };
  const timeouts = { headersMs: 200, requestMs: 400, checkMs: 50, stalledMs: 200 };
  const impatient = await listen(handlers, { port: 0, host: '127.0.0.1', timeouts });
  const accepted = once(impatient, 'connection');
  const { port } = impatient.address() as AddressInfo; // the server listens on a port
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: relato.test\r\n\r\n');
  const [connection] = (await accepted) as [Socket]; // what the event tells
  await new Promise((resolve) => connection.once('close', resolve));
  expect(socket.bytesRead).toBeLessThan(answer.byteLength);
  await close(impatient);
});

describe('a server that hands over', () => {
  const handingOver = new AbortController();
  let leaving: Server;
  const ask = (method: string) => {
    const { port } = leaving.address() as AddressInfo; // the server listens on a port
    return fetch(`http://127.0.0.1:${port}/livez`, { method });
  };
  beforeAll(async () => {
    leaving = await listen(test.app, { port: 0, host: '127.0.0.1', handingOver: handingOver.signal });
  });
  afterAll(() => close(leaving));

  it('makes its balancer send reads elsewhere, and answers changes', async () => {
    expect((await ask('GET')).status).toBe(200);
    handingOver.abort();
    const statuses = await Promise.all(['GET', 'HEAD', 'POST'].map(async (each) => (await ask(each)).status));
    expect(statuses).toEqual([502, 502, 405]);
  });

  const startHandOver = (times: Parameters<typeof handOver>[1]): AbortSignal => {
    const over = new AbortController();
    void handOver(leaving, times).then(() => over.abort());
    return over.signal;
  };

  it('waits until requests stop, even if one arrives while the process is busy', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => void vi.restoreAllMocks());
    const socket = connect((leaving.address() as AddressInfo).port, '127.0.0.1'); // the server listens on a port
    open.push(socket);
    await once(socket, 'connect');
    const quietMs = 50;
    const over = startHandOver({ quietMs, mostMs: 60_000 });
    for (let times = 0; times < 3; times += 1) {
      socket.write('GET /livez HTTP/1.1\r\nHost: relato.test\r\n\r\n');
      now += quietMs;
      // The timers come due before the server reads the request.
      const { hrtime } = process;
      for (const until = hrtime.bigint() + 20_000_000n; hrtime.bigint() < until;);
      await once(socket, 'data');
      expect(over.aborted).toBe(false);
    }
    now += quietMs;
    await once(over, 'abort');
  });

  it('does not wait for a balancer that keeps sending requests', async () => {
    const over = startHandOver({ quietMs: 2_000, mostMs: 100 });
    let asked = 0;
    for (; !over.aborted; asked += 1) await ask('GET');
    expect(asked).toBeGreaterThan(0);
  });
});
