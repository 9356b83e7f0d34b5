import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as audio from '@relato/audio';
import { limits, rateLimits, type RecordingId, retention } from '@relato/contract';
import { createDiskStorage, newObjectKey } from '@relato/storage';
import { expectRefusal } from '@relato/testing/error-code';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Services, Viewer } from '../rpc/context.ts';
import { createDeadJobHandlers, createJobHandlers } from '../job-handlers.ts';
import { prepareJobQueue, startJobQueue, type JobQueue } from '../jobs/queue.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';
import { collectObjects } from './cleanup-jobs.ts';
import { inspectNow, inspectRecording } from './jobs.ts';
import { appendToUpload, completeUpload, createUpload } from './upload-mutations.ts';

/** The inspection of a valid recording. */
const inOrder = {
  ok: true,
  container: 'webm',
  codec: 'opus',
  durationMs: 5_000,
  mimeType: 'audio/webm; codecs=opus',
  playback: Uint8Array.of(1, 2, 3),
  peaks: Array.from({ length: limits.recording.peaks }, () => 1),
  loudness: null,
  isCutShort: false,
} as const;

/** Replaces the inspection until the returned function is called or the test ends. */
function replaceInspection(inspect: typeof audio.inspectRecording = async () => inOrder): () => void {
  const spy = vi.spyOn(audio, 'inspectRecording').mockImplementation(inspect);
  onTestFinished(() => spy.mockRestore());
  return () => spy.mockRestore();
}

const opus = 'chromium_timeslice_noduration.webm';
const { maxAttempts, timeLimitMs, shortTimeLimitMs } = limits.inspection;

const world = useTestWorld();
const administrator = useUser(world, 'administra', 'administrator');
let queue: JobQueue;
let services: Services;
const errors: Error[] = [];
let people = 0;
const addPerson = () => world.addUser(`persona_${(people += 1)}`);
beforeAll(async () => {
  await prepareJobQueue(world.database.url);
});
afterEach(() => void (world.queued.length = 0));

/** Starts the real queue until the test ends. */
async function startQueue(): Promise<void> {
  queue = await startJobQueue({ database: world.database, onError: (error) => void errors.push(error) });
  services = { ...world.services, jobs: queue };
  onTestFinished(async () => {
    await queue.stop(5_000);
    await world.database.prisma.$executeRaw`DELETE FROM pgboss.job`;
  });
}

const doNothing = () => undefined;
const work = () => queue.work(createJobHandlers(services), createDeadJobHandlers(services));
const rowOf = (id: string) => world.database.prisma.recording.findUniqueOrThrow({ where: { id } });
const statusOf = (viewer: Viewer, id: RecordingId) => world.callAs(viewer).recordings.status({ id });
const administration = () => world.callAs(administrator, undefined, { jobs: queue });

/** Makes waiting jobs due until `expected` holds. */
const soon = (expected: () => Promise<void>) =>
  vi.waitFor(
    async () => {
      await world.database.prisma.$executeRaw`
        UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' AND start_after > now()`;
      await expected();
    },
    { timeout: 60_000, interval: 50 },
  );

/** Uploads a recording whose inspection is a job of the real queue. */
async function upload(viewer: Viewer): Promise<RecordingId> {
  const id = await world.upload(viewer, opus);
  await takeJobs();
  return id;
}

/** Moves the jobs of the test world into the real queue. */
async function takeJobs(): Promise<void> {
  for (const { name, data } of world.queued.splice(0)) {
    if (name !== 'inspect-recording' || !('recordingId' in data)) continue;
    const { userId } = await rowOf(data.recordingId);
    await queue.enqueue(world.database.prisma, name, data, { group: userId });
  }
}

describe('REL-10: an inspection that fails', () => {
  it('keeps the recording, is tried five times, and can be retried by an administrator', async () => {
    await startQueue();
    replaceInspection();
    const playbackDir = join(world.audioDir, 'playback');
    await mkdir(world.audioDir, { recursive: true });
    await rm(playbackDir, { recursive: true, force: true });
    await writeFile(playbackDir, 'no folder');
    onTestFinished(() => rm(playbackDir, { recursive: true, force: true }));
    const viewer = await addPerson();
    const id = await upload(viewer);
    await work();
    await soon(async () => expect(await statusOf(viewer, id)).toMatchObject({ isDelayed: true }));
    const row = await rowOf(id);
    expect(row).toMatchObject({ state: 'inspecting', inspectionAttempts: maxAttempts });
    expect(await world.isStored(row.originalKey)).toBe(true);
    await soon(async () => expect(errors.length).toBeGreaterThanOrEqual(maxAttempts));

    const { items } = await administration().recordings.failedInspections({});
    expect(items).toMatchObject([
      { recordingId: id, author: { id: viewer.id }, attempts: maxAttempts, error: 'the disk failed' },
    ]);
    expect(await administration().admin.stats()).toMatchObject({ failedInspections: 1 });

    // No later dead letter may give up the job that the administrator retried.
    const jobs = () => world.database.prisma.$queryRaw<object[]>`
      SELECT name, state::text FROM pgboss.job WHERE name LIKE 'inspect-recording%' AND state <> 'active'`;
    await expect.poll(jobs).not.toEqual([]);
    const ended = { name: 'inspect-recording', state: 'completed' };
    expect(await jobs()).toEqual((await jobs()).map(() => ended));
    await rm(playbackDir);
    await administration().recordings.retryInspection({ recordingId: id });
    await soon(async () => expect(await statusOf(viewer, id)).toMatchObject({ state: 'ready' }));
    expect(await administration().recordings.failedInspections({})).toMatchObject({ items: [] });
    await expect(administration().recordings.retryInspection({ recordingId: id })).rejects.toThrow(
      'CONFLICT',
    );
  });

  it('keeps the recording if its worker is killed each time, until an administrator drops it', async () => {
    await startQueue();
    const viewer = await addPerson();
    const id = await upload(viewer);
    await createDeadJobHandlers(services)['inspect-recording']?.({ recordingId: id });
    const { originalKey } = await rowOf(id);
    expect(await statusOf(viewer, id)).toEqual({ id, state: 'inspecting', isDelayed: true });
    expect(await world.isStored(originalKey)).toBe(true);
    await administration().recordings.dropInspection({ recordingId: id });
    expect(await statusOf(viewer, id)).toEqual({ id, state: 'refused', reason: 'AUDIO_UNDECODABLE' });
    await work();
    await soon(async () => expect(await world.isStored(originalKey)).toBe(false));
    await expectRefusal(administration().recordings.dropInspection({ recordingId: id }), 'CONFLICT');
  });
});

describe('SEC-44: one account', () => {
  it('with many slow files delays no other account', async () => {
    await startQueue();
    const [slow, other] = [await addPerson(), await addPerson()];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: began, resolve: begin } = Promise.withResolvers<void>();
    let slowFiles = 0;
    const slowIds = await Promise.all(Array.from({ length: 12 }, () => upload(slow)));
    const restore = replaceInspection(async () => {
      slowFiles += 1;
      begin();
      await released;
      return { ok: false, reason: 'AUDIO_NOT_AUDIO' };
    });
    await work();
    await began;
    restore();
    replaceInspection();
    const id = await upload(other);
    await soon(async () => expect(await statusOf(other, id)).toMatchObject({ state: 'ready' }));
    expect(await statusOf(slow, slowIds.at(-1) ?? id)).toMatchObject({ state: 'inspecting' });
    expect(slowFiles).toBe(1);
    release();
  });

  it('that has used up its time waits until the end of the hour, and loses no recording', async () => {
    const viewer = await addPerson();
    const id = await world.upload(viewer, opus);
    const [job] = world.queued.splice(0);
    expect(job).toMatchObject({ priority: 0 });
    await world.services.rateLimiter.charge(
      'inspectionSeconds',
      viewer.id,
      rateLimits.inspectionSeconds.calls,
    );
    await inspectRecording(world.services, { data: { recordingId: id }, report: doNothing });
    const { calls, windowSeconds } = rateLimits.inspectionSeconds;
    expect(world.queued).toMatchObject([
      { name: 'inspect-recording', data: { recordingId: id, usedSeconds: calls } },
    ]);
    expect(world.queued[0]?.startAfterSeconds).toBeGreaterThan(windowSeconds - 60);
    expect(await rowOf(id)).toMatchObject({ state: 'inspecting', inspectionAttempts: 0 });
  });

  it('that has used more time than others comes after them, but is put back only once', async () => {
    const viewer = await addPerson();
    const id = await world.upload(viewer, opus);
    world.queued.length = 0;
    await world.services.rateLimiter.charge('inspectionSeconds', viewer.id, 90);
    await inspectRecording(world.services, { data: { recordingId: id }, report: doNothing });
    expect(world.queued).toMatchObject([{ priority: -90, startAfterSeconds: 0 }]);
    replaceInspection();
    await world.workOff();
    expect(await statusOf(viewer, id)).toMatchObject({ state: 'ready' });
  });

  it('is charged for the processor time of its files, and for less if a file timed out', async () => {
    const viewer = await addPerson();
    const id = await world.upload(viewer, opus);
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    const given: (number | undefined)[] = [];
    replaceInspection(async (_bytes, bounds) => {
      const givenMs = bounds?.timeLimitMs ?? 0;
      given.push(givenMs);
      now += givenMs;
      throw new Error('out of time');
    });
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      await expect(inspectNow(world.services, id)).rejects.toThrow('out of time');
    }
    clock.mockRestore();
    expect(given).toEqual([timeLimitMs, ...given.slice(1).map(() => shortTimeLimitMs)]);
    expect(given).toHaveLength(maxAttempts);
    const spentMs = given.reduce<number>((sum, ms = 0) => sum + ms, 0);
    expect(await world.services.rateLimiter.readUsage('inspectionSeconds', viewer.id)).toMatchObject({
      used: spentMs / 1_000,
    });
    expect(spentMs / 1_000).toBeLessThan(rateLimits.inspectionSeconds.calls);
    expect(await rowOf(id)).toMatchObject({ state: 'inspecting', inspectionError: 'out of time' });
    expect(await statusOf(viewer, id)).toMatchObject({ isDelayed: true });
  });
});

it('an inspection runs once, also if its job runs twice at the same time', async () => {
  replaceInspection();
  const id = await world.upload(await addPerson(), opus);
  await Promise.all([inspectNow(world.services, id), inspectNow(world.services, id)]);
  const { playbackKey } = await rowOf(id);
  expect(await world.isStored(playbackKey)).toBe(true);
  await inspectNow(world.services, id);
  expect((await rowOf(id)).playbackKey).toBe(playbackKey);
});

/** Services whose commits fail. */
const failing = (): Services => ({
  ...world.services,
  jobs: { ...world.services.jobs, enqueue: () => Promise.reject(new Error('no commit')) },
});
async function countFiles(kind: 'original' | 'playback'): Promise<number> {
  const entries = await readdir(join(world.audioDir, kind), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

it('REL-31: an inspection waits for free disk space, and loses no recording', async () => {
  const viewer = await addPerson();
  const id = await world.upload(viewer, opus);
  world.queued.length = 0;
  const full = { ...world.services, disk: { ...world.services.disk, hasFreeSpace: async () => false } };
  await inspectRecording(full, { data: { recordingId: id }, report: doNothing });
  expect(world.queued).toMatchObject([{ startAfterSeconds: limits.inspection.noRoomSeconds }]);
  expect(await rowOf(id)).toMatchObject({ state: 'inspecting', inspectionAttempts: 0 });
  replaceInspection();
  await world.workOff();
  expect(await statusOf(viewer, id)).toMatchObject({ state: 'ready' });
});

describe('REL-30: a deletion', () => {
  it('is retried until the store succeeds, and does not delay other objects', async () => {
    await startQueue();
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
    // More attempts than any other job gets.
    await world.database.prisma.$executeRaw`UPDATE pgboss.job SET retry_count = 6`;
    await soon(async () => expect((await tries())?.tries).toBeGreaterThan(6));
    await expect.poll(() => administration().admin.stats()).toMatchObject({ jobs: { failingDeletions: 1 } });
    await rm(path, { recursive: true });
    await storage.put(stuck, new Uint8Array(10));
    await soon(async () => expect(await tries()).toMatchObject({ state: 'completed' }));
    expect(await world.isStored(stuck)).toBe(false);
    expect(await administration().admin.stats()).toMatchObject({ jobs: { failingDeletions: 0 } });
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
