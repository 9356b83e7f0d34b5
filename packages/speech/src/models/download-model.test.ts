import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startModelHub, type HubFailure } from '@relato/testing/model-hub';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SpeechModel } from './catalogue.ts';
import { downloadModel, type DownloadOptions } from './download-model.ts';
import { ModelError } from './model-error.ts';

const content = new Uint8Array(200_000).map((_, index) => (index * 7919) % 251);
const model: SpeechModel = {
  name: 'little',
  repository: 'someone/little-gguf',
  revision: '0'.repeat(40),
  file: 'little-Q8_0.gguf',
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
  license: 'MIT',
  author: 'Someone',
  languages: 'Spanish',
  takesLanguage: true,
  wordTimes: 'heard',
  publishedWer: 1,
  estimatedSpeed: 1,
  estimatedMemoryBytes: 1,
};

let hub: Awaited<ReturnType<typeof startModelHub>>;
let directory: string;
beforeEach(async () => {
  hub = await startModelHub(content);
  directory = join(await mkdtemp(join(tmpdir(), 'relato-models-')), 'models');
});
afterEach(async () => {
  await hub.stop();
  await rm(join(directory, '..'), { recursive: true, force: true });
});

const roomy = async () => ({ bavail: 1e9, blocks: 1e9, bsize: 10 });
const download = (options: Partial<DownloadOptions> = {}) =>
  downloadModel(model, {
    directory,
    baseUrl: hub.url,
    measure: roomy,
    timing: { firstRetryMs: 1, stallMs: 60_000 },
    ...options,
  });
async function failureOf(work: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ModelError)) throw new Error(`no ModelError but ${String(error)}`);
  expect(error.message).not.toContain('\n');
  return error;
}
/** Cuts the connection after this number of bytes. */
const cutAt =
  (...bytes: readonly number[]): NonNullable<DownloadOptions['onProgress']> =>
  ({ receivedBytes }) => {
    if (bytes.includes(receivedBytes)) hub.cut();
  };
const readPart = () => readFile(join(directory, 'little.gguf.part'));
async function expectWhole(): Promise<void> {
  expect(await readdir(directory)).toEqual(['little.gguf']);
  expect(Buffer.compare(await readFile(join(directory, 'little.gguf')), content)).toBe(0);
}
const leaveUnfinished = async (bytes: Uint8Array, etag?: string): Promise<void> => {
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'little.gguf.part'), bytes);
  if (etag !== undefined) await writeFile(join(directory, 'little.gguf.part.etag'), etag);
};

describe('a download', () => {
  it('follows the redirect of the hub, reports its progress, and is repeated only for wrong bytes', async () => {
    const seen: number[] = [];
    const outcome = await download({ onProgress: ({ receivedBytes }) => void seen.push(receivedBytes) });
    expect(outcome).toBe('fetched');
    await expectWhole();
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(model.bytes);
    expect(await download()).toBe('present');
    expect(hub.requests).toHaveLength(1);
    await writeFile(join(directory, 'little.gguf'), content.with(5, 1));
    expect(await download()).toBe('fetched');
    await expectWhole();
  });

  it('continues by itself where the connection broke', async () => {
    hub.fail({ kind: 'stall', afterBytes: 70_000 }, { kind: 'stall', afterBytes: 50_000 });
    await download({ onProgress: cutAt(70_000, 120_000) });
    await expectWhole();
    expect(hub.requests.map(({ range }) => range)).toEqual([null, 'bytes=70000-', 'bytes=120000-']);
    expect(new Set(hub.requests.slice(1).map(({ ifRange }) => ifRange)).size).toBe(1);
    expect(hub.requests[1]?.ifRange).toMatch(/^".+"$/u);
  });

  it('ends a connection without bytes and continues there', async () => {
    hub.fail({ kind: 'stall', afterBytes: 70_000 });
    // A busy machine may need many attempts, each of which ends after a moment without bytes.
    await download({ timing: { firstRetryMs: 1, stallMs: 200, maxAttempts: 12 } });
    await expectWhole();
  });

  it('retries while the hub is overloaded, and finally reports its answer', async () => {
    hub.fail(...[503, 429, 503, 429].map((status) => ({ kind: 'status', status }) as const));
    const error = await failureOf(download({ timing: { firstRetryMs: 1, maxAttempts: 2 } }));
    expect(error).toMatchObject({ kind: 'network', message: expect.stringMatching(/ \(HTTP 429\)\.$/u) });
    await download();
    await expectWhole();
  });

  it('gives up after several connections without bytes, and reports that it will continue there', async () => {
    hub.fail({ kind: 'stall', afterBytes: 70_000 }, { kind: 'cut' }, { kind: 'cut' });
    const timing = { firstRetryMs: 1, maxAttempts: 3 };
    const error = await failureOf(download({ timing, onProgress: cutAt(70_000) }));
    expect(error).toMatchObject({
      kind: 'network',
      message: expect.stringMatching(/broke at 0 MB of 0 MB .* The same command continues there/u),
    });
    expect(hub.requests).toHaveLength(3);
    expect((await readPart()).length).toBe(70_000);
  });

  it('reports that the hub is unreachable', async () => {
    await hub.stop();
    const error = await failureOf(download({ timing: { firstRetryMs: 1, maxAttempts: 2 } }));
    expect(error).toMatchObject({
      kind: 'network',
      message: expect.stringMatching(/^Cannot fetch little from 127\.0\.0\.1:\d+ \(ECONNREFUSED\)\.$/u),
    });
    hub = await startModelHub(content);
  });

  it('ends at an abort with its reason, and keeps the arrived bytes', async () => {
    const stopping = new AbortController();
    const reason = new Error('stopped');
    hub.fail({ kind: 'stall', afterBytes: 70_000 });
    const attempt = download({
      signal: stopping.signal,
      onProgress: ({ receivedBytes }) => {
        if (receivedBytes === 70_000) stopping.abort(reason);
      },
    });
    await expect(attempt).rejects.toBe(reason);
    expect((await readdir(directory)).toSorted()).toEqual(['little.gguf.part', 'little.gguf.part.etag']);
    expect(await download()).toBe('fetched');
    await expectWhole();
    expect(hub.requests.at(-1)?.range).toBe('bytes=70000-');
  });
});

describe('the part of an earlier process', () => {
  const beginning = content.subarray(0, 100);

  it.each<[string, Uint8Array, HubFailure | null, readonly (string | null)[]]>([
    ['is continued', beginning, null, ['bytes=100-']],
    ['is only verified if it is whole', content, null, []],
    ['is dropped if it is too long', new Uint8Array(model.bytes + 1), null, [null]],
    ['is dropped if the server has another range', beginning, { kind: 'other-range' }, ['bytes=100-', null]],
    ['is dropped if the server sends all', beginning, { kind: 'whole' }, ['bytes=100-']],
    [
      'is dropped if the server has no such range',
      beginning,
      { kind: 'status', status: 416 },
      ['bytes=100-', null],
    ],
  ])('%s', async (_, bytes, failure, ranges) => {
    await leaveUnfinished(bytes);
    if (failure) hub.fail(failure);
    await download();
    await expectWhole();
    expect(hub.requests.map(({ range }) => range)).toEqual(ranges);
  });

  it('is dropped if it belongs to another version of the file', async () => {
    await leaveUnfinished(new Uint8Array(100), '"other"');
    await download();
    await expectWhole();
  });
});

describe('an answer that is not the model', () => {
  it('is deleted if its checksum is wrong', async () => {
    hub.file = content.with(5, 1);
    const error = await failureOf(download());
    expect(error).toMatchObject({
      kind: 'checksum',
      message: expect.stringMatching(/^What 127\.0\.0\.1:\d+ sent as little/u),
    });
    expect(await readdir(directory)).toEqual([]);
  });

  it.each([-1, 1])('is refused before it is read if its size is wrong by %d', async (difference) => {
    hub.file = new Uint8Array(model.bytes + difference);
    const error = await failureOf(download());
    expect(error).toMatchObject({
      kind: 'server',
      message: expect.stringContaining(`has ${model.bytes + difference} bytes instead of the ${model.bytes}`),
    });
    expect(await readdir(directory)).toEqual([]);
  });

  it.each([403, 204, 301])('is refused with its status %d', async (status) => {
    hub.fail({ kind: 'status', status });
    expect((await failureOf(download())).kind).toBe('server');
    expect(hub.requests).toHaveLength(1);
  });
});

describe('a redirect', () => {
  it('is followed only over https', async () => {
    hub.fail({ kind: 'redirect', to: 'http://example.org/model' });
    expect((await failureOf(download())).message).toContain('only https:// is followed');
  });

  it('is not followed to a private network', async () => {
    const v4 = ['127.0.0.1', '10.1.2.3', '169.254.169.254', '172.20.0.1', '0x7f000001'];
    for (const host of [...v4, '[::1]', '[::ffff:10.0.0.1]', '[fd00::1]', 'intranet', 'db.internal']) {
      hub.fail({ kind: 'redirect', to: `https://${host}/model` });
      const error = await failureOf(download());
      expect(error).toMatchObject({ kind: 'server', message: expect.stringContaining('private network') });
    }
  });

  it('in a circle ends', async () => {
    hub.fail(...Array.from({ length: 9 }, () => ({ kind: 'redirect' as const, to: '/again' })));
    expect((await failureOf(download())).message).toContain('more than 5 times');
  });
});

const failWith = (disk: Awaited<ReturnType<typeof roomy>>) =>
  failureOf(download({ measure: async () => disk }));

describe('the disk', () => {
  it('is checked before the first request, and keeps 500 MB and two percent of its size free', async () => {
    expect(await failWith({ bavail: 500_000_000 + 199_999, blocks: 1e9, bsize: 1 })).toMatchObject({
      kind: 'space',
      message: expect.stringContaining('needs 500 MB, of which 500 MB stay free'),
    });
    const large = await failWith({ bavail: 1_999, blocks: 100_000, bsize: 1_000_000 });
    expect(large.message).toContain('of which 2000 MB stay free');
    expect(hub.requests).toEqual([]);
  });

  it('ends the download without a part if it is full', async () => {
    await mkdir(directory, { recursive: true });
    await symlink('/dev/full', join(directory, 'little.gguf.part'));
    const error = await failureOf(download());
    expect(error).toMatchObject({ kind: 'space', message: expect.stringMatching(/^The disk is full/u) });
    expect(await readdir(directory)).toEqual([]);
  });

  it('is checked again while bytes arrive', async () => {
    let looks = 0;
    const measure = async () => ({ bavail: looks++ === 0 ? 1e9 : 0, blocks: 1, bsize: 1 });
    expect((await failureOf(download({ measure, spaceCheckBytes: 1_000 }))).kind).toBe('space');
    expect(hub.requests).toHaveLength(1);
  });

  it('is used if its space is unknown', async () => {
    await download({ measure: () => Promise.reject(new Error('no statfs')) });
    await expectWhole();
  });
});

describe('two downloads at once', () => {
  it('do not write into one file: the second one fails at once', async () => {
    hub.fail({ kind: 'stall', afterBytes: 70_000 });
    const stopping = new AbortController();
    let second: Promise<ModelError> | undefined;
    const first = download({
      signal: stopping.signal,
      onProgress: () => {
        second ??= failureOf(download()).finally(() => stopping.abort(new Error('enough')));
      },
    });
    await expect(first).rejects.toThrow('enough');
    expect(await second).toMatchObject({ kind: 'busy', message: expect.stringMatching(/seen \d+ s ago/u) });
    await download();
    await expectWhole();
  });

  it('adopt the lock of a killed process', async () => {
    await mkdir(directory, { recursive: true });
    const lock = join(directory, 'little.gguf.lock');
    await writeFile(lock, '');
    expect((await failureOf(download())).kind).toBe('busy');
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(lock, longAgo, longAgo);
    await download();
    await expectWhole();
  });
});
