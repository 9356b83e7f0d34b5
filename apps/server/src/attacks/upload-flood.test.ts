import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { limits } from '@relato/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { close, listen } from '../http/http-server.ts';
import { useTestApp, type TestUser } from '../testing/test-app.ts';

const gigabyte = 1024 ** 3;
const { maxBytes } = limits.recording;
/** The socket buffers of both ends, and the bytes from before the counting. */
const bufferedBytes = 32 * 1024 * 1024;
/**
 * After a refusal before the body was read, the adaptor reads and discards the rest for half a second or 64 MB, so that
 * the client receives the answer.
 */
const discardedBytes = gigabyte / 16;

const test = useTestApp();
let server: Server;
let ana: TestUser;
const connections = new Set<Socket>();
beforeAll(async () => {
  ana = await test.signUp('ana');
  server = await listen(test.app, { port: 0, host: '127.0.0.1' });
  server.on('connection', (socket: Socket) => void connections.add(socket));
});
afterAll(async () => {
  for (const socket of connections) socket.destroy();
  await close(server);
});

/** Creates an upload. Resolves with its id. */
async function begin(length: string): Promise<string> {
  const id = randomUUID();
  await test.world.database.prisma.recording.create({
    data: { id, userId: ana.viewer.id, claimedType: 'audio/webm' },
  });
  const answer = await test.app.request('/upload', {
    method: 'POST',
    headers: {
      ...ana.headers,
      'tus-resumable': '1.0.0',
      'upload-metadata': `recordingId ${Buffer.from(id).toString('base64')}`,
      ...(length === '' ? { 'upload-defer-length': '1' } : { 'upload-length': length }),
    },
  });
  expect(answer.status).toBe(201);
  return id;
}

const block = Buffer.alloc(256 * 1024, 'relato');
const chunk = Buffer.concat([Buffer.from(`${block.length.toString(16)}\r\n`), block, Buffer.from('\r\n')]);

/** Sends a gigabyte, or as much of it as the server accepts. Resolves with the answer and the number of bytes sent. */
async function sendGigabyte(
  path: string,
  headers: readonly string[],
  piece: Buffer,
  token = ana.token,
): Promise<{ readonly answer: string; readonly sentBytes: number }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1'); // the server listens on a port
  let answer = '';
  socket.on('data', (data) => (answer += String(data)));
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const lines = [
    `PATCH ${path} HTTP/1.1`,
    'Host: relato.test',
    `Authorization: Bearer ${token}`,
    'Tus-Resumable: 1.0.0',
    'Content-Type: application/offset+octet-stream',
    'Upload-Offset: 0',
    ...headers,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  // Writes as fast as the server reads, and ignores the answer.
  while (!socket.destroyed && socket.bytesWritten < gigabyte) {
    if (socket.write(piece)) continue;
    await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
  }
  const sentBytes = socket.bytesWritten;
  socket.destroy();
  await closed;
  return { answer, sentBytes };
}

const chunked = 'Transfer-Encoding: chunked';
const sized = `Content-Length: ${gigabyte}`;
const attacks: readonly (readonly [length: string, headers: readonly string[], piece: Buffer])[] = [
  ['', [chunked], chunk],
  ['10', [chunked], chunk],
  ['', [sized], block],
  ['10', [sized], block],
  ['', [chunked, 'Upload-Length: 10'], chunk],
];
/** Uses each kind of attack equally often. */
const sends = Array.from({ length: 20 }, (_, n) => attacks[n % attacks.length] ?? attacks[0]);

describe('SEC-29: twenty parallel uploads of a gigabyte', () => {
  it('are cut off, and leave at most 16 MB, whatever lengths they claim', async () => {
    const ids = await Promise.all(sends.map((send) => begin(send?.[0] ?? '')));
    const outcomes = await Promise.all(
      sends.map((send, n) => sendGigabyte(`/upload/${ids[n]}`, send?.[1] ?? [], send?.[2] ?? block)),
    );
    const mostBytes = maxBytes + discardedBytes + bufferedBytes;
    for (const { answer, sentBytes } of outcomes) {
      expect(sentBytes).toBeLessThan(mostBytes);
      expect(answer).not.toMatch(/^HTTP\/1\.1 2/u);
    }
    // The server can hold no more than the bytes that it has read from its sockets.
    const taken = [...connections].map((socket) => socket.bytesRead);
    expect(taken).toHaveLength(sends.length);
    expect(Math.max(...taken)).toBeLessThan(mostBytes);
    const kept = await test.world.database.prisma.upload.aggregate({ _max: { bytes: true } });
    expect(kept._max.bytes ?? 0).toBeLessThanOrEqual(maxBytes);
    expect((await test.app.request('/livez')).status).toBe(200);
  });

  it('are refused without a session, and nothing is stored', async () => {
    connections.clear();
    const { answer } = await sendGigabyte(`/upload/${randomUUID()}`, [chunked], chunk, 'none');
    expect(answer === '' || answer.startsWith('HTTP/1.1 401')).toBe(true);
    expect([...connections][0]?.bytesRead).toBeLessThan(discardedBytes + bufferedBytes);
  });
});
