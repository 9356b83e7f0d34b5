import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { StoryId } from '@relato/contract';
import { measureMemory } from '@relato/testing/measure-memory';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { close, listen } from '../../http/http-server.ts';
import { longBytes as bytes, publishLong, readToEnd, startReading } from '../../testing/slow-reader.ts';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
let id: StoryId;
let server: Server;
beforeAll(async () => {
  ana = await test.signUp('ana');
  id = await publishLong(test, ana);
  server = await listen(test.app, { port: 0, host: '127.0.0.1' });
});
const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});
afterAll(() => close(server));

/** Requests the whole recording and reads its beginning. */
async function listenTo(): Promise<Socket> {
  const socket = await startReading(server, `/audio/${id}`);
  open.push(socket);
  return socket;
}

async function countOpenFiles(): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
  );
  return links.filter((link) => link.startsWith(test.world.audioDir)).length;
}

it.skipIf(!existsSync('/proc/self/fd'))(
  'REL-27: the file of a recording is open once for many slow listeners, takes little memory, and is closed after them',
  async () => {
    const before = measureMemory().arrayBuffers;
    const listeners = await Promise.all(Array.from({ length: 20 }, listenTo));
    expect(measureMemory().arrayBuffers - before).toBeLessThan(2 * bytes);
    expect(await countOpenFiles()).toBe(1);
    for (const listener of listeners) listener.destroy();
    for (let count = 0; count < 20; count += 1) {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1'); // the server listens on a port
      socket.write(`GET /audio/${id} HTTP/1.1\r\nHost: relato.test\r\n\r\n`, () => socket.destroy());
      await once(socket, 'close');
    }
    await expect.poll(countOpenFiles).toBe(0);
  },
);

it('a listener who reads slowly gets every byte', async () => {
  const slow = await listenTo();
  let received = 0;
  while (received < bytes) {
    const chunk: unknown = slow.read();
    if (chunk instanceof Buffer) received += chunk.byteLength;
    else await once(slow, 'readable');
  }
  expect(received).toBeGreaterThanOrEqual(bytes);
});

it('REL-25: an incomplete answer is logged with the id of its request, and prints nothing', async () => {
  const { storage } = test.world.services;
  const openShort: typeof storage.open = (key) => storage.open(key, { start: 0, end: 9 });
  const app = test.createWith({ storage: { ...storage, open: openShort } });
  const print = vi.spyOn(console, 'error');
  const cutting = await listen(app, { port: 0, host: '127.0.0.1' });
  const { port } = cutting.address() as AddressInfo; // the server listens on a port
  const answer = await fetch(`http://127.0.0.1:${port}/audio/${id}`);
  await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
  await close(cutting);
  expect(test.logs.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({
      level: 50,
      requestId: answer.headers.get('x-request-id'),
      err: expect.objectContaining({ message: `The stored file is ${bytes - 10} bytes too short` }),
      msg: 'request failed',
    }),
  );
  expect(print).not.toHaveBeenCalled();
  print.mockRestore();
});

it('SEC-07: a listener gets no more of a recording that is hidden during the answer', async () => {
  const listener = await listenTo();
  await test.world.callAs(ana.viewer).stories.unpublish({ id });
  test.logs.length = 0;
  expect(await readToEnd(listener)).toBeLessThan(bytes);
  expect(test.logs.join('')).not.toContain('request failed');
});
