import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rateLimits, serverLimits } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDeadJobHandlers } from '../job-handlers.ts';
import { opus, replaceInspection, useRealQueue } from '../testing/recordings/real-queue.ts';
import { inspectNow, inspectRecording } from './jobs.ts';

const { world, errors, addPerson, startQueue, work, rowOf, statusOf, administration, soon, upload } =
  useRealQueue();
const { maxAttempts, timeLimitMs, shortTimeLimitMs } = serverLimits.inspection;
const doNothing = () => undefined;

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
    const { services } = await startQueue();
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

it('REL-31: an inspection waits for free disk space, and loses no recording', async () => {
  const viewer = await addPerson();
  const id = await world.upload(viewer, opus);
  world.queued.length = 0;
  const full = { ...world.services, disk: { ...world.services.disk, hasFreeSpace: async () => false } };
  await inspectRecording(full, { data: { recordingId: id }, report: doNothing });
  expect(world.queued).toMatchObject([{ startAfterSeconds: serverLimits.inspection.noRoomSeconds }]);
  expect(await rowOf(id)).toMatchObject({ state: 'inspecting', inspectionAttempts: 0 });
  replaceInspection();
  await world.workOff();
  expect(await statusOf(viewer, id)).toMatchObject({ state: 'ready' });
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
