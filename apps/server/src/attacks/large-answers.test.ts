import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { limits, type UserId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { close, listen } from '../http/http-server.ts';
import { useTestApp } from '../testing/test-app.ts';

const megabyte = 1024 * 1024;
const maxUntakenLength = 16 * megabyte;
const stories = 12;

const test = useTestApp();
let server: Server;
const connections: Socket[] = [];
let author: UserId;
const ids: string[] = [];
beforeAll(async () => {
  server = await listen(test.app, { port: 0, host: '127.0.0.1', maxUntakenLength });
  server.on('connection', (socket) => connections.push(socket));
  const { id: userId } = await test.world.addUser('autora');
  const transcript = '😀'.repeat(limits.transcript.maxLength);
  const { prisma } = test.world.database;
  for (let score = 0; score < stories; score += 1)
    ids.push(await createStory(prisma, { userId, transcript, score, upvotes: score }));
  author = userId;
});
const sockets: Socket[] = [];
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await close(server);
});

const urlOf = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`; // the server listens on a port
/** Repeats a call as often as a batch allows. */
const toBatch = (path: string, input: object): string => {
  const calls = Array.from({ length: limits.batch.maxCalls }, () => path);
  const inputs = Object.fromEntries(calls.map((_, index) => [index, { json: input }]));
  return `/trpc/${calls.join(',')}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
};

describe('SEC-55: the largest batch of a visitor', () => {
  it('gets an answer of some megabytes', async () => {
    const page = { userId: author, limit: limits.page.maxSize };
    const answer = await fetch(urlOf(toBatch('stories.byUser', page)));
    expect(answer.status).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(limits.batch.maxCalls * 0.6 * megabyte);
  });

  it('fills no memory if its answer is not read, and others get their answers', async () => {
    const request = `GET ${toBatch('stories.byIds', { ids })} HTTP/1.1\r\nHost: relato.test\r\n\r\n`;
    const answered: Promise<unknown>[] = [];
    // The server ends the connection of an answer that is too large, sometimes before the answer is complete.
    server.on('request', (_incoming, outgoing) =>
      answered.push(Promise.race([once(outgoing, 'prefinish'), once(outgoing, 'close')])),
    );
    for (let count = 0; count < 12; count += 1) {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause(); // the server listens on a port
      socket.on('error', () => {});
      sockets.push(socket);
      socket.write(request);
    }
    await expect.poll(() => answered.length).toBe(12);
    await Promise.all(answered);
    const untaken = connections.map(({ destroyed, writableLength }) => (destroyed ? 0 : writableLength));
    expect(untaken.filter((length) => length > 0).length).toBeGreaterThan(1);
    expect(untaken.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(maxUntakenLength);
    expect((await fetch(urlOf('/livez'))).status).toBe(200);
    const feed = await fetch(urlOf('/trpc/stories.feed?input=%7B%22json%22%3A%7B%7D%7D'));
    expect(await feed.text()).toContain('😀');
  });
});
