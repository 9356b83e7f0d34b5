import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { StoryId } from '@relato/contract';
import { measureMemory } from '@relato/testing/measure-memory';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { close, listen } from '../../http/http-server.ts';
import {
  longBytes as bytes,
  publishLong as publishFor,
  readToEnd,
  startReading,
} from '../../testing/slow-reader.ts';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
let server: Server;
beforeAll(async () => {
  ana = await test.signUp('ana');
  server = await listen(test.app, { port: 0, host: '127.0.0.1' });
});
const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});
afterAll(() => close(server));

const publishLong = () => publishFor(test, ana);

/** Asks for a whole recording and reads its beginning. */
async function listenTo(id: StoryId, more: readonly string[] = []): Promise<Socket> {
  const socket = await startReading(server, `/audio/${id}`, more);
  open.push(socket);
  return socket;
}

async function countOpenFiles(): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
  );
  return links.filter((link) => link.startsWith(test.world.audioDir)).length;
}

describe.skipIf(!existsSync('/proc/self/fd'))('REL-27: the file of a recording', () => {
  it('is open once for many slow listeners, and closed when they have gone', async () => {
    const id = await publishLong();
    const listeners = await Promise.all(Array.from({ length: 30 }, () => listenTo(id)));
    expect(await countOpenFiles()).toBe(1);
    for (const listener of listeners) listener.destroy();
    await expect.poll(countOpenFiles).toBe(0);
  });

  it('is closed after requests that are aborted at once', async () => {
    const ids = await Promise.all([publishLong(), publishLong()]);
    for (let count = 0; count < 100; count += 1) {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1'); // a server on a port has one
      await once(socket, 'connect');
      const id = ids[count % ids.length];
      // Every third is answered by the web layer.
      const more = count % 3 === 0 ? 'Content-Length: 0\r\n' : '';
      socket.write(`GET /audio/${id} HTTP/1.1\r\nHost: relato.test\r\n${more}\r\n`, () => socket.destroy());
      await once(socket, 'close');
    }
    await expect.poll(countOpenFiles).toBe(0);
  });
});

describe('a listener', () => {
  it('who reads slowly gets every byte, and the server keeps little of it in memory', async () => {
    const id = await publishLong();
    const before = measureMemory().arrayBuffers;
    await Promise.all(Array.from({ length: 20 }, () => listenTo(id)));
    expect(measureMemory().arrayBuffers - before).toBeLessThan(2 * bytes);
    const slow = await listenTo(id);
    let received = 0;
    while (received < bytes) {
      const chunk: unknown = slow.read();
      if (chunk instanceof Buffer) received += chunk.byteLength;
      else await once(slow, 'readable');
    }
    expect(received).toBeGreaterThanOrEqual(bytes);
  });

  it.each([
    ['', []],
    // The web layer answers what is unusual.
    [', asked for in an unusual way', ['Content-Length: 0']],
  ])('SEC-07: gets no more of a recording that is hidden while it is sent%s', async (_way, more) => {
    const id = await publishLong();
    const listener = await listenTo(id, more);
    await test.world.callAs(ana.viewer).stories.unpublish({ id });
    expect(await readToEnd(listener)).toBeLessThan(bytes);
  });
});
