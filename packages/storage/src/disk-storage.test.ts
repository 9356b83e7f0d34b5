import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

describe('createDiskStorage', () => {
  it('L305: returns the stored bytes, their size and their hash', async () => {
    const key = newObjectKey('original', 'webm');
    expect(await storage.put(key, content)).toEqual({ bytes: content.byteLength, sha256 });
    expect(await storage.read(key)).toEqual(content);
    const names = await readdir(join(folder, 'audio'), { recursive: true });
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('lists neither unfinished files nor those of the operator', async () => {
    const keys = [newObjectKey('original', 'webm'), newObjectKey('playback', 'mp4')];
    for (const key of keys) await storage.put(key, content);
    await writeFile(join(folder, 'audio', `${keys[0]}.part`), 'half');
    await writeFile(join(folder, 'audio', 'original', 'notes.txt'), 'of the operator');
    const listed: string[] = [];
    for await (const objects of storage.list()) listed.push(...objects.map(({ key }) => key));
    expect(listed.toSorted()).toEqual(keys.toSorted());
  });
});
