import type * as FileSystem from 'node:fs';
import { close, existsSync } from 'node:fs';
import { mkdtemp, readdir, readlink, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureMemory } from '@relato/testing/measure-memory';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ObjectReader } from './object-reader.ts';
import { createOpenFiles, type OpenFiles } from './open-files.ts';

vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof FileSystem>();
  return { ...original, close: vi.fn<typeof original.close>(original.close) };
});

let folder: string;
let files: OpenFiles;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relato-open-files-'));
  files = createOpenFiles();
});
afterEach(() => rm(folder, { recursive: true }));

async function write(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

async function readAll(reader: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of reader) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Lists the files of the folder that this process has open. */
async function listOpen(): Promise<string[]> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
  );
  return links.filter((link) => link.startsWith(folder));
}
const canListOpen = existsSync('/proc/self/fd');

describe('a file', () => {
  it('yields the bytes from a position on, up to its end', async () => {
    const file = await files.open(await write('voice', '0123456789'));
    expect(textOf(await file.read(3))).toBe('3456789');
    expect((await file.read(10)).byteLength).toBe(0);
    expect((await file.read(500_000)).byteLength).toBe(0);
    file.release();
  });

  it('is read across the ends of its blocks', async () => {
    const content = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 31) % 251);
    const path = await write('voice', content);
    for (const [start, end] of [
      [0, 199_999],
      [65_535, 65_536],
      [100_000, 170_000],
      [199_999, 300_000],
    ] as const) {
      const read = await readAll(new ObjectReader(await files.open(path), { start, end }));
      expect(read.equals(content.subarray(start, end + 1))).toBe(true);
    }
  });

  it('is read from memory from the third read of a block on', async () => {
    const path = await write('voice', 'before');
    const file = await files.open(path);
    await file.read(0);
    await file.read(0);
    await writeFile(path, 'after!');
    expect(textOf(await file.read(0))).toBe('before');
    file.release();
  });

  it('that is missing is reported each time', async () => {
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expect(files.open(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(textOf(await (await files.open(await write('none', 'now'))).read(0))).toBe('now');
  });

  it('is reopened after it was forgotten, while its readers continue', async () => {
    const path = await write('voice', 'before');
    const reading = await files.open(path);
    await rename(await write('other', 'after'), path);
    files.forget(path);
    const later = await files.open(path);
    expect([textOf(await reading.read(0)), textOf(await later.read(0))]).toEqual(['before', 'after']);
    reading.release();
    expect(textOf(await later.read(0))).toBe('after');
    later.release();
  });

  it('that cannot be closed does not stop anything else', async () => {
    const path = await write('voice', 'x');
    vi.mocked(close).mockClear();
    (await files.open(path)).release();
    files.forget(path);
    await expect.poll(() => vi.mocked(close).mock.calls.length).toBe(1);
    const [, onClosed] = vi.mocked(close).mock.calls[0] ?? [];
    // Without a callback, Node throws the failure where nothing catches it.
    expect(onClosed).toBeTypeOf('function');
    expect(() => onClosed?.(new Error('EIO'))).not.toThrow();
  });
});

describe.skipIf(!canListOpen)('descriptors', () => {
  // The timers stand still, so that idle files close only when a test advances them.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('are shared by the readers of a file, and closed a second after the last one', async () => {
    const path = await write('voice', 'x'.repeat(200_000));
    const readers = await Promise.all(Array.from({ length: 50 }, () => files.open(path)));
    expect(await listOpen()).toHaveLength(1);
    for (const reader of readers) reader.release();
    vi.advanceTimersByTime(999);
    expect(await listOpen()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await expect.poll(listOpen).toEqual([]);
  });

  it('of unused files are limited', async () => {
    for (let count = 0; count < 150; count += 1) (await files.open(await write(`${count}`, 'x'))).release();
    await expect.poll(listOpen).toHaveLength(100);
  });

  it('are closed for readers that stop early, also in the middle of a read', async () => {
    const path = await write('voice', 'x'.repeat(200_000));
    const readers = await Promise.all(
      Array.from(
        { length: 20 },
        async () => new ObjectReader(await files.open(path), { start: 0, end: 199_999 }),
      ),
    );
    await Promise.all(
      readers.map(async (reader, index) => {
        if (index % 2) await reader.next();
        else void reader.next();
        await reader.return();
      }),
    );
    files.forget(path);
    await expect.poll(listOpen).toEqual([]);
  });
});

it('the blocks in memory are limited', async () => {
  const path = await write('voice', new Uint8Array(40_000_000));
  const before = measureMemory().arrayBuffers;
  const file = await files.open(path);
  for (let position = 0; position < 40_000_000; position += 65_536) {
    // A block stays in memory from its second read on.
    await file.read(position);
    await file.read(position);
  }
  expect(measureMemory().arrayBuffers - before).toBeLessThan(20_000_000);
  file.release();
});
