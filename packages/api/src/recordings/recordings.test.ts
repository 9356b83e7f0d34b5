import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { limits, recordingId, type RecordingId } from '@relato/contract';
import type { Prisma } from '@relato/db';
import { errorCode } from '@relato/testing/error-code';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { useTestWorld } from '../testing/world.ts';
import { collectRecordings } from './cleanup-jobs.ts';
import { inspectNow } from './jobs.ts';
import { refuseUpload, requireUpload } from './mutations.ts';

const world = useTestWorld();
let ana: Viewer;
let beto: Viewer;
beforeAll(async () => {
  ana = await world.addUser('ana');
  beto = await world.addUser('beto');
});

const newId = (): RecordingId => recordingId.parse(randomUUID());
const line = (value: number): number[] => Array.from({ length: 100 }, () => value);
const aac = 'ffmpeg_aac_frag_safari_like.mp4';
const opus = 'chromium_timeslice_noduration.webm';

const rowOf = (id: string) => world.database.prisma.recording.findUniqueOrThrow({ where: { id } });

async function listFiles(): Promise<string[]> {
  const entries = await readdir(world.audioDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
}

async function inspect(fixture: string | Uint8Array): Promise<RecordingId> {
  const id = await world.upload(ana, fixture);
  await world.workOff();
  return id;
}

const isStored = (key: string | null): Promise<boolean> =>
  world.services.storage.read(key ?? '').then(
    () => true,
    () => false,
  );

describe('recordings.begin', () => {
  it('announces the same recording again', async () => {
    const id = newId();
    const { recordings } = world.callAs(ana);
    await Promise.all([1, 2, 3].map(() => recordings.begin({ id, claimedType: 'audio/webm' })));
    expect(await recordings.status({ id })).toEqual({ id, state: 'uploading', bytesReceived: 0 });
  });

  it('refuses the id of another user', async () => {
    const id = newId();
    await world.callAs(ana).recordings.begin({ id, claimedType: 'audio/webm' });
    await expect(world.callAs(beto).recordings.begin({ id, claimedType: 'audio/mp4' })).rejects.toEqual(
      errorCode('RECORDING_NOT_FOUND'),
    );
    expect(await rowOf(id)).toMatchObject({ userId: ana.id, claimedType: 'audio/webm' });
  });
});

describe('recordings.begin with the owner that the client remembers', () => {
  it('does not give a recording of the previous user to the current one', async () => {
    const id = newId();
    const { recordings } = world.callAs(beto);
    await expect(recordings.begin({ id, claimedType: 'audio/webm', ownerId: ana.id })).rejects.toEqual(
      errorCode('RECORDING_NOT_OWN'),
    );
    await expect(recordings.status({ id })).rejects.toEqual(errorCode('RECORDING_NOT_FOUND'));
    await world.callAs(ana).recordings.begin({ id, claimedType: 'audio/webm', ownerId: ana.id });
    expect(await rowOf(id)).toMatchObject({ userId: ana.id });
  });
});

describe('a recording of another user', () => {
  it('is not found by any procedure', async () => {
    const id = await world.inspected(ana);
    const { recordings, stories, transcription } = world.callAs(beto);
    const notFound = errorCode('RECORDING_NOT_FOUND');
    await expect(recordings.status({ id })).rejects.toEqual(notFound);
    await expect(recordings.begin({ id, claimedType: 'audio/webm' })).rejects.toEqual(notFound);
    await expect(recordings.suggestPeaks({ id, peaks: line(1) })).rejects.toEqual(notFound);
    await expect(transcription.status({ recordingId: id })).rejects.toEqual(notFound);
    await expect(stories.create({ recordingId: id, title: 'Mía' })).rejects.toEqual(notFound);
    await recordings.discard({ id });
    expect(await world.callAs(ana).recordings.status({ id })).toMatchObject({ state: 'ready' });
  });

  it('is answered like one that never existed', async () => {
    const id = newId();
    await expect(world.callAs(beto).recordings.status({ id })).rejects.toEqual(
      errorCode('RECORDING_NOT_FOUND'),
    );
    await expect(requireUpload(world.services, beto.id, id)).rejects.toEqual(errorCode('UPLOAD_NOT_FOUND'));
    await world.callAs(ana).recordings.begin({ id, claimedType: 'audio/webm' });
    await expect(requireUpload(world.services, beto.id, id)).rejects.toEqual(errorCode('UPLOAD_NOT_FOUND'));
  });
});

describe('inspection', () => {
  it('L269: determines what the recording really is', async () => {
    const id = await world.upload(ana, opus);
    expect(await world.callAs(ana).recordings.status({ id })).toEqual({
      id,
      state: 'inspecting',
      isDelayed: false,
    });
    await world.workOff();
    const status = await world.callAs(ana).recordings.status({ id });
    expect(status).toMatchObject({ id, state: 'ready', durationMs: 4980 });
    expect(status).toHaveProperty('peaks.length', 100);
    const row = await rowOf(id);
    expect(row).toMatchObject({ container: 'webm', codec: 'opus', peaksMeasured: true });
    expect(await isStored(row.originalKey)).toBe(true);
    expect(await isStored(row.playbackKey)).toBe(true);
  });

  it.each([
    ['AUDIO_EMPTY', Buffer.alloc(0)],
    ['AUDIO_NOT_AUDIO', Buffer.from('Esto es un texto, y ninguna grabación. '.repeat(50))],
  ] as const)('refuses with %s, and lets go of the bytes', async (reason, bytes) => {
    const id = await world.upload(ana, bytes);
    const { originalKey } = await rowOf(id);
    await world.workOff();
    const caller = world.callAs(ana);
    expect(await caller.recordings.status({ id })).toEqual({ id, state: 'refused', reason });
    expect(await isStored(originalKey)).toBe(false);
    await expect(caller.stories.create({ recordingId: id, title: 'No' })).rejects.toEqual(errorCode(reason));
  });

  it('runs once, also when its job comes twice at the same time', async () => {
    const id = await world.upload(ana, opus);
    world.queued.length = 0;
    await Promise.all([inspectNow(world.services, id), inspectNow(world.services, id)]);
    const { playbackKey } = await rowOf(id);
    expect(await isStored(playbackKey)).toBe(true);
    await inspectNow(world.services, id);
    expect((await rowOf(id)).playbackKey).toBe(playbackKey);
  });

  it('does nothing for a recording that was discarded in the meantime', async () => {
    const id = await world.upload(ana, opus);
    await world.callAs(ana).recordings.discard({ id });
    await world.workOff();
    await expect(world.callAs(ana).recordings.status({ id })).rejects.toEqual(
      errorCode('RECORDING_NOT_FOUND'),
    );
  });
});

describe('an upload', () => {
  it('is completed once: a later completion changes nothing and leaves nothing', async () => {
    const id = await world.upload(ana, opus);
    const before = await rowOf(id);
    const files = await listFiles();
    await world.deliver(id, Buffer.from('late'));
    expect(await rowOf(id)).toEqual(before);
    expect(await listFiles()).toEqual(files);
    expect(await requireUpload(world.services, ana.id, id)).toEqual({ bytes: before.bytes });
  });

  it('that is too large is refused with its reason', async () => {
    const id = newId();
    await world.callAs(ana).recordings.begin({ id, claimedType: 'audio/webm' });
    await refuseUpload(world.services, id, 'AUDIO_TOO_BIG');
    expect(await world.callAs(ana).recordings.status({ id })).toEqual({
      id,
      state: 'refused',
      reason: 'AUDIO_TOO_BIG',
    });
    await expect(requireUpload(world.services, ana.id, id)).rejects.toEqual(errorCode('AUDIO_TOO_BIG'));
  });

  it('that is complete can no longer be refused', async () => {
    const id = await world.inspected(ana);
    await refuseUpload(world.services, id, 'AUDIO_TOO_BIG');
    expect(await world.callAs(ana).recordings.status({ id })).toMatchObject({ state: 'ready' });
  });
});

describe('recordings.suggestPeaks', () => {
  it('takes effect if the server could not measure, before or after the inspection', async () => {
    const before = await world.upload(ana, aac);
    const { recordings } = world.callAs(ana);
    await recordings.suggestPeaks({ id: before, peaks: line(12) });
    await world.workOff();
    expect(await recordings.status({ id: before })).toMatchObject({ state: 'ready', peaks: line(12) });
    const after = await inspect(aac);
    expect(await recordings.status({ id: after })).toMatchObject({ peaks: line(50) });
    await recordings.suggestPeaks({ id: after, peaks: line(34) });
    expect(await recordings.status({ id: after })).toMatchObject({ peaks: line(34) });
  });

  it('has no effect if the server measured', async () => {
    const { recordings } = world.callAs(ana);
    const id = await world.upload(ana, opus);
    await recordings.suggestPeaks({ id, peaks: line(12) });
    await world.workOff();
    await recordings.suggestPeaks({ id, peaks: line(34) });
    const { peaks } = await rowOf(id);
    expect(peaks).not.toEqual(line(12));
    expect(peaks).not.toEqual(line(34));
  });

  it.each([[line(101)], [line(-1)], [line(1.5)], [line(1).slice(1)]])(
    'takes nothing but a hundred peaks',
    async (peaks) => {
      const id = await world.inspected(ana);
      await expect(world.callAs(ana).recordings.suggestPeaks({ id, peaks })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    },
  );
});

it('SEC-48: the id of a deleted recording can be reused by its owner only', async () => {
  const [owner, other] = [await world.addUser('duena_48'), await world.addUser('otro_48')];
  const id = recordingId.parse(randomUUID());
  const begin = (viewer: Viewer) => world.callAs(viewer).recordings.begin({ id, claimedType: 'audio/webm' });
  await begin(owner);
  await world.callAs(owner).recordings.discard({ id });
  await expect(begin(other)).rejects.toEqual(errorCode('RECORDING_NOT_FOUND'));
  await begin(owner);
  await world.callAs(owner).recordings.discard({ id });
  await world.database.prisma.user.delete({ where: { id: owner.id } });
  await expect(begin(other)).rejects.toEqual(errorCode('RECORDING_NOT_FOUND'));
  expect(await world.database.prisma.recording.count({ where: { id } })).toBe(0);
});

describe('recordings.discard', () => {
  it('deletes the recording and its objects, and can be repeated', async () => {
    const id = await world.inspected(ana);
    const { originalKey, playbackKey } = await rowOf(id);
    const { recordings } = world.callAs(ana);
    await recordings.discard({ id });
    await recordings.discard({ id });
    await world.workOff();
    expect(await isStored(originalKey)).toBe(false);
    expect(await isStored(playbackKey)).toBe(false);
    await expect(recordings.status({ id })).rejects.toEqual(errorCode('RECORDING_NOT_FOUND'));
  });

  it('keeps the recording of a story', async () => {
    const id = await world.inspected(ana);
    const caller = world.callAs(ana);
    await caller.stories.create({ recordingId: id, title: 'Guardada' });
    await expect(caller.recordings.discard({ id })).rejects.toEqual(errorCode('RECORDING_ALREADY_SAVED'));
    expect(await caller.recordings.status({ id })).toMatchObject({ state: 'ready' });
  });
});

/** Sets the time of the announcement to that many days ago. */
const age = (id: string, days: number) =>
  world.database.prisma
    .$executeRaw`UPDATE recordings SET created_at = now() - make_interval(days => ${days}::int) - interval '1 minute'
      WHERE id = ${id}::uuid`;
const exists = async (id: string) => (await world.database.prisma.recording.count({ where: { id } })) === 1;

async function announced(days: number): Promise<RecordingId> {
  const id = newId();
  await world.callAs(ana).recordings.begin({ id, claimedType: 'audio/webm' });
  await age(id, days);
  return id;
}

describe('the cleanup of abandoned recordings', () => {
  const { abandonedUploadDays, unsavedDays } = limits.recording;

  it('deletes uploads that were idle for a week, and no others', async () => {
    const [old, young, resumed] = [
      await announced(abandonedUploadDays),
      await announced(abandonedUploadDays - 1),
      await announced(abandonedUploadDays),
    ];
    await world.callAs(ana).recordings.begin({ id: resumed, claimedType: 'audio/webm' });
    await collectRecordings(world.services);
    expect(await Promise.all([old, young, resumed].map(exists))).toEqual([false, true, true]);
  });

  it('deletes unsaved recordings with their objects after a month', async () => {
    const [old, young] = [await world.inspected(ana), await world.inspected(ana)];
    const { originalKey, playbackKey } = await rowOf(old);
    await age(old, unsavedDays);
    await age(young, abandonedUploadDays);
    await collectRecordings(world.services);
    await world.workOff();
    expect(await Promise.all([old, young].map(exists))).toEqual([false, true]);
    expect(await Promise.all([isStored(originalKey), isStored(playbackKey)])).toEqual([false, false]);
  });

  it('never deletes the recording of a story, however old', async () => {
    const id = await world.record(ana);
    await world.callAs(ana).stories.create({ recordingId: id, title: 'De hace un año' });
    await age(id, 365);
    await collectRecordings(world.services);
    expect(await exists(id)).toBe(true);
  });

  it('does not delete a recording that is saved at the same time', async () => {
    const id = await world.record(ana);
    await age(id, unsavedDays);
    const { prisma } = world.database;
    const countWaiting = () =>
      prisma.$queryRaw`SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    let collected: Promise<void> | undefined;
    const save = async (tx: Prisma.TransactionClient) => {
      await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${id}::uuid FOR UPDATE`;
      collected = collectRecordings(world.services);
      await expect.poll(countWaiting, { timeout: 30_000 }).toHaveLength(1);
      await tx.story.create({
        data: {
          id: randomUUID(),
          recordingId: id,
          userId: ana.id,
          title: 'Ya',
          durationMs: 1,
          createdWith: '',
        },
      });
    };
    await prisma.$transaction(save, { timeout: 60_000 });
    await collected;
    expect(await exists(id)).toBe(true);
  });

  it('continues past one batch', async () => {
    const ids = Array.from({ length: 101 }, newId);
    await world.database.prisma.recording.createMany({
      data: ids.map((id) => ({
        id,
        userId: ana.id,
        claimedType: '',
        createdAt: new Date(Date.now() - (abandonedUploadDays + 1) * 86_400_000),
      })),
    });
    await collectRecordings(world.services);
    expect(await world.database.prisma.recording.count({ where: { id: { in: ids } } })).toBe(0);
  });
});

const announce = (viewer: Viewer, id = newId()) =>
  world.callAs(viewer).recordings.begin({ id, claimedType: 'audio/webm' });

describe('SEC-29: the storage quota of a user', () => {
  const { maxBytes, maxStoredBytes } = limits.recording;
  /** The bytes that a recording of the maximum size and its copy take. */
  const largest = 2 * maxBytes;

  /** Stores `bytes` in recordings of the maximum size. */
  async function fill(viewer: Viewer, bytes: number): Promise<string[]> {
    const sizes = Array.from(
      { length: Math.ceil(bytes / largest) },
      (_, n) => Math.min(largest, bytes - n * largest) / 2,
    );
    const rows = sizes.map((size) => ({
      id: newId(),
      userId: viewer.id,
      claimedType: '',
      state: 'inspecting' as const,
      bytes: size,
      originalKey: randomUUID(),
    }));
    await world.database.prisma.recording.createMany({ data: rows });
    return rows.map(({ id }) => id);
  }

  it('refuses new recordings when it is used up, but neither current uploads nor other users', async () => {
    const viewer = await world.addUser('coleccionista');
    const going = newId();
    await announce(viewer, going);
    const [first = ''] = await fill(viewer, maxStoredBytes - largest);
    const late = newId();
    await expect(announce(viewer, late)).rejects.toMatchObject({
      message: 'STORAGE_FULL',
      code: 'PAYLOAD_TOO_LARGE',
    });
    await expect(requireUpload(world.services, viewer.id, late)).rejects.toEqual(
      errorCode('UPLOAD_NOT_FOUND'),
    );
    await announce(viewer, going);
    expect(await requireUpload(world.services, viewer.id, going)).toEqual({ bytes: null });
    await announce(ana);
    // A refused recording frees its space.
    await world.callAs(viewer).recordings.discard({ id: recordingId.parse(first) });
    await announce(viewer, late);
  });

  it('includes the copies that are served', async () => {
    const viewer = await world.addUser('duplicada');
    const [first = ''] = await fill(viewer, maxStoredBytes - largest);
    const copied = (playbackBytes: number) =>
      world.database.prisma.recording.update({ where: { id: first }, data: { playbackBytes } });
    await copied(maxBytes + 1);
    await expect(announce(viewer)).rejects.toEqual(errorCode('STORAGE_FULL'));
    await copied(maxBytes);
    await announce(viewer);
  });

  it('cannot be exceeded by concurrent uploads', async () => {
    const viewer = await world.addUser('impaciente');
    await fill(viewer, maxStoredBytes - 3 * largest);
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => announce(viewer)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });
});
