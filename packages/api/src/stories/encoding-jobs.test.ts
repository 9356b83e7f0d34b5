import * as audio from '@relato/audio';
import { rateLimits, serverLimits } from '@relato/contract';
import { StorageError } from '@relato/storage';
import { describe, expect, it, vi } from 'vitest';
import type { Services } from '../rpc/context.ts';
import { freshMp3 } from '../story-mp3s.ts';
import { failAgain, useEncodedStory } from '../testing/stories/encoded-story.ts';

const { world, moderator, ana, told, findMp3, requireMp3, countQueued, run, withStore } = useEncodedStory();
const reason = 'Publicidad';

/** Returns services that record the charges of accounts. */
function withCharges() {
  const charges: number[] = [];
  const charge: Services['rateLimiter']['charge'] = async (_name, _subject, seconds) =>
    void charges.push(seconds);
  return { charges, rateLimiter: { ...world.services.rateLimiter, charge } };
}
const withUsage = (used: number, isUsedUp = false) => ({
  rateLimiter: {
    ...world.services.rateLimiter,
    readUsage: async () => ({ used, isUsedUp, resetsInSeconds: 77 }),
  },
});

const pretendPicture = () =>
  world.database.prisma.storyMp3.update({
    where: { storyId: told.story },
    data: { pictureBytes: 3, pictureRevision: 'x' },
  });

it('makes the MP3 of a published story once, and charges its account', async () => {
  vi.restoreAllMocks();
  expect(countQueued()).toBe(1);
  expect(await findMp3()).toMatchObject({ bytes: null, madeAt: null });
  await world.makeMp3s();
  const made = await requireMp3();
  const bytes = await world.services.storage.read(made.key);
  expect(bytes.length).toBe(made.bytes);
  expect([bytes[0], bytes[1]]).toEqual([0xff, 0xfb]);
  const { durationMs } = await world.database.prisma.story.findUniqueOrThrow({ where: { id: told.story } });
  expect(made.durationMs).toBe(durationMs);
  // One second is charged for the picture.
  expect((await world.services.rateLimiter.readUsage('mp3Seconds', ana.id)).used).toBeGreaterThan(1);
  await world.callAs(ana).stories.publish({ id: told.story });
  expect(countQueued()).toBe(0);
  await run(withStore({ put: failAgain }));
  expect(await findMp3()).toEqual(made);
});

it('uses the copy of a recording that is an MP3, which has no metadata, and charges its account a minimum', async () => {
  await world.database.prisma.recording.updateMany({ where: { userId: ana.id }, data: { container: 'mp3' } });
  await pretendPicture();
  const { charges, rateLimiter } = withCharges();
  await run({ rateLimiter });
  const { playbackKey } = await world.database.prisma.recording.findFirstOrThrow({
    where: { userId: ana.id },
  });
  const read = async (key: string | null) => Buffer.from(await world.services.storage.read(key ?? ''));
  expect((await read((await requireMp3()).key)).equals(await read(playbackKey))).toBe(true);
  expect([charges, vi.mocked(audio.encodeMp3).mock.calls]).toEqual([[1], []]);
});

describe('the MP3 is deleted when its story', () => {
  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    'is unpublished': () => world.callAs(ana).stories.unpublish({ id: told.story }),
    'is hidden': () => moderator().stories.hide({ id: told.story, reason }),
    'is deleted': () => world.callAs(ana).stories.delete({ id: told.story }),
    'loses its author for a time': () => moderator().users.suspend({ userId: ana.id, reason }),
  };

  it.each(Object.entries(ways))('%s, and so does its picture', async (_title, happen) => {
    await world.makeMp3s();
    const made = await requireMp3();
    const keys = [made.key, made.pictureKey];
    expect(await Promise.all(keys.map(world.isStored))).toEqual([true, true]);
    await happen();
    expect(await findMp3()).toBeNull();
    await world.workOff();
    expect(await Promise.all(keys.map(world.isStored))).toEqual([false, false]);
  });

  it('is unpublished while it is being made', async () => {
    let key = '';
    const put: Services['storage']['put'] = async (name, content) => {
      await world.callAs(ana).stories.unpublish({ id: told.story });
      await world.workOff();
      return world.services.storage.put((key = name), content);
    };
    await run(withStore({ put }));
    expect([await findMp3(), await world.isStored(key)]).toEqual([null, false]);
  });
});

it('makes another MP3 of a story that is public again', async () => {
  const { stories } = world.callAs(ana);
  const { key } = await requireMp3();
  await stories.unpublish({ id: told.story });
  await stories.publish({ id: told.story });
  expect((await requireMp3()).key).not.toBe(key);
  await moderator().stories.hide({ id: told.story, reason });
  await moderator().stories.restore({ id: told.story, reason });
  await moderator().users.suspend({ userId: ana.id, reason });
  await moderator().users.restore({ userId: ana.id, reason });
  expect(countQueued()).toBe(4);
});

describe('an attempt that fails', () => {
  it('is repeated under the same key, and leaves no object without a row', async () => {
    const before = await requireMp3();
    const killed = run(
      withStore({
        put: async (key, content) => {
          await world.services.storage.put(key, content);
          throw new StorageError('failed', 'the process is killed');
        },
      }),
    );
    await expect(killed).rejects.toThrow(StorageError);
    expect(await findMp3()).toEqual(before);
    await run();
    expect(await findMp3()).toMatchObject({ key: before.key, bytes: expect.any(Number) });
  });

  it('waits for disk space, and for the time of its account', async () => {
    world.queuedMp3s.splice(0);
    await run({ disk: { hasFreeSpace: async () => false, readSpace: async () => null } });
    await run(withUsage(rateLimits.mp3Seconds.calls, true));
    expect(world.queuedMp3s).toMatchObject([
      { startAfterSeconds: serverLimits.inspection.noRoomSeconds, priority: freshMp3 },
      { name: 'make-mp3', startAfterSeconds: 77, priority: 400 },
    ]);
    expect(await findMp3()).toMatchObject({ bytes: null });
  });

  it('SEC-44, SEC-61: comes after those of accounts that have used less time, and before those of a sweep', async () => {
    world.queuedMp3s.splice(0);
    await run(withUsage(30));
    await run(withUsage(5_000));
    expect(world.queuedMp3s).toMatchObject([
      { startAfterSeconds: 0, priority: freshMp3 - 30 },
      { priority: 1 },
    ]);
    expect(await findMp3()).toMatchObject({ bytes: null });
    await run(withUsage(32), { priority: freshMp3 - 30 });
    expect(await findMp3()).toMatchObject({ bytes: expect.any(Number) });
  });

  it.each(['unavailable', 'full'] as const)(
    'is queued again while the store is %s, and costs the account nothing',
    async (trouble) => {
      world.queuedMp3s.splice(0);
      await pretendPicture();
      const error = new StorageError(trouble, 'not now');
      const report = vi.fn<(error: Error) => void>();
      const { charges, rateLimiter } = withCharges();
      await run({ rateLimiter, ...withStore({ read: () => Promise.reject(error) }) }, { report });
      expect(world.queuedMp3s).toMatchObject([
        {
          data: { storyId: told.story },
          startAfterSeconds: serverLimits.inspection.noRoomSeconds,
          priority: freshMp3,
        },
      ]);
      expect([report.mock.calls, charges]).toEqual([[[error]], []]);
    },
  );
});
