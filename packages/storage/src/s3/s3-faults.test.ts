import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { startStandInS3, type S3Step, type StandInS3 } from '@relato/testing/s3/s3-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newObjectKey } from '../storage.ts';
import { createS3Storage, type S3Storage } from './s3-storage.ts';

/** Exceeds the delay of a busy machine, because a slow answer would count as a retry. */
const answerMs = 60_000;

let server: StandInS3;
let storage: S3Storage;
/** For answers that never come. Slow answers may cause more than two requests. */
let impatient: S3Storage;
let retries: string[] = [];
beforeAll(async () => {
  server = await startStandInS3();
});
afterAll(() => server.stop());
beforeEach(() => {
  const { keys, bucket, url: endpoint } = server;
  retries = [];
  const create = (ms: number) =>
    createS3Storage(
      { ...keys, endpoint, bucket, forcePathStyle: true },
      { answerMs: ms, bodyMs: ms, firstDelayMs: 1, onRetry: (reason) => void retries.push(reason) },
    );
  [storage, impatient] = [create(answerMs), create(1_000)];
});
const usual = { isReadOnly: false, isFull: false, isBusy: false, hasBucket: true, clockAheadMs: 0 };
afterEach(async () => {
  Object.assign(server.state, { ...usual, isPublic: false, hasOwnEtags: false, pageSize: 1_000 });
  server.requests.length = 0;
  await Promise.all([storage.close(), impatient.close()]);
});

const bytes = randomBytes(200_000);
const sha256 = createHash('sha256').update(bytes).digest('hex');
async function stored(): Promise<string> {
  const key = newObjectKey('original', 'webm');
  await storage.put(key, bytes);
  server.requests.length = 0;
  return key;
}
const countRequests = (step: S3Step): number => server.requests.filter((each) => each.step === step).length;

const passing = [
  ['SlowDown', { kind: 'answer', status: 503, body: '<Error><Code>SlowDown</Code></Error>' }, 'slow-down'],
  ['429', { kind: 'answer', status: 429 }, 'slow-down'],
  ['500', { kind: 'answer', status: 500, body: 'oops' }, 'server'],
  ['a reset', { kind: 'reset' }, 'network'],
] as const;

describe('a failure that may pass', () => {
  it.each(passing)('is tried again: a put and a read after %s', async (_name, failure, reason) => {
    server.nextFailure(failure, { on: 'put' });
    const key = newObjectKey('original', 'webm');
    expect(await storage.put(key, bytes)).toEqual({ bytes: bytes.length, sha256 });
    server.nextFailure(failure, { on: 'get' });
    expect(Buffer.from(await storage.read(key)).equals(bytes)).toBe(true);
    expect(retries).toEqual([reason, reason]);
  });

  it('is retried: a put and a read after a hang', async () => {
    server.nextFailure({ kind: 'hang' }, { on: 'put' });
    const key = newObjectKey('original', 'webm');
    expect(await impatient.put(key, bytes)).toEqual({ bytes: bytes.length, sha256 });
    server.nextFailure({ kind: 'hang' }, { on: 'get' });
    expect(Buffer.from(await impatient.read(key)).equals(bytes)).toBe(true);
    expect(new Set(retries)).toEqual(new Set(['timeout']));
  });

  it('a put and a deletion whose answers are lost are repeated, and take effect once', async () => {
    const before = server.objects.size;
    for (const kind of ['reset', 'cut'] as const) {
      server.nextFailure({ kind }, { on: 'put', afterEffect: true });
      const key = newObjectKey('original', 'webm');
      expect(await storage.put(key, bytes)).toEqual({ bytes: bytes.length, sha256 });
      expect(server.objects.size).toBe(before + 1);
      server.nextFailure({ kind: 'reset' }, { on: 'delete', afterEffect: true });
      await storage.delete(key);
      expect(server.objects.size).toBe(before);
    }
  });

  it('waits as long as the store asks', async () => {
    server.nextFailure({ kind: 'answer', status: 503, headers: { 'retry-after': '1' } }, { on: 'put' });
    const startedMs = performance.now();
    await storage.put(newObjectKey('original', 'webm'), bytes);
    expect(performance.now() - startedMs).toBeGreaterThan(990);
  });

  it('fails after five attempts as an error of the store', async () => {
    server.state.isBusy = true;
    const putting = storage.put(newObjectKey('original', 'webm'), bytes);
    await expect(putting).rejects.toMatchObject({ reason: 'unavailable' });
    expect(countRequests('put')).toBe(5);
  });
});

const pause = () => {
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
};

describe('a body that breaks off', () => {
  it.each(['cut', 'stall'] as const)('in the middle (%s) goes on where it broke', async (kind) => {
    const key = await stored();
    server.nextFailure({ kind }, { on: 'get' });
    const read = await (kind === 'stall' ? impatient : storage).read(key);
    expect(Buffer.from(read).equals(bytes)).toBe(true);
    const [, second] = server.requests.filter(({ step }) => step === 'get');
    expect(second?.headers.range).toMatch(/^bytes=[1-9]\d*-199999$/);
    expect(second?.headers['if-match']).toBeDefined();
  });

  it('is not continued with the bytes of another version', async () => {
    const key = await stored();
    server.nextFailure({ kind: 'cut' }, { on: 'get' });
    const chunks = await storage.open(key, { start: 0, end: bytes.length - 1 });
    server.objects.set(key, { content: randomBytes(200_000), writtenAt: new Date() });
    const reading = (async () => {
      for await (const _chunk of chunks);
    })();
    await expect(reading).rejects.toMatchObject({ reason: 'unavailable' });
  });

  it.each([
    ['before it begins', 0],
    ['while it is paused', 1],
  ])('gives the connection of its reader back %s, and continues afterwards', async (_when, pauseAt) => {
    const key = newObjectKey('original', 'webm');
    const large = randomBytes(8_000_000);
    await storage.put(key, large);
    server.requests.length = 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const chunks = await storage.open(key, { start: 0, end: large.length - 1 });
    const read: Uint8Array[] = [];
    if (pauseAt === 0) pause();
    for await (const chunk of chunks) {
      read.push(chunk);
      if (read.length === pauseAt) pause();
    }
    expect(Buffer.concat(read).equals(large)).toBe(true);
    expect(countRequests('get')).toBe(2);
  });

  it('does not delay other requests while its reader is slow', async () => {
    const key = newObjectKey('original', 'webm');
    const large = randomBytes(8_000_000);
    const { keys, bucket, url: endpoint } = server;
    const settings = { ...keys, endpoint, bucket, forcePathStyle: true };
    const narrow = createS3Storage(settings, { answerMs, firstDelayMs: 1, maxConnections: 1 });
    await storage.put(key, large);
    const range = { start: 0, end: large.length - 1 };
    const slow = await Promise.all([1, 2, 3].map(() => narrow.open(key, range)));
    const firsts = await Promise.all(slow.map((chunks) => chunks[Symbol.asyncIterator]().next()));
    expect(firsts.map(({ done }) => done)).toEqual([false, false, false]);
    await narrow.put(newObjectKey('original', 'webm'), bytes);
    await narrow.close();
  });

  it('fails if no more bytes come', async () => {
    const key = await stored();
    for (let n = 0; n < 8; n += 1)
      server.nextFailure(
        {
          kind: 'answer',
          status: 206,
          headers: { 'content-length': '200000', connection: 'close' },
          body: '',
        },
        { on: 'get' },
      );
    const chunks = await storage.open(key, { start: 0, end: 10 }).catch(() => null);
    const reading = (async () => {
      for await (const _chunk of chunks ?? []) await delay(0);
    })();
    await expect(reading).rejects.toMatchObject({ reason: 'unavailable' });
  });
});

describe('a failure that does not pass', () => {
  it.each<[string, () => void, string]>([
    ['a read-only bucket', () => (server.state.isReadOnly = true), 'unavailable'],
    ['a full store', () => (server.state.isFull = true), 'full'],
    ['a missing bucket', () => (server.state.hasBucket = false), 'unavailable'],
  ])('%s refuses a put at once', async (_name, prepare, reason) => {
    prepare();
    await expect(storage.put(newObjectKey('original', 'webm'), bytes)).rejects.toMatchObject({ reason });
    expect(countRequests('put')).toBe(1);
  });

  it('a missing bucket is not confused with missing objects', async () => {
    const key = await stored();
    server.state.hasBucket = false;
    const failure = { reason: 'unavailable' };
    await expect(storage.measure(key, { hash: false })).rejects.toMatchObject(failure);
    await expect(storage.measure(key, { hash: true })).rejects.toMatchObject(failure);
    await expect(storage.read(key)).rejects.toMatchObject(failure);
    await expect(storage.ping()).rejects.toMatchObject(failure);
  });

  it('wrong keys are refused, and the messages name no secret', async () => {
    const { keys, bucket, url: endpoint } = server;
    const settings = { ...keys, endpoint, bucket, forcePathStyle: true };
    const stranger = createS3Storage({ ...settings, secretAccessKey: 'otro' }, { firstDelayMs: 1 });
    const error: unknown = await stranger.read(await stored()).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ reason: 'unavailable' });
    expect(String(error)).not.toContain('otro');
    await stranger.close();
  });
});

describe('a stored object', () => {
  it('is read again for comparison if the store has no plain ETags', async () => {
    server.state.hasOwnEtags = true;
    const key = newObjectKey('original', 'webm');
    expect(await storage.put(key, bytes)).toEqual({ bytes: bytes.length, sha256 });
    expect(countRequests('get')).toBe(1);
  });

  it('is refused if its bytes differ from those that were sent', async () => {
    server.nextFailure({ kind: 'answer', headers: { etag: `"${'0'.repeat(32)}"` } }, { on: 'put' });
    const putting = storage.put(newObjectKey('original', 'webm'), bytes);
    await expect(putting).rejects.toMatchObject({ reason: 'failed' });
  });

  it('is written and read by a machine whose clock is two days off', async () => {
    server.state.clockAheadMs = 2 * 86_400_000;
    const key = newObjectKey('original', 'webm');
    await storage.put(key, bytes);
    expect(Buffer.from(await storage.read(key)).equals(bytes)).toBe(true);
    // The client learns the offset once.
    expect(countRequests('put')).toBe(2);
    expect(countRequests('get')).toBe(1);
  });
});

it('requests that are refused at once for the clock are all sent again', async () => {
  server.state.clockAheadMs = 2 * 86_400_000;
  const keys = [1, 2, 3].map(() => newObjectKey('original', 'webm'));
  await Promise.all(keys.map((key) => storage.put(key, bytes)));
  expect(countRequests('put')).toBe(6);
});

it('a ping learns the offset of the clock for every request, although its refusal has no code', async () => {
  server.state.clockAheadMs = 2 * 86_400_000;
  await storage.ping();
  expect(countRequests('bucket')).toBe(2);
  const key = newObjectKey('original', 'webm');
  await storage.put(key, bytes);
  await buffer(await storage.open(key, { start: 0, end: 9 }));
  expect([countRequests('put'), countRequests('get')]).toEqual([1, 1]);
  server.state.clockAheadMs = 0;
  server.nextFailure({ kind: 'answer', status: 403 }, { on: 'bucket' });
  await storage.ping();
  server.nextFailure({ kind: 'answer', status: 403 }, { on: 'bucket' });
  await expect(storage.ping()).rejects.toThrow('403');
});

it('a ping is not repeated', async () => {
  server.nextFailure({ kind: 'hang' }, { on: 'bucket' });
  await expect(impatient.ping()).rejects.toMatchObject({ reason: 'unavailable' });
  expect(countRequests('bucket')).toBe(1);
});

async function listAll(): Promise<void> {
  for await (const _objects of storage.list());
}

describe('a list', () => {
  it('is refused if it is invalid or endless', async () => {
    server.nextFailure({ kind: 'answer', body: '<html>hola</html>' }, { on: 'list' });
    await expect(listAll()).rejects.toThrow('does not answer');
    const page =
      '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken></ListBucketResult>';
    for (let n = 0; n < 2; n += 1) server.nextFailure({ kind: 'answer', body: page }, { on: 'list' });
    await expect(listAll()).rejects.toThrow('does not answer');
  });
});
