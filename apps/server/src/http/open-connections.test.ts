import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { close, listen } from './http-server.ts';

let server: Server;
let stopping: AbortController;
let answer: (response: Response) => void;
const clients: Socket[] = [];
beforeEach(async () => {
  stopping = new AbortController();
  const answered = new Promise<Response>((resolve) => (answer = resolve));
  const handlers = { fetch: () => answered, fastPath: () => false };
  server = await listen(handlers, { port: 0, host: '127.0.0.1', stopping: stopping.signal });
});
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});

/** Opens a connection, and sends something over it. */
async function open(text: string): Promise<Socket> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1'); // the server listens on a port
  clients.push(client);
  client.on('error', () => {});
  const accepted = once(server, 'connection');
  await once(client, 'connect');
  await accepted;
  if (text !== '') client.write(text);
  return client;
}

/** Far shorter than `drainMs`, and far longer than a busy machine needs. */
const soonMs = 15_000;
/** Exceeds the buffers of the system for a client that does not read. */
const story = new Uint8Array(24e6);
const request = 'GET / HTTP/1.1\r\nHost: relato.test\r\n\r\n';
const drainMs = 30_000;
const quick = { drainMs, unsentMs: 200, stalledMs: 400 } as const;

/** Stops like the process. Resolves with the milliseconds of the stop. */
async function stop(times: Parameters<typeof close>[1]): Promise<number> {
  const startedMs = performance.now();
  stopping.abort();
  await close(server, times);
  return performance.now() - startedMs;
}

async function readAll(client: Socket): Promise<string> {
  let text = '';
  for await (const chunk of client) text += String(chunk);
  return text;
}

describe('a server that stops', () => {
  it('soon, although browsers hold connections', async () => {
    await open('');
    const used = await open(request);
    answer(new Response('gern'));
    await once(used, 'data');
    expect(await stop({ drainMs })).toBeLessThan(soonMs);
  });

  it('does not wait for the rest of a request', async () => {
    await open('GET / HTTP/1.1\r\nHost: rel');
    await open('POST / HTTP/1.1\r\nHost: relato.test\r\nContent-Length: 100\r\n\r\nabc');
    expect(await stop(quick)).toBeLessThan(soonMs);
  });

  it('does not wait for a player that is paused', async () => {
    const paused = await open(request);
    answer(new Response(story));
    await once(paused, 'readable');
    expect(await stop(quick)).toBeLessThan(soonMs);
  });

  it('sends the rest of an answer that is already written', async () => {
    const slow = await open(request);
    answer(new Response(story));
    await once(slow, 'readable');
    const stopped = stop({ drainMs, unsentMs: 10, stalledMs: soonMs });
    let bytes = 0;
    for await (const chunk of slow) {
      bytes += (chunk as Buffer).length; // no encoding is set
      if (bytes < 3e5) await delay(50);
    }
    expect(bytes).toBeGreaterThan(story.length);
    await stopped;
  });

  it('waits for slow answers, even without traffic', async () => {
    const arrived = once(server, 'request');
    const waiting = await open(request);
    await arrived;
    const stopped = stop({ drainMs, unsentMs: 10, stalledMs: 20 });
    for (let looks = 0; looks < 2; looks += 1) await once(server, 'timeout');
    answer(new Response('Érase una vez'));
    expect(await readAll(waiting)).toMatch(/^HTTP\/1.1 200 OK\r\n(?:.|\r\n)*Érase una vez/);
    await stopped;
  });

  it('waits for a request that is being sent', async () => {
    const sending = await open('GET / HTTP/1.1\r\n');
    answer(new Response('Érase una vez'));
    const stopped = stop({ drainMs, unsentMs: 1_000, stalledMs: 1_000 });
    // The pauses exceed the patience in total, and each is so short that a busy machine may be late.
    for (const line of ['Host: relato.test\r\n', 'X-Slow: 1\r\n', '\r\n']) {
      await delay(350);
      sending.write(line);
    }
    expect(await readAll(sending)).toContain('Érase una vez');
    await stopped;
  });
});
