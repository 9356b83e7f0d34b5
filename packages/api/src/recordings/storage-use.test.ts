import { randomUUID } from 'node:crypto';
import {
  limits,
  RateLimitedError,
  rateLimits,
  recordingId,
  type RecordingId,
  retention,
} from '@relato/contract';
import type { Prisma } from '@relato/db';
import { newObjectKey } from '@relato/storage';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';
import { collectRecordings } from './cleanup-jobs.ts';
import { requireUpload } from './upload-mutations.ts';

const world = useTestWorld();
const ana = useUser(world, 'ana');

const newId = (): RecordingId => recordingId.parse(randomUUID());

const rowOf = (id: string) => world.database.prisma.recording.findUniqueOrThrow({ where: { id } });

/** Sets the time of the announcement to so many days ago. */
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
  const abandonedUploadDays = retention.unfinishedUpload.days;
  const unsavedDays = retention.unsavedRecording.days;

  it('deletes only uploads that were idle for a week', async () => {
    const [old, young, resumed] = [
      await announced(abandonedUploadDays),
      await announced(abandonedUploadDays - 1),
      await announced(abandonedUploadDays),
    ];
    await world.callAs(ana).recordings.begin({ id: resumed, claimedType: 'audio/webm' });
    await collectRecordings(world.services);
    expect(await Promise.all([old, young, resumed].map(exists))).toEqual([false, true, true]);
  });

  it('deletes unsaved recordings with their objects after a month, but never that of a story', async () => {
    const [old, young, told] = [
      await world.inspected(ana),
      await world.inspected(ana),
      await world.inspected(ana),
    ];
    await world.callAs(ana).stories.create({ recordingId: told, title: 'De hace un año' });
    await age(told, 365);
    const { originalKey, playbackKey } = await rowOf(old);
    await age(old, unsavedDays);
    await age(young, abandonedUploadDays);
    await collectRecordings(world.services);
    await world.workOff();
    expect(await Promise.all([old, young, told].map(exists))).toEqual([false, true, true]);
    expect(await Promise.all([world.isStored(originalKey), world.isStored(playbackKey)])).toEqual([
      false,
      false,
    ]);
  });

  it('does not delete a recording that is saved at the same time', async () => {
    const id = await world.record(ana);
    await age(id, unsavedDays);
    const { prisma } = world.database;
    let collected: Promise<void> | undefined;
    const save = async (tx: Prisma.TransactionClient) => {
      await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${id}::uuid FOR UPDATE`;
      collected = collectRecordings(world.services);
      await expect.poll(() => world.countBlocked()).toBe(1);
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
  /** The bytes of a recording of the maximum size, its copy and its MP3. */
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
    await expectRefusal(requireUpload(world.services, viewer.id, late), 'UPLOAD_NOT_FOUND');
    // A refused announcement does not use up the limit of recordings, even when it is repeated.
    for (let n = 0; n < rateLimits.recording.calls; n += 1)
      await expectRefusal(announce(viewer, late), 'STORAGE_FULL');
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
    await expectRefusal(announce(viewer), 'STORAGE_FULL');
    await world.callAs(viewer).stories.unpublish({ id });
    await announce(viewer);
  });

  it.each([
    // Silence takes few bytes, but its MP3 as many as speech.
    ['the MP3s that stories will have once they are public', 'durationMs', maxDurationMs],
    ['the copies that are served', 'playbackBytes', maxBytes],
  ] as const)('includes %s', async (_what, column, most) => {
    const viewer = await world.addUser(`de_${column}`);
    const [first = ''] = await fill(viewer, maxStoredBytes - largest);
    const set = (value: number) =>
      world.database.prisma.recording.update({ where: { id: first }, data: { [column]: value } });
    await set(most + 1);
    await expectRefusal(announce(viewer), 'STORAGE_FULL');
    await set(most);
    await announce(viewer);
  });

  it('cannot be exceeded by concurrent uploads', async () => {
    const viewer = await world.addUser('impaciente');
    await fill(viewer, maxStoredBytes - 3 * largest);
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => announce(viewer)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });
});

const fillNetwork = (network: string, points = rateLimits.newcomerRecording.calls) =>
  world.services.rateLimiter.charge('newcomerRecording', network, points);
const announceFrom = (viewer: Viewer, network: string, id = newId()) =>
  world.callAs(viewer, undefined, { network }).recordings.begin({ id, claimedType: 'audio/webm' });

describe('the daily storage of new accounts of one network', () => {
  const full = { message: 'NETWORK_FULL', code: 'TOO_MANY_REQUESTS' };

  it('SEC-29: is limited for all of them together, and counts nothing twice', async () => {
    const [one, other] = [await world.addUser('vecina'), await world.addUser('vecino')];
    const network = 'una casa';
    await fillNetwork(network, rateLimits.newcomerRecording.calls - 2);
    const known = newId();
    // The first recording of each account does not count.
    for (const viewer of [one, other]) await announceFrom(viewer, network);
    await announceFrom(one, network, known);
    await announceFrom(other, network);
    await expect(announceFrom(one, network)).rejects.toMatchObject(full);
    await expect(announceFrom(other, network)).rejects.toMatchObject(full);
    // Recordings that have begun can end.
    for (let n = 0; n < 3; n += 1) await announceFrom(one, network, known);
  });

  it('SEC-29: does not affect accounts with another network, with a first recording, or of some age', async () => {
    const network = 'una escuela';
    await fillNetwork(network);
    const late = await world.addUser('tardía');
    await announceFrom(late, network);
    await expect(announceFrom(late, network)).rejects.toMatchObject(full);
    await announceFrom(late, 'un teléfono');
    const old = await world.addUser('antigua');
    const age = (minutes: number) =>
      world.database.prisma
        .$executeRaw`UPDATE users SET created_at = now() - make_interval(days => ${limits.newcomer.days}::int, mins => ${minutes}::int)
          WHERE id = ${old.id}::uuid`;
    await age(-1);
    await announceFrom(old, network);
    await expect(announceFrom(old, network)).rejects.toMatchObject(full);
    await age(1);
    await announceFrom(old, network);
  });

  it('SEC-29: does not use up the hourly limit of a refused user, who repeats the call until there is room', async () => {
    const network = 'un hotel';
    await fillNetwork(network);
    const viewer = await world.addUser('huésped');
    await announceFrom(viewer, network);
    for (let n = 0; n < rateLimits.recording.calls; n += 1)
      await expect(announceFrom(viewer, network)).rejects.toMatchObject(full);
    await announceFrom(viewer, 'otro hotel');
  });

  it('SEC-53, SEC-29: counts the IPv6 networks of a household as one, with a larger share', async () => {
    const viewer = await world.addUser('numerosa');
    const [network, wideNetwork] = ['2001:db8::/64', '2001:db8::/56'];
    const counted: string[] = [];
    const { rateLimiter } = world.services;
    let isFull = false;
    const consume: typeof rateLimiter.consume = async (name, subject, scope) => {
      if (name === 'newcomerRecording') counted.push(`${subject} ${scope ?? 'own'}`);
      if (scope === 'wide' && isFull) throw new RateLimitedError(60);
      await rateLimiter.consume(name, subject, scope);
    };
    const announceIt = () =>
      world
        .callAs(viewer, undefined, { network, wideNetwork, rateLimiter: { ...rateLimiter, consume } })
        .recordings.begin({ id: newId(), claimedType: 'audio/webm' });
    await announceIt();
    await announceIt();
    expect(counted).toEqual([`${network} own`, `${wideNetwork} wide`]);
    isFull = true;
    await expect(announceIt()).rejects.toMatchObject(full);
    expect(await rateLimiter.readUsage('newcomerRecording', network)).toMatchObject({ used: 1 });
  });

  it('SEC-29: only one first recording is free, however many are announced at once', async () => {
    const network = 'un cíber';
    await fillNetwork(network);
    const viewer = await world.addUser('veloz');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => announceFrom(viewer, network)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
