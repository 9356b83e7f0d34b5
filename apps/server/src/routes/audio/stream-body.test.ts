import type { AddressInfo } from 'node:net';
import { DomainError } from '@relato/contract';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AppEnv } from '../../http/app-env.ts';
import { close, listen } from '../../http/http-server.ts';
import { createLogger } from '../../boot/logger.ts';
import { streamBody } from './stream-body.ts';

const printed: unknown[] = [];
beforeEach(() => {
  printed.splice(0);
  for (const way of ['error', 'info', 'warn', 'log'] as const)
    vi.spyOn(console, way).mockImplementation((...values) => void printed.push(values));
});
afterEach(() => void vi.restoreAllMocks());

/** Returns what a client reads of a body, and what is logged meanwhile. */
async function read(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ text: string; isCut: boolean; lines: object[] }> {
  const lines: object[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line) as object) });
  const app = new Hono<AppEnv>().get('/', (c) => {
    c.set('requestId', 'a-request');
    return c.body(streamBody(c, chunks, logger));
  });
  const server = await listen({ fetch: app.fetch, fastPath: () => false }, { port: 0, host: '127.0.0.1' });
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`); // a server on a port has one
  let text = '';
  let isCut = false;
  try {
    for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString();
  } catch {
    isCut = true;
  }
  await close(server);
  return { text, isCut, lines };
}

/** Says one word, and then another, or fails. */
async function* say(failure: Error | null): AsyncGenerator<Uint8Array> {
  yield Buffer.from('uno ');
  if (failure) throw failure;
  yield Buffer.from('dos');
}

it('is sent to its end', async () => {
  expect(await read(say(null))).toEqual({ text: 'uno dos', isCut: false, lines: [] });
  expect(printed).toEqual([]);
});

it('REL-25: that is cut short is logged as JSON with the id of its request, and prints nothing', async () => {
  const { isCut, lines } = await read(say(new Error('the disk failed')));
  expect(isCut).toBe(true);
  expect(lines).toMatchObject([
    { level: 50, requestId: 'a-request', err: { message: 'the disk failed' }, msg: 'request failed' },
  ]);
  expect(printed).toEqual([]);
});

it('that its reader may no longer have ends without a line', async () => {
  expect(await read(say(new DomainError('STORY_NOT_FOUND')))).toMatchObject({ isCut: true, lines: [] });
  expect(printed).toEqual([]);
});
