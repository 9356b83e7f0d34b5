import * as audio from '@relato/audio';
import { limits, rateLimits, type StoryId } from '@relato/contract';
import { StorageError } from '@relato/storage';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Services, Viewer } from '../rpc/context.ts';
import { collectObjects } from '../recordings/cleanup-jobs.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';
import { freshMp3, renewMp3 } from '../story-mp3s.ts';
import { keepBatch, makeMp3 } from './encoding-jobs.ts';

const world = useTestWorld();
const administrator = useUser(world, 'jefa', 'administrator');
const moderator = () => world.callAs(administrator);
const reason = 'Publicidad';
let ana: Viewer;
let id: StoryId;
let users = 0;
beforeEach(async () => {
  world.queuedMp3s.splice(0);
  // A user whose time no MP3 has used yet.
  ana = await world.addUser(`ana-${(users += 1)}`);
  id = await world.publishStory(ana);
  vi.spyOn(audio, 'encodeMp3').mockResolvedValue(Uint8Array.of(0xff, 0xfb, 0));
});
afterEach(() => void vi.restoreAllMocks());

const mp3Of = () => world.database.prisma.storyMp3.findUnique({ where: { storyId: id } });
const requireMp3 = () => world.database.prisma.storyMp3.findUniqueOrThrow({ where: { storyId: id } });
const countQueued = () =>
  world.queuedMp3s.filter(({ data }) => 'storyId' in data && data.storyId === id).length;
const run = (
  services: Partial<Services> = {},
  { priority = freshMp3, report = (_error: Error): void => {} } = {},
) =>
  makeMp3(
    { ...world.services, ...services },
    { data: { storyId: id }, priority, signal: new AbortController().signal, report },
  );
/** Returns services with a store that has these functions replaced. */
const withStore = (replaced: Partial<Services['storage']>) => ({
  storage: { ...world.services.storage, ...replaced },
});
const fail = () => Promise.reject(new Error('again'));

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
    where: { storyId: id },
    data: { pictureBytes: 3, pictureRevision: 'x' },
  });

it('makes the MP3 of a published story once, and charges its account', async () => {
  vi.restoreAllMocks();
  expect(countQueued()).toBe(1);
  expect(await mp3Of()).toMatchObject({ bytes: null, madeAt: null });
  await world.makeMp3s();
  const made = await requireMp3();
  const bytes = await world.services.storage.read(made.key);
  expect(bytes.length).toBe(made.bytes);
  expect([bytes[0], bytes[1]]).toEqual([0xff, 0xfb]);
  const { durationMs } = await world.database.prisma.story.findUniqueOrThrow({ where: { id } });
  expect(made.durationMs).toBe(durationMs);
  // One second is charged for the picture.
  expect((await world.services.rateLimiter.readUsage('mp3Seconds', ana.id)).used).toBeGreaterThan(1);
  await world.callAs(ana).stories.publish({ id });
  expect(countQueued()).toBe(0);
  await run(withStore({ put: fail }));
  expect(await mp3Of()).toEqual(made);
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
    'is unpublished': () => world.callAs(ana).stories.unpublish({ id }),
    'is hidden': () => moderator().stories.hide({ id, reason }),
    'is deleted': () => world.callAs(ana).stories.delete({ id }),
    'loses its author for a time': () => moderator().users.suspend({ userId: ana.id, reason }),
  };

  it.each(Object.entries(ways))('%s, and so does its picture', async (_title, happen) => {
    await world.makeMp3s();
    const made = await requireMp3();
    const keys = [made.key, made.pictureKey];
    expect(await Promise.all(keys.map(world.isStored))).toEqual([true, true]);
    await happen();
    expect(await mp3Of()).toBeNull();
    await world.workOff();
    expect(await Promise.all(keys.map(world.isStored))).toEqual([false, false]);
  });

  it('is unpublished while it is being made', async () => {
    let key = '';
    const put: Services['storage']['put'] = async (name, content) => {
      await world.callAs(ana).stories.unpublish({ id });
      await world.workOff();
      return world.services.storage.put((key = name), content);
    };
    await run(withStore({ put }));
    expect([await mp3Of(), await world.isStored(key)]).toEqual([null, false]);
  });
});

it('makes another MP3 of a story that is public again', async () => {
  const { stories } = world.callAs(ana);
  const { key } = await requireMp3();
  await stories.unpublish({ id });
  await stories.publish({ id });
  expect((await requireMp3()).key).not.toBe(key);
  await moderator().stories.hide({ id, reason });
  await moderator().stories.restore({ id, reason });
  await moderator().users.suspend({ userId: ana.id, reason });
  await moderator().users.restore({ userId: ana.id, reason });
  expect(countQueued()).toBe(4);
});

const pictureOf = async () => {
  const { pictureKey: key, pictureRevision: revision, pictureBytes: bytes } = await requireMp3();
  return { key, revision, bytes };
};

describe('the picture of a public story', () => {
  it('is drawn and stored once with its publication, and stays when other fields change', async () => {
    expect(await pictureOf()).toEqual({ key: expect.any(String), revision: null, bytes: null });
    await world.makeMp3s();
    const kept = await pictureOf();
    expect(kept).toMatchObject({ revision: `El tren ${ana.username}`, bytes: 'El tren'.length });
    expect(await world.isStored(kept.key)).toBe(true);
    await run({ previews: { toRevision: () => '', draw: fail } });
    await world.callAs(ana).stories.update({ id, title: 'El tren', transcript: 'Otro texto' });
    expect([await pictureOf(), countQueued()]).toEqual([kept, 0]);
  });

  it('is drawn again for another title or username, and the previous one is deleted', async () => {
    await world.makeMp3s();
    const username = `otra_${id.slice(0, 8)}`;
    const changes = [
      () => world.callAs(ana).stories.update({ id, title: 'El barco' }),
      () => world.callAs(ana).profiles.update({ username }),
    ];
    for (const change of changes) {
      const before = await pictureOf();
      await change();
      expect(await pictureOf()).toMatchObject({ revision: null, bytes: null });
      await world.workOff();
      await world.makeMp3s();
      const { key } = await pictureOf();
      expect(key).not.toBe(before.key);
      expect([await world.isStored(before.key), await world.isStored(key)]).toEqual([false, true]);
    }
    expect(await pictureOf()).toMatchObject({ revision: `El barco ${username}` });
  });

  it('that is drawn while the title changes leaves no object', async () => {
    const keys: string[] = [];
    const put: Services['storage']['put'] = async (key, content) => {
      if (keys.push(key) === 1) await world.callAs(ana).stories.update({ id, title: 'El barco' });
      await world.workOff();
      return world.services.storage.put(key, content);
    };
    await run(withStore({ put }));
    expect(await world.isStored(keys[0])).toBe(false);
    expect(await pictureOf()).toMatchObject({ revision: null, bytes: null });
  });

  it('that fails delays no MP3, and is retried', async () => {
    await expect(run({ previews: { ...world.services.previews, draw: fail } })).rejects.toThrow('again');
    expect(await mp3Of()).toMatchObject({ bytes: expect.any(Number), pictureBytes: null });
    await run();
    expect(await mp3Of()).toMatchObject({ pictureBytes: expect.any(Number) });
  });
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
    expect(await mp3Of()).toEqual(before);
    await run();
    expect(await mp3Of()).toMatchObject({ key: before.key, bytes: expect.any(Number) });
  });

  it('waits for disk space, and for the time of its account', async () => {
    world.queuedMp3s.splice(0);
    await run({ disk: { hasFreeSpace: async () => false, readSpace: async () => null } });
    await run(withUsage(rateLimits.mp3Seconds.calls, true));
    expect(world.queuedMp3s).toMatchObject([
      { startAfterSeconds: limits.inspection.noRoomSeconds, priority: freshMp3 },
      { name: 'make-mp3', startAfterSeconds: 77, priority: 400 },
    ]);
    expect(await mp3Of()).toMatchObject({ bytes: null });
  });

  it('SEC-44, SEC-61: comes after those of accounts that have used less time, and before those of a sweep', async () => {
    world.queuedMp3s.splice(0);
    await run(withUsage(30));
    await run(withUsage(5_000));
    expect(world.queuedMp3s).toMatchObject([
      { startAfterSeconds: 0, priority: freshMp3 - 30 },
      { priority: 1 },
    ]);
    expect(await mp3Of()).toMatchObject({ bytes: null });
    await run(withUsage(32), { priority: freshMp3 - 30 });
    expect(await mp3Of()).toMatchObject({ bytes: expect.any(Number) });
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
        { data: { storyId: id }, startAfterSeconds: limits.inspection.noRoomSeconds, priority: freshMp3 },
      ]);
      expect([report.mock.calls, charges]).toEqual([[[error]], []]);
    },
  );
});

const sweep = () => keepBatch(world.services);

describe('the sweep', () => {
  it('queues public stories without an MP3 once, after newly published ones', async () => {
    await world.database.prisma.storyMp3.deleteMany();
    world.queuedMp3s.splice(0);
    expect(await sweep()).toBe(true);
    expect(countQueued()).toBe(1);
    expect(new Set(world.queuedMp3s.map(({ priority }) => priority))).toEqual(new Set([0]));
    expect(await sweep()).toBe(false);
  });

  it('queues the picture of an older story once', async () => {
    await world.makeMp3s();
    const none = { pictureKey: null, pictureBytes: null, pictureRevision: null };
    await world.database.prisma.storyMp3.updateMany({ data: none });
    expect([await sweep(), countQueued(), await sweep()]).toEqual([true, 1, false]);
    await world.makeMp3s();
    expect((await pictureOf()).revision).toBe(`El tren ${ana.username}`);
  });

  it('remakes an MP3 of an older version with another loudness once, and serves it until then', async () => {
    await world.makeMp3s();
    const { key } = await requireMp3();
    await world.database.prisma.storyMp3.updateMany({ data: { isEven: true } });
    await world.database.prisma.storyMp3.update({ where: { storyId: id }, data: { isEven: null } });
    expect([await sweep(), await sweep()]).toEqual([true, false]);
    // Another server has found it too.
    await world.database.prisma.$transaction((tx) => renewMp3(world.services, tx, id, { priority: 0 }));
    expect(world.queuedMp3s).toMatchObject([{ data: { storyId: id }, priority: 0 }]);
    expect([(await requireMp3()).key, await world.isStored(key)]).toEqual([key, true]);
    await world.makeMp3s();
    const made = await requireMp3();
    expect(made).toMatchObject({ isEven: true, key: expect.not.stringMatching(key) });
    await world.workOff();
    expect([await world.isStored(made.key), await world.isStored(key)]).toEqual([true, false]);
  });

  it('deletes the files that an older version left of an unpublished story', async () => {
    await world.makeMp3s();
    const { key } = await requireMp3();
    await world.database.prisma.story.update({ where: { id }, data: { published: false } });
    await sweep();
    await world.workOff();
    expect([await mp3Of(), await world.isStored(key)]).toEqual([null, false]);
  });

  it('queues no more while many MP3s wait', async () => {
    await world.database.prisma.storyMp3.deleteMany();
    world.queuedMp3s.splice(0);
    const depth = { name: 'make-mp3', due: 50, later: 0, active: 1, dead: 0, oldestSeconds: 1 };
    const jobs = { ...world.services.jobs, readDepths: async () => [depth] };
    expect(await keepBatch({ ...world.services, jobs })).toBe(true);
    expect(world.queuedMp3s).toEqual([]);
  });
});

const check = async (name: 'verifyStorage' | 'repairStorage') =>
  (await moderator().recordings[name]({})).problems.filter(({ storyId }) => storyId === id);

describe('the check of the store', () => {
  it.each(['mp3', 'picture'] as const)(
    'finds a missing %s, and the repair queues it again',
    async (object) => {
      await world.makeMp3s();
      const { key, pictureKey } = await requireMp3();
      expect(await check('verifyStorage')).toEqual([]);
      await world.services.storage.delete((object === 'mp3' ? key : pictureKey) ?? '');
      expect(await check('repairStorage')).toMatchObject([{ object, trouble: 'missing', isRepaired: true }]);
      expect(await check('verifyStorage')).toEqual([]);
      await world.makeMp3s();
      const made = await requireMp3();
      expect([made.key === key, made.pictureKey === pictureKey]).toEqual([object === 'picture', false]);
      expect(await world.isStored(object === 'mp3' ? made.key : made.pictureKey)).toBe(true);
    },
  );

  it('finds an MP3 without a job, and the repair queues it', async () => {
    expect(await check('verifyStorage')).toEqual([]);
    // The job has failed permanently, or was dropped.
    world.queuedMp3s.splice(0);
    const ofMp3 = async (name: 'verifyStorage' | 'repairStorage') =>
      (await check(name)).find(({ object }) => object === 'mp3');
    expect(await ofMp3('verifyStorage')).toMatchObject({ trouble: 'missing', isRepaired: false });
    expect(await ofMp3('repairStorage')).toMatchObject({ trouble: 'missing', isRepaired: true });
    expect(countQueued()).toBeGreaterThan(0);
    expect(await check('verifyStorage')).toEqual([]);
  });
});

it('the cleanup keeps MP3s and pictures that rows name, whatever their age', async () => {
  await world.makeMp3s();
  const { key, pictureKey } = await requireMp3();
  const list: Services['storage']['list'] = async function* () {
    for await (const objects of world.services.storage.list())
      yield objects.map(({ key: name, bytes }) => ({ key: name, bytes, writtenAt: new Date(0) }));
  };
  await collectObjects({ ...world.services, ...withStore({ list }) }, { isAskedFor: true });
  expect([await world.isStored(key), await world.isStored(pictureKey)]).toEqual([true, true]);
});
