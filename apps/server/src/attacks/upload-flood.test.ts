import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { limits } from '@relato/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { close, listen } from '../http/http-server.ts';
import { useTestApp, type TestUser } from '../testing/test-app.ts';

const sends = 20;
const gigabyte = 1024 ** 3;
const { maxBytes } = limits.recording;
/** The socket buffers of both ends, and the bytes that arrive before the counting begins. */
const bufferedBytes = 32 * 1024 * 1024;
/**
 * After a refusal before the body was read, the adaptor reads and discards the rest for half a second or 64 MB, so that
 * the client receives the answer.
 */
const discardedBytes = gigabyte / 16;

const test = useTestApp();
let server: Server;
let uploaders: readonly TestUser[];
const connections = new Set<Socket>();
beforeAll(async () => {
  uploaders = [await test.signUp('ana'), await test.signUp('beto')];
  server = await listen(test.app, { port: 0, host: '127.0.0.1' });
  server.on('connection', (socket: Socket) => void connections.add(socket));
});
afterAll(async () => {
  for (const socket of connections) socket.destroy();
  await close(server);
});

/** Creates an upload. Resolves with its id. */
async function begin(person: TestUser, length: string): Promise<string> {
  const id = randomUUID();
  await test.world.database.prisma.recording.create({
    data: { id, userId: person.viewer.id, claimedType: 'audio/webm' },
  });
  const answer = await test.app.request('/upload', {
    method: 'POST',
    headers: {
      ...person.headers,
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
  person: TestUser,
  path: string,
  headers: readonly string[],
  piece: Buffer,
): Promise<{ readonly answer: string; readonly sentBytes: number }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1'); // it listens to a port
  let answer = '';
  socket.on('data', (data) => (answer += String(data)));
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const lines = [
    `PATCH ${path} HTTP/1.1`,
    'Host: relato.test',
    `Authorization: ${person.headers.authorization}`,
    'Tus-Resumable: 1.0.0',
    'Content-Type: application/offset+octet-stream',
    'Upload-Offset: 0',
    ...headers,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  // As fast as the server reads, ignoring its answer.
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
const attacks: readonly (readonly [string, string, readonly string[], Buffer])[] = [
  ['chunked, without a length', '', [chunked], chunk],
  ['chunked, after an upload length of ten bytes', '10', [chunked], chunk],
  ['with a Content-Length', '', [`Content-Length: ${gigabyte}`], block],
  [
    'with a Content-Length, after an upload length of ten bytes',
    '10',
    [`Content-Length: ${gigabyte}`],
    block,
  ],
  ['chunked, ending with an upload length of ten bytes', '', [chunked, 'Upload-Length: 10'], chunk],
];

describe('SEC-29: twenty parallel uploads of a gigabyte', () => {
  it.each(attacks)('are cut off, and leave at most 16 MB: %s', async (_case, length, headers, piece) => {
    connections.clear();
    const ids = await Promise.all(
      Array.from({ length: sends }, (_, n) => begin(uploaders[n % uploaders.length] as TestUser, length)), // never past its end
    );
    const outcomes = await Promise.all(
      ids.map((id, n) =>
        sendGigabyte(uploaders[n % uploaders.length] as TestUser, `/upload/${id}`, headers, piece),
      ), // as above
    );
    const mostBytes = maxBytes + discardedBytes + bufferedBytes;
    for (const { answer, sentBytes } of outcomes) {
      expect(sentBytes).toBeLessThan(mostBytes);
      expect(answer).not.toMatch(/^HTTP\/1\.1 2/u);
    }
    // The bytes that the server read from its sockets bound what it can hold.
    const taken = [...connections].map((socket) => socket.bytesRead);
    expect(taken).toHaveLength(sends);
    expect(Math.max(...taken)).toBeLessThan(mostBytes);
    const kept = await test.world.database.prisma.upload.aggregate({ _max: { bytes: true } });
    expect(kept._max.bytes ?? 0).toBeLessThanOrEqual(maxBytes);
    expect((await test.app.request('/livez')).status).toBe(200);
  });

  it('are refused without a session, and nothing is stored', async () => {
    connections.clear();
    const visitor: TestUser = { ...(uploaders[0] as TestUser), headers: { authorization: 'Bearer none' } }; // there are two
    const outcomes = await Promise.all(
      Array.from({ length: sends }, () => sendGigabyte(visitor, `/upload/${randomUUID()}`, [chunked], chunk)),
    );
    for (const { answer } of outcomes) expect(answer === '' || answer.startsWith('HTTP/1.1 401')).toBe(true);
    expect(Math.max(...[...connections].map((socket) => socket.bytesRead))).toBeLessThan(
      discardedBytes + bufferedBytes,
    );
  });
});
