import type * as FileSystem from 'node:fs/promises';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDiskStorage } from './disk-storage.ts';
import { newObjectKey, type Storage } from './storage.ts';

// Simulates a disk that fails during a flush, the last moment at which it can report being full.
const disk = vi.hoisted(() => ({ fault: null as string | null, flushed: [] as string[] }));
vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof FileSystem>();
  const open: typeof original.open = async (path, ...rest) => {
    const file = await original.open(path, ...rest);
    const sync = file.sync.bind(file);
    file.sync = async () => {
      disk.flushed.push(String(path));
      if (disk.fault) throw Object.assign(new Error(disk.fault), { code: disk.fault });
      await sync();
    };
    return file;
  };
  return { ...original, open };
});

let folder: string;
let storage: Storage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relato-storage-faults-'));
  storage = createDiskStorage(join(folder, 'audio'));
});
afterEach(async () => {
  disk.fault = null;
  disk.flushed = [];
  await rm(folder, { recursive: true });
});

const bytes = (text: string) => new TextEncoder().encode(text);
const filesIn = async () =>
  (await readdir(join(folder, 'audio'), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );

async function listAll(): Promise<void> {
  for await (const objects of storage.list()) expect(objects).toEqual([]);
}

/** Stores an object whose key begins with `prefix`. Returns the folders that were flushed after its bytes. */
async function listFlushed(prefix: string): Promise<string[]> {
  disk.flushed = [];
  await storage.put(`${prefix}/${'0'.repeat(40)}.webm`, bytes('una voz'));
  const [first, ...folders] = disk.flushed;
  expect(first).toContain('.part');
  return folders.map((each) => relative(folder, each)).toSorted();
}

it('two puts of the same key at the same time leave one file', async () => {
  const key = newObjectKey('original', 'webm');
  const contents = Array.from({ length: 8 }, (_, index) => new Uint8Array(300_000).fill(index));
  await Promise.all(contents.map((content) => storage.put(key, content)));
  expect(await filesIn()).toHaveLength(1);
});

describe('REL-11: a full disk', () => {
  it.each(['ENOSPC', 'EDQUOT'])('(%s) is reported, leaves no file and damages no other', async (code) => {
    const kept = newObjectKey('original', 'webm');
    await storage.put(kept, bytes('lo de antes'));
    disk.fault = code;
    const key = newObjectKey('original', 'webm');
    await expect(storage.put(key, bytes('una voz'))).rejects.toMatchObject({ reason: 'full' });
    await expect(storage.read(key)).rejects.toMatchObject({ reason: 'missing' });
    expect(await filesIn()).toHaveLength(1);
    expect(new TextDecoder().decode(await storage.read(kept))).toBe('lo de antes');
    disk.fault = null;
    expect(await storage.put(key, bytes('una voz'))).toMatchObject({ bytes: 7 });
  });

  it('is distinguished from a failing disk', async () => {
    disk.fault = 'EIO';
    const putting = storage.put(newObjectKey('original', 'webm'), bytes('una voz'));
    await expect(putting).rejects.toMatchObject({ reason: 'failed' });
  });
});

describe('the answers of the disk storage', () => {
  it.each([
    ['folder', 'original'],
    ['file', newObjectKey('original', 'webm')],
  ])('contain no path of the disk when the list of its objects meets a broken %s', async (_kind, name) => {
    const path = join(folder, 'audio', name);
    await mkdir(dirname(path), { recursive: true });
    // Not even root follows a link to itself.
    await symlink(basename(path), path);
    const error = await listAll().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'StorageError', reason: 'failed' });
    expect(String(error)).not.toContain(folder);
  });

  it('REL-03: come after a flush, first of the bytes and then of their name', async () => {
    await listFlushed('original/00');
    expect(await listFlushed('original/00')).toEqual(['audio/original/00']);
  });

  it('REL-03: come after a flush of newly created folders, each of which a process flushes once', async () => {
    // A power cut loses a folder whose own directory entry was not flushed, with all its files.
    expect(await listFlushed('original/00')).toEqual(['', 'audio', 'audio/original', 'audio/original/00']);
    expect(await listFlushed('original/01')).toEqual(['audio/original', 'audio/original/01']);
    expect(await listFlushed('playback/00')).toEqual(['audio', 'audio/playback', 'audio/playback/00']);
  });
});

it('an object is read through a symbolic link to another disk', async () => {
  await symlink(folder, `${folder}-link`);
  const linked = createDiskStorage(join(`${folder}-link`, 'audio'));
  const key = newObjectKey('original', 'webm');
  await linked.put(key, bytes('una voz'));
  expect(await storage.read(key)).toEqual(bytes('una voz'));
  await rm(`${folder}-link`);
});
