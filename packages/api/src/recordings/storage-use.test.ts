import { randomUUID } from 'node:crypto';
import { limits, rateLimits, recordingId, type RecordingId } from '@relato/contract';
import type { Prisma } from '@relato/db';
import { newObjectKey } from '@relato/storage';
import { errorCode } from '@relato/testing/error-code';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { useTestWorld } from '../testing/world.ts';
import { collectRecordings } from './cleanup-jobs.ts';
import { requireUpload } from './upload-mutations.ts';

const world = useTestWorld();
let ana: Viewer;
beforeAll(async () => {
  ana = await world.addUser('ana');
});

const newId = (): RecordingId => recordingId.parse(randomUUID());

const rowOf = (id: string) => world.database.prisma.recording.findUniqueOrThrow({ where: { id } });

const isStored = (key: string | null): Promise<boolean> =>
  world.services.storage.read(key ?? '').then(
    () => true,
    () => false,
  );

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
      await expect.poll(countWaiting).toHaveLength(1);
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
  const { maxBytes, maxDurationMs, maxStoredBytes, mp3Kilobits } = limits.recording;
  /** The bytes that a recording of the maximum size, its copy and its MP3 take. */
  const largestMp3 = (maxDurationMs * mp3Kilobits) / 8;
  const largest = 2 * maxBytes + largestMp3;

  /** Stores `bytes` in recordings of the maximum length. */
  async function fill(viewer: Viewer, bytes: number): Promise<string[]> {
    const sizes = Array.from(
      { length: Math.ceil(bytes / largest) },
      (_, n) => (Math.min(largest, bytes - n * largest) - largestMp3) / 2,
    );
    const rows = sizes.map((size) => ({
      id: newId(),
      userId: viewer.id,
      claimedType: '',
      state: 'inspecting' as const,
      bytes: size,
      originalKey: newObjectKey('original', 'webm'),
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
    // A refused announcement does not use up the limit of recordings, even when it is repeated.
    for (let n = 0; n < rateLimits.recording.calls; n += 1)
      await expect(announce(viewer, late)).rejects.toEqual(errorCode('STORAGE_FULL'));
    await announce(viewer, going);
    expect(await requireUpload(world.services, viewer.id, going)).toEqual({ bytes: null });
    await announce(ana);
    // A refused recording frees its space.
    await world.callAs(viewer).recordings.discard({ id: recordingId.parse(first) });
    await announce(viewer, late);
  });

  it('includes the MP3s of public stories', async () => {
    const viewer = await world.addUser('locutora');
    await fill(viewer, maxStoredBytes - 2 * largest);
    const id = await world.publishStory(viewer);
    const made = { bytes: largest, durationMs: 1_000, madeAt: new Date() };
    await world.database.prisma.storyMp3.update({ where: { storyId: id }, data: made });
    await expect(announce(viewer)).rejects.toEqual(errorCode('STORAGE_FULL'));
    await world.callAs(viewer).stories.unpublish({ id });
    await announce(viewer);
  });

  it('includes the MP3s that stories will have once they are public', async () => {
    const viewer = await world.addUser('silenciosa');
    // Silence takes few bytes, and its MP3 as many as speech.
    const { prisma } = world.database;
    const [first = ''] = await fill(viewer, maxStoredBytes - largest);
    const last = (durationMs: number) =>
      prisma.recording.update({ where: { id: first }, data: { durationMs } });
    await last(maxDurationMs + 1);
    await expect(announce(viewer)).rejects.toEqual(errorCode('STORAGE_FULL'));
    await last(maxDurationMs);
    await announce(viewer);
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
