import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { startStandInS3 } from '@relato/testing/s3/s3-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskStorage } from './disk-storage.ts';
import { createS3Storage } from './s3/s3-storage.ts';
import { isObjectKey, newObjectKey, objectKinds, type ListedObject, type Storage } from './storage.ts';

interface Subject {
  readonly storage: Storage;
  readonly close: () => Promise<void>;
}

async function openDisk(): Promise<Subject> {
  const folder = await mkdtemp(join(tmpdir(), 'relato-contract-'));
  return { storage: createDiskStorage(join(folder, 'audio')), close: () => rm(folder, { recursive: true }) };
}

async function openStandIn(): Promise<Subject> {
  const server = await startStandInS3();
  server.state.pageSize = 4;
  const { keys, bucket, url: endpoint } = server;
  const storage = createS3Storage({ ...keys, endpoint, bucket, forcePathStyle: true });
  return {
    storage,
    close: async () => {
      await storage.close();
      await server.stop();
    },
  };
}

const subjects = [
  ['a disk', openDisk],
  ['a stand-in for S3', openStandIn],
] as const;

const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
const content = new TextEncoder().encode('érase una vez');

describe.each(subjects)('%s', (_name, open) => {
  let subject: Subject;
  let storage: Storage;
  const written = new Set<string>();
  beforeAll(async () => {
    subject = await open();
    ({ storage } = subject);
  });
  afterAll(async () => {
    await Promise.all([...written].map((key) => storage.delete(key)));
    await subject.close();
  });

  function newKey(kind: Parameters<typeof newObjectKey>[0] = 'original'): string {
    const key = newObjectKey(kind, 'webm');
    written.add(key);
    return key;
  }
  async function stored(bytes: Uint8Array = content): Promise<string> {
    const key = newKey();
    await storage.put(key, bytes);
    return key;
  }
  async function listAll(after?: string): Promise<ListedObject[]> {
    const listed: ListedObject[] = [];
    for await (const objects of storage.list(after)) listed.push(...objects);
    return listed;
  }

  it.each([0, 1, 1_000_003])('returns %d stored bytes unchanged, with their size and hash', async (size) => {
    const bytes = randomBytes(size);
    const key = newKey();
    expect(await storage.put(key, bytes)).toEqual({ bytes: size, sha256: sha256Of(bytes) });
    expect(Buffer.from(await storage.read(key)).equals(bytes)).toBe(true);
    expect(await storage.measure(key, { hash: true })).toEqual({ bytes: size, sha256: sha256Of(bytes) });
    expect(await storage.measure(key, { hash: false })).toEqual({ bytes: size, sha256: null });
  });

  it.each([
    [0, 0, '0'],
    [0, 9, '0123456789'],
    [9, 9, '9'],
    [5, 100, '56789'],
    [10, 20, ''],
  ])('opens exactly the range from %d to %d', async (start, end, expected) => {
    const key = await stored(new TextEncoder().encode('0123456789'));
    expect(String(await buffer(await storage.open(key, { start, end })))).toBe(expected);
  });

  it('refuses a range that ends before it begins', async () => {
    const key = await stored();
    await expect(storage.open(key, { start: 5, end: 4 })).rejects.toMatchObject({ reason: 'failed' });
  });

  it('lets a reader stop in the middle while others continue', async () => {
    const bytes = randomBytes(3_000_000);
    const key = await stored(bytes);
    const range = { start: 0, end: bytes.length - 1 };
    const others = buffer(await storage.open(key, range));
    for await (const chunk of await storage.open(key, range)) {
      expect(chunk.byteLength).toBeGreaterThan(0);
      break;
    }
    expect((await others).equals(bytes)).toBe(true);
  });

  it('reports a missing object before the first byte', async () => {
    const key = newObjectKey('original', 'webm');
    await expect(storage.read(key)).rejects.toMatchObject({ reason: 'missing' });
    await expect(storage.open(key, { start: 0, end: 1 })).rejects.toMatchObject({ reason: 'missing' });
    expect(await storage.measure(key, { hash: false })).toBeNull();
    expect(await storage.measure(key, { hash: true })).toBeNull();
  });

  it('deletes an object, and ignores a second deletion', async () => {
    const key = await stored();
    await storage.delete(key);
    await storage.delete(key);
    await expect(storage.read(key)).rejects.toMatchObject({ reason: 'missing' });
  });

  it('stores the later of two puts, and exactly one of two concurrent puts', async () => {
    const key = await stored();
    await storage.put(key, new TextEncoder().encode('después'));
    expect(new TextDecoder().decode(await storage.read(key))).toBe('después');
    const contents = Array.from({ length: 8 }, (_, index) => new Uint8Array(300_000).fill(index));
    await Promise.all(contents.map((each) => storage.put(key, each)));
    const found = await storage.read(key);
    expect(found.length).toBe(300_000);
    expect(new Set(found).size).toBe(1);
  });

  it('lists the stored objects, with sizes and times, over several pages', async () => {
    const keys = await Promise.all(Array.from({ length: 11 }, () => stored()));
    const copy = newKey('playback');
    await storage.put(copy, content);
    const listed = new Map((await listAll()).map((object) => [object.key, object]));
    for (const key of [...keys, copy]) {
      const object = listed.get(key);
      expect(object?.bytes).toBe(content.byteLength);
      expect(Math.abs((object?.writtenAt.getTime() ?? 0) - Date.now())).toBeLessThan(600_000);
    }
    await storage.delete(copy);
    expect((await listAll()).map(({ key }) => key)).not.toContain(copy);
  });

  it('lists the objects behind any key of its list', async () => {
    for (const kind of objectKinds)
      await Promise.all([1, 2, 3].map(() => storage.put(newKey(kind), content)));
    const listed = (await listAll()).map(({ key }) => key);
    for (const [index, after] of listed.entries())
      expect((await listAll(after)).map(({ key }) => key)).toEqual(listed.slice(index + 1));
  });

  it('refuses an invalid key', async () => {
    for (const key of ['../secret', '/etc/passwd', 'original/aa/../../../x', '', 'other/aa/b.webm']) {
      const missing = { reason: 'missing' };
      await expect(storage.put(key, content)).rejects.toMatchObject(missing);
      await expect(storage.read(key)).rejects.toMatchObject(missing);
      await expect(storage.open(key, { start: 0, end: 1 })).rejects.toMatchObject(missing);
      await expect(storage.delete(key)).rejects.toMatchObject(missing);
    }
  });

  it('keeps a mark beside the objects, outside of their list', async () => {
    expect(await storage.readMark()).toBeNull();
    await storage.writeMark('uno');
    await storage.writeMark('dos');
    expect(await storage.readMark()).toBe('dos');
    const listed: ListedObject[] = [];
    for await (const objects of storage.list()) listed.push(...objects);
    expect(listed.filter(({ key }) => !isObjectKey(key))).toEqual([]);
    await storage.deleteUnfinished(new Date());
    expect(await storage.readMark()).toBe('dos');
    await storage.writeMark('');
    expect(await storage.readMark()).toBeNull();
  });

  it('answers a ping', async () => {
    await expect(storage.ping()).resolves.toBeUndefined();
  });
});
