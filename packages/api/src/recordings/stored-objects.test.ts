import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { retention } from '@relato/contract';
import { createDiskStorage, newObjectKey } from '@relato/storage';
import { describe, expect, it } from 'vitest';
import type { Services } from '../rpc/context.ts';
import { opus, replaceInspection, useRealQueue } from '../testing/recordings/real-queue.ts';
import { collectObjects } from './cleanup-jobs.ts';
import { inspectNow } from './jobs.ts';
import { appendToUpload, completeUpload, createUpload } from './upload-mutations.ts';

const { world, addPerson, startQueue, work, rowOf, statusOf, administration, soon } = useRealQueue();

describe('REL-02: a transaction that fails', () => {
  it('leaves one original per recording, however often the upload is completed', async () => {
    const viewer = await addPerson();
    const id = await world.upload(viewer, opus);
    await world.database.prisma.recording.update({ where: { id }, data: { state: 'uploading' } });
    const before = await countFiles('original');
    await createUpload(world.services, { id, length: 7 });
    await appendToUpload(world.services, { id, start: 0, content: Buffer.from('una voz') });
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expect(completeUpload(failing(), id)).rejects.toThrow('no commit');
    expect(await countFiles('original')).toBe(before);
    await completeUpload(world.services, id);
    expect(await countFiles('original')).toBe(before);
    const { originalKey } = await rowOf(id);
    expect(Buffer.from(await world.services.storage.read(originalKey ?? '')).toString()).toBe('una voz');
  });

  it('leaves one copy per recording, however often it is inspected', async () => {
    replaceInspection();
    const viewer = await addPerson();
    const id = await world.upload(viewer, opus);
    const before = await countFiles('playback');
    const broken = {
      ...failing(),
      transcriber: { ...world.services.transcriber, name: 'assemblyai' as const },
    };
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expect(inspectNow(broken, id)).rejects.toThrow('no commit');
    expect(await countFiles('playback')).toBe(before + 1);
    await inspectNow(world.services, id);
    expect(await statusOf(viewer, id)).toMatchObject({ state: 'ready' });
    expect(await countFiles('playback')).toBe(before + 1);
  });

  it('leaves no object of a recording that was discarded while its upload was completed', async () => {
    const viewer = await addPerson();
    const id = await world.upload(viewer, opus);
    await world.database.prisma.recording.update({ where: { id }, data: { state: 'uploading' } });
    await createUpload(world.services, { id, length: 7 });
    await appendToUpload(world.services, { id, start: 0, content: Buffer.from('una voz') });
    const { storage } = world.services;
    const before = await countFiles('original');
    const slow = {
      ...storage,
      put: async (key: string, content: Uint8Array) => {
        await world.callAs(viewer).recordings.discard({ id });
        await world.workOff();
        return storage.put(key, content);
      },
    };
    await completeUpload({ ...world.services, storage: slow }, id);
    expect(await countFiles('original')).toBe(before - 1);
  });
});

/** Services whose commits fail. */
const failing = (): Services => ({
  ...world.services,
  jobs: { ...world.services.jobs, enqueue: () => Promise.reject(new Error('no commit')) },
});

async function countFiles(kind: 'original' | 'playback'): Promise<number> {
  const entries = await readdir(world.audioDir, { recursive: true, withFileTypes: true });
  const folder = join(world.audioDir, kind);
  return entries.filter((entry) => entry.isFile() && entry.parentPath.startsWith(folder)).length;
}

describe('REL-30: a deletion', () => {
  it('is retried until the store succeeds, and does not delay other objects', async () => {
    const { queue } = await startQueue();
    const { storage } = world.services;
    const keys = Array.from({ length: 3 }, () => newObjectKey('original', 'bin'));
    await Promise.all(keys.map((key) => storage.put(key, new Uint8Array(10))));
    const [stuck = '', ...others] = keys;
    // A folder in place of the file cannot be removed as a file, not even by root.
    const path = join(world.audioDir, stuck);
    await rm(path);
    await mkdir(path);
    await queue.enqueue(world.database.prisma, 'delete-objects', { keys });
    await work();
    await soon(async () => expect(await Promise.all(others.map(world.isStored))).toEqual([false, false]));
    const tries = async () => {
      const [row] = await world.database.prisma.$queryRaw<{ tries: number; state: string }[]>`
        SELECT retry_count AS tries, state::text FROM pgboss.job WHERE name = 'delete-objects'`;
      return row;
    };
    // More attempts than any other job gets. The end of a running attempt would no longer count.
    const setAttempts = () =>
      world.database.prisma.$executeRaw`UPDATE pgboss.job SET retry_count = 6 WHERE state = 'retry'`;
    await expect.poll(setAttempts).toBe(1);
    await soon(async () => expect((await tries())?.tries).toBeGreaterThan(6));
    await expect.poll(() => administration().admin.stats()).toMatchObject({ jobs: { failingDeletions: 1 } });
    await rm(path, { recursive: true });
    await storage.put(stuck, new Uint8Array(10));
    await soon(async () => expect(await tries()).toMatchObject({ state: 'completed' }));
    expect(await world.isStored(stuck)).toBe(false);
    expect(await administration().admin.stats()).toMatchObject({ jobs: { failingDeletions: 0 } });
  });
});

describe('REL-23: the cleanup of objects without a row', () => {
  const { hours: leftoverHours } = retention.leftoverFile;

  it('deletes old and unfinished objects, and none that a row refers to or that is new', async () => {
    const viewer = await addPerson();
    const { originalKey, playbackKey } = await rowOf(await world.inspected(viewer));
    const named = [originalKey ?? '', playbackKey ?? ''];
    await Promise.all(named.map((key) => ageFile(key, 1_000)));
    const orphans = [
      await putOld('original', leftoverHours + 1),
      await putOld('playback', leftoverHours + 1),
    ];
    const young = await putOld('original', leftoverHours - 1);
    const unfinished = `${young}.0123456789ab.part`;
    await writeFile(join(world.audioDir, unfinished), 'half');
    await ageFile(unfinished, leftoverHours + 1);
    await collectObjects(world.services);
    expect(await Promise.all([...named, young].map(world.isStored))).toEqual([true, true, true]);
    expect(await Promise.all(orphans.map(world.isStored))).toEqual([false, false]);
    const beside = await readdir(dirname(join(world.audioDir, young)));
    expect(beside.filter((name) => name.startsWith(basename(young)))).toEqual([basename(young)]);
  });

  it('deletes nothing if rows refer to few of the objects, because the store may belong to another database', async () => {
    const storage = createDiskStorage(join(world.audioDir, 'another'));
    const { originalKey } = await rowOf(await world.inspected(await addPerson()));
    const others = Array.from({ length: 3 }, () => newObjectKey('original', 'bin'));
    for (const key of [originalKey ?? '', ...others]) {
      await storage.put(key, new Uint8Array(10));
      await ageFile(join('another', key), leftoverHours + 1);
    }
    await expect(collectObjects({ ...world.services, storage })).rejects.toThrow('another database');
    for (const key of others) expect(await storage.read(key)).toHaveLength(10);
  });

  it('does nothing before the first recording', async () => {
    const storage = createDiskStorage(join(world.audioDir, 'none yet'));
    await expect(collectObjects({ ...world.services, storage })).resolves.toBeUndefined();
  });
});

async function ageFile(key: string, hours: number): Promise<void> {
  const time = new Date(Date.now() - hours * 3_600_000);
  await utimes(join(world.audioDir, key), time, time);
}

async function putOld(kind: 'original' | 'playback', hours: number): Promise<string> {
  const key = newObjectKey(kind, 'bin');
  await world.services.storage.put(key, new Uint8Array(10));
  await ageFile(key, hours);
  return key;
}
