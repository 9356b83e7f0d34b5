import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { close, listen } from './http-server.ts';

const megabyte = 1024 * 1024;
/** Exceeds the buffers of the system for a connection. */
const body = Buffer.alloc(20 * megabyte);

let server: Server;
const made = new Map<string, ServerResponse>();
const sockets: Socket[] = [];
const answerNothing = async () => new Response();
beforeEach(async () => {
  made.clear();
  const fastPath = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const [, megabytes] = /-(\d+)$/u.exec(incoming.url ?? '') ?? [];
    outgoing.end(body.subarray(0, Number(megabytes) * megabyte));
    made.set(incoming.url ?? '', outgoing);
    return true;
  };
  const place = { port: 0, host: '127.0.0.1', maxUntakenLength: 50 * megabyte };
  server = await listen({ fetch: answerNothing, fastPath }, place);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await close(server);
});

/** Requests a path and does not read the answer. Resolves when the answer is complete. */
async function ask(path: string): Promise<Socket> {
  const { port } = server.address() as AddressInfo; // the server listens on a port
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => {});
  sockets.push(socket);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: relato.test\r\n\r\n`);
  await expect.poll(() => made.has(path), { interval: 5 }).toBe(true);
  return socket;
}

/** The answers that wait in memory for their clients. */
const kept = () => [...made].filter(([, outgoing]) => !outgoing.destroyed).map(([path]) => path);

it('SEC-55: the total size of unread answers has a limit: the server drops the largest, and the oldest of equal ones', async () => {
  await ask('/a-15');
  await ask('/b-20');
  expect(kept()).toEqual(['/a-15', '/b-20']);
  await ask('/c-20');
  expect(kept()).toEqual(['/a-15', '/c-20']);
  await ask('/d-14');
  expect(kept()).toEqual(['/a-15', '/c-20', '/d-14']);
  await ask('/e-20');
  expect(kept()).toEqual(['/a-15', '/d-14', '/e-20']);
});

it('an answer stops counting when it is read or its client disconnects', async () => {
  const [taken, gone] = [await ask('/taken-15'), await ask('/gone-15')];
  const ends = ['/taken-15', '/gone-15'].map((path) => made.get(path)).flatMap((each) => each ?? []);
  const closed = Promise.all(ends.map((outgoing) => once(outgoing, 'close')));
  taken.resume();
  gone.destroy();
  await closed;
  const [whole, cut] = ends;
  expect([whole?.writableFinished, cut?.writableFinished]).toEqual([true, false]);
  made.clear();
  await ask('/b-20');
  await ask('/c-20');
  expect(kept()).toEqual(['/b-20', '/c-20']);
});

it('files of the build may wait for many clients, because they are in memory once', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await ask(`/assets/${name}-20`);
  expect(kept()).toHaveLength(4);
});
