import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiskStorage } from './disk-storage.ts';
import { newObjectKey, type Storage } from './storage.ts';

let folder: string;
let storage: Storage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relato-storage-'));
  storage = createDiskStorage(join(folder, 'audio'));
});
afterEach(() => rm(folder, { recursive: true }));

const content = new TextEncoder().encode('érase una vez');
const sha256 = createHash('sha256').update(content).digest('hex');
const readAll = async (chunks: AsyncIterable<Uint8Array>) => new Uint8Array(await buffer(chunks));

describe('createDiskStorage', () => {
  it('L305: returns the stored bytes, their size and their hash', async () => {
    const key = newObjectKey('original', 'webm');
    expect(await storage.put(key, content)).toEqual({ bytes: content.byteLength, sha256 });
    expect(await storage.read(key)).toEqual(content);
  });

  it('opens a range that includes both ends', async () => {
    const key = newObjectKey('playback', 'mp4');
    await storage.put(key, content);
    expect(await readAll(await storage.open(key, { start: 2, end: 4 }))).toEqual(content.slice(2, 5));
  });

  it('copies a file', async () => {
    const source = join(folder, 'upload');
    await writeFile(source, content);
    const key = newObjectKey('original', 'bin');
    expect(await storage.putFile(key, source)).toEqual({ bytes: content.byteLength, sha256 });
    expect(await storage.read(key)).toEqual(content);
    expect((await stat(source)).size).toBe(content.byteLength);
  });

  it('refuses to copy a file to an invalid key', async () => {
    const source = join(folder, 'upload');
    await writeFile(source, content);
    await expect(storage.putFile('original/../../escaped', source)).rejects.toMatchObject({
      reason: 'missing',
    });
    expect((await stat(source)).size).toBe(content.byteLength);
  });

  it('rejects for a missing object before streaming', async () => {
    const key = newObjectKey('original', 'webm');
    await expect(storage.read(key)).rejects.toMatchObject({ reason: 'missing' });
    await expect(storage.open(key, { start: 0, end: 1 })).rejects.toMatchObject({ reason: 'missing' });
  });

  it('deletes an object, and does nothing the second time', async () => {
    const key = newObjectKey('original', 'webm');
    await storage.put(key, content);
    await storage.delete(key);
    await storage.delete(key);
    await expect(storage.read(key)).rejects.toMatchObject({ reason: 'missing' });
  });

  it.each(['../secret', '/etc/passwd', 'original/aa/../../../x', 'original\\aa', '', 'other/aa/b.webm'])(
    'refuses %j as a key',
    async (key) => {
      await expect(storage.put(key, content)).rejects.toMatchObject({ reason: 'missing' });
      await expect(storage.read(key)).rejects.toMatchObject({ reason: 'missing' });
    },
  );

  it('leaves no temporary file behind', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () => storage.put(newObjectKey('original', 'webm'), content)),
    );
    const names = await readdir(join(folder, 'audio'), { recursive: true });
    expect(names.filter((name) => name.endsWith('.webm'))).toHaveLength(20);
    expect(names.filter((name) => name.endsWith('.part'))).toHaveLength(0);
  });
});

describe('newObjectKey', () => {
  it('never returns the same key twice', () => {
    const keys = Array.from({ length: 1000 }, () => newObjectKey('original', 'webm'));
    expect(new Set(keys).size).toBe(1000);
  });
});
