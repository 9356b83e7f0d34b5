import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { rateLimits, recordingId, type RecordingId, serverLimits } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { replaceInspection } from '../testing/recordings/real-queue.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';
import { inspectNow } from './jobs.ts';
import { appendToUpload, createUpload, refuseUpload, requireUpload } from './upload-mutations.ts';

const world = useTestWorld();
const ana = useUser(world, 'ana');
const beto = useUser(world, 'beto');

const newId = (): RecordingId => recordingId.parse(randomUUID());
const opus = 'chromium_timeslice_noduration.webm';

const rowOf = (id: string) => world.database.prisma.recording.findUniqueOrThrow({ where: { id } });

async function listFiles(): Promise<string[]> {
  const entries = await readdir(world.audioDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
}

describe('recordings.begin', () => {
  it('announces the same recording again', async () => {
    const id = newId();
    const { recordings } = world.callAs(ana);
    await Promise.all([1, 2, 3].map(() => recordings.begin({ id, claimedType: 'audio/webm' })));
    expect(await recordings.status({ id })).toEqual({ id, state: 'uploading' });
  });

  it('counts recordings against the limit, not the calls that continue them', async () => {
    const viewer = await world.addUser('viajera');
    const begin = (id: RecordingId) =>
      world.callAs(viewer).recordings.begin({ id, claimedType: 'audio/webm' });
    const { charge } = world.services.rateLimiter;
    await charge('recording', viewer.id, rateLimits.recording.calls - 2);
    const [one, other] = [newId(), newId()];
    for (const id of [one, one, one, other]) await begin(id);
    await expectRefusal(begin(newId()), 'RATE_LIMITED');
    for (const id of [one, other]) await begin(id);
  });

  it('refuses the id of another user in the same way as a missing one', async () => {
    const id = newId();
    await world.callAs(ana).recordings.begin({ id, claimedType: 'audio/webm' });
    await expectRefusal(
      world.callAs(beto).recordings.begin({ id, claimedType: 'audio/mp4' }),
      'RECORDING_NOT_FOUND',
    );
    await expectRefusal(world.callAs(beto).recordings.status({ id }), 'RECORDING_NOT_FOUND');
    for (const each of [id, newId()])
      await expectRefusal(requireUpload(world.services, beto.id, each), 'UPLOAD_NOT_FOUND');
    expect(await rowOf(id)).toMatchObject({ userId: ana.id, claimedType: 'audio/webm' });
  });
});

describe('recordings.begin with the owner that the client remembers', () => {
  it('does not give a recording of the previous user to the current one', async () => {
    const id = newId();
    const { recordings } = world.callAs(beto);
    await expectRefusal(
      recordings.begin({ id, claimedType: 'audio/webm', ownerId: ana.id }),
      'RECORDING_NOT_OWN',
    );
    await expectRefusal(recordings.status({ id }), 'RECORDING_NOT_FOUND');
    await world.callAs(ana).recordings.begin({ id, claimedType: 'audio/webm', ownerId: ana.id });
    expect(await rowOf(id)).toMatchObject({ userId: ana.id });
  });
});

describe('inspection', () => {
  it('L269: determines the real format, and wakes the workers for each next job after its commit', async () => {
    const woken: Promise<readonly [string, string]>[] = [];
    const readRow = () =>
      world.database.prisma.recording.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    const wake = vi.spyOn(world.services.jobs, 'wake').mockImplementation((name) => {
      woken.push(readRow().then(({ state }) => [name, state]));
    });
    onTestFinished(() => wake.mockRestore());
    const id = await world.upload(ana, opus);
    // Read before the inspection starts.
    await Promise.all(woken);
    expect(await world.callAs(ana).recordings.status({ id })).toEqual({
      id,
      state: 'inspecting',
      isDelayed: false,
    });
    await world.workOff();
    expect(await Promise.all(woken)).toEqual([
      ['inspect-recording', 'inspecting'],
      ['transcribe-recording', 'ready'],
    ]);
    const status = await world.callAs(ana).recordings.status({ id });
    expect(status).toMatchObject({ id, state: 'ready', durationMs: 4980 });
    expect(status).toHaveProperty('peaks.length', 100);
    const row = await rowOf(id);
    expect(row).toMatchObject({ container: 'webm', codec: 'opus', loudnessKnown: true });
    expect(await world.isStored(row.originalKey)).toBe(true);
    expect(await world.isStored(row.playbackKey)).toBe(true);
  });

  it('REL-34: is delayed by the clock of the database, also for a server whose clock is two days ahead or behind', async () => {
    const id = await world.upload(ana, opus);
    const isDelayedDaysOff = async (days: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 });
      const status = world.callAs(ana).recordings.status({ id });
      await status.finally(() => vi.useRealTimers());
      return status;
    };
    expect(await isDelayedDaysOff(2)).toMatchObject({ isDelayed: false });
    const uploadedAt = new Date(Date.now() - serverLimits.inspection.delayedMs - 1_000);
    await world.database.prisma.recording.update({ where: { id }, data: { uploadedAt } });
    expect(await isDelayedDaysOff(-2)).toMatchObject({ isDelayed: true });
    world.queued.length = 0;
  });

  it.each([
    ['AUDIO_EMPTY', Buffer.alloc(0)],
    ['AUDIO_NOT_AUDIO', Buffer.from('Esto es un texto, y ninguna grabación. '.repeat(50))],
  ] as const)('refuses with %s, and deletes the bytes', async (reason, bytes) => {
    const id = await world.upload(ana, bytes);
    const { originalKey } = await rowOf(id);
    await world.workOff();
    const caller = world.callAs(ana);
    expect(await caller.recordings.status({ id })).toEqual({ id, state: 'refused', reason });
    expect(await world.isStored(originalKey)).toBe(false);
    await expectRefusal(caller.stories.create({ recordingId: id, title: 'No' }), reason);
  });

  it('does nothing for a recording that was discarded in the meantime', async () => {
    const id = await world.upload(ana, opus);
    await world.callAs(ana).recordings.discard({ id });
    await world.workOff();
    await expectRefusal(world.callAs(ana).recordings.status({ id }), 'RECORDING_NOT_FOUND');
  });
});

describe('an upload', () => {
  it('is completed once: a later completion changes nothing and leaves no object', async () => {
    const id = await world.upload(ana, opus);
    const before = await rowOf(id);
    const files = await listFiles();
    await world.deliver(id, Buffer.from('late'));
    expect(await rowOf(id)).toEqual(before);
    expect(await listFiles()).toEqual(files);
    expect(await requireUpload(world.services, ana.id, id)).toEqual({ bytes: before.bytes });
    world.queued.length = 0;
  });

  it('that is too large is refused with its reason, unless it was already complete', async () => {
    const id = newId();
    await world.callAs(ana).recordings.begin({ id, claimedType: 'audio/webm' });
    await refuseUpload(world.services, id, 'AUDIO_TOO_BIG');
    expect(await world.callAs(ana).recordings.status({ id })).toEqual({
      id,
      state: 'refused',
      reason: 'AUDIO_TOO_BIG',
    });
    await expectRefusal(requireUpload(world.services, ana.id, id), 'AUDIO_TOO_BIG');
    const complete = await world.inspected(ana);
    await refuseUpload(world.services, complete, 'AUDIO_TOO_BIG');
    expect(await rowOf(complete)).toMatchObject({ state: 'ready' });
  });
});

it('SEC-48: the id of a deleted recording can be reused by its owner only', async () => {
  const [owner, other] = [await world.addUser('duena_48'), await world.addUser('otro_48')];
  const id = recordingId.parse(randomUUID());
  const begin = (viewer: Viewer) => world.callAs(viewer).recordings.begin({ id, claimedType: 'audio/webm' });
  await begin(owner);
  await world.callAs(owner).recordings.discard({ id });
  await expectRefusal(begin(other), 'RECORDING_NOT_FOUND');
  await begin(owner);
  await world.callAs(owner).recordings.discard({ id });
  await world.database.prisma.user.delete({ where: { id: owner.id } });
  await expectRefusal(begin(other), 'RECORDING_NOT_FOUND');
  expect(await world.database.prisma.recording.count({ where: { id } })).toBe(0);
});

describe('recordings.discard', () => {
  it('deletes the recording and its objects before it answers, and can be repeated', async () => {
    const id = await world.inspected(ana);
    const { originalKey, playbackKey } = await rowOf(id);
    const { recordings } = world.callAs(ana);
    expect(await recordings.discard({ id })).toEqual({ isErased: true });
    expect(await recordings.discard({ id })).toEqual({ isErased: true });
    expect(await world.isStored(originalKey)).toBe(false);
    expect(await world.isStored(playbackKey)).toBe(false);
    await expectRefusal(recordings.status({ id }), 'RECORDING_NOT_FOUND');
  });

  it('reports if the store did not delete them, and queues a job', async () => {
    const id = await world.inspected(ana);
    const { originalKey } = await rowOf(id);
    const storage = { ...world.services.storage, delete: () => Promise.reject(new Error('out of reach')) };
    const { recordings } = world.callAs(ana, undefined, { storage });
    expect(await recordings.discard({ id })).toEqual({ isErased: false });
    expect(await world.isStored(originalKey)).toBe(true);
    await world.workOff();
    expect(await world.isStored(originalKey)).toBe(false);
  });

  it('is refused if another user has signed in instead of its owner', async () => {
    const id = await world.inspected(ana);
    const input = { id, ownerId: ana.id };
    await expectRefusal(world.callAs(beto).recordings.discard(input), 'RECORDING_NOT_OWN');
    expect(await rowOf(id)).toMatchObject({ state: 'ready' });
    await world.callAs(ana).recordings.discard(input);
    await expectRefusal(world.callAs(ana).recordings.status({ id }), 'RECORDING_NOT_FOUND');
  });

  it('deletes an incomplete upload, which no later request restores', async () => {
    const id = newId();
    const { recordings } = world.callAs(ana);
    const content = Buffer.from('una voz');
    await recordings.begin({ id, claimedType: 'audio/webm' });
    await createUpload(world.services, { id, length: null });
    await appendToUpload(world.services, { id, start: 0, content });
    await recordings.discard({ id });
    const isKept = [
      await appendToUpload(world.services, { id, start: content.byteLength, content }),
      await createUpload(world.services, { id, length: null }),
    ];
    expect(isKept).toEqual([false, false]);
    expect(await world.database.prisma.uploadPiece.count({ where: { recordingId: id } })).toBe(0);
  });

  it('deletes the copy of a running inspection', async () => {
    replaceInspection();
    const id = await world.upload(ana, opus);
    const before = await listFiles();
    const { originalKey } = await rowOf(id);
    const { storage } = world.services;
    const put: typeof storage.put = async (key, content) => {
      await world.callAs(ana).recordings.discard({ id });
      return storage.put(key, content);
    };
    await inspectNow({ ...world.services, storage: { ...storage, put } }, id);
    expect(await listFiles()).toEqual(before.filter((name) => !originalKey?.endsWith(name)));
  });

  it('keeps the recording of a story', async () => {
    const id = await world.inspected(ana);
    const caller = world.callAs(ana);
    await caller.stories.create({ recordingId: id, title: 'Guardada' });
    await expectRefusal(caller.recordings.discard({ id }), 'RECORDING_ALREADY_SAVED');
    expect(await caller.recordings.status({ id })).toMatchObject({ state: 'ready' });
  });
});
