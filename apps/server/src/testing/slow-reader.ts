import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { StoryId } from '@relato/contract';
import { newObjectKey } from '@relato/storage';
import { onTestFinished, vi } from 'vitest';
import type { TestApp, TestUser } from './test-app.ts';

/** Exceeds the buffers of a connection. */
export const longBytes = 16_000_000;

/** Publishes a story with a recording that takes long to send, both as the original and as the playback file. */
export async function publishLong({ world }: TestApp, { viewer }: TestUser): Promise<StoryId> {
  const id = await world.publishStory(viewer);
  const [originalKey, playbackKey] = [newObjectKey('original', 'webm'), newObjectKey('playback', 'webm')];
  for (const key of [originalKey, playbackKey])
    await world.services.storage.put(key, new Uint8Array(longBytes).fill(7));
  const recording = { update: { originalKey, bytes: longBytes, playbackKey, playbackBytes: longBytes } };
  await world.database.prisma.story.update({ where: { id }, data: { recording } });
  return id;
}

/** Requests a path and reads the beginning of the answer. */
export async function startReading(
  server: Server,
  path: string,
  headers: readonly string[] = [],
): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1'); // the server listens on a port
  socket.on('error', () => {});
  socket.write([`GET ${path} HTTP/1.1`, 'Host: relato.test', ...headers, '', ''].join('\r\n'));
  await once(socket, 'readable');
  return socket;
}

/**
 * Reads until the server ends the connection, which takes longer than the recheck of a long answer. Returns the number of
 * bytes.
 */
export async function readToEnd(socket: Socket): Promise<number> {
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 2_000);
  onTestFinished(() => clock.mockRestore());
  socket.resume();
  // `once` of node:events would reject with the error of a reset.
  await new Promise((resolve) => socket.once('close', resolve));
  clock.mockRestore();
  return socket.bytesRead;
}
