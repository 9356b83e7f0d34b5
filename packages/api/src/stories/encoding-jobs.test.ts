import { limits, rateLimits, type StoryId } from '@relato/contract';
import { StorageError } from '@relato/storage';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Services, Viewer } from '../rpc/context.ts';
import type { JobData } from '../jobs/queue.ts';
import { collectObjects } from '../recordings/cleanup-jobs.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';
import { freshMp3, renewMp3 } from '../story-mp3s.ts';
import { keepBatch, makeMp3 } from './encoding-jobs.ts';

const world = useTestWorld();
const administrator = useUser(world, 'jefa', 'administrator');
let ana: Viewer;
let id: StoryId;
let reported: Error[] = [];
let users = 0;
beforeEach(async () => {
  world.queuedMp3s.splice(0);
  // Of whose time no MP3 has used any: on a slow machine one of them is enough to come later.
  users += 1;
  ana = await world.addUser(`ana-${users}`);
  reported = [];
  id = await world.publishStory(ana);
});

const mp3Of = (storyId: string = id) => world.database.prisma.storyMp3.findUnique({ where: { storyId } });
const queuedStories = () => world.queuedMp3s.map(({ data }) => 'storyId' in data && data.storyId);
const run = (services: Partial<Services> = {}, priority = freshMp3) =>
  makeMp3(
    { ...world.services, ...services },
    {
      data: { storyId: id },
      priority,
      signal: new AbortController().signal,
      report: (error) => void reported.push(error),
    },
  );

/** Stands in for a made MP3, which takes half a second. */
async function pretendMp3(): Promise<string> {
  const { key } = await world.database.prisma.storyMp3.update({
    where: { storyId: id },
    data: { bytes: 3, durationMs: 5_000, madeAt: new Date(), isEven: true },
  });
  await world.services.storage.put(key, Uint8Array.of(1, 2, 3));
  return key;
}

const pretendPicture = () =>
  world.database.prisma.storyMp3.update({
    where: { storyId: id },
    data: { pictureBytes: 3, pictureRevision: 'x' },
  });

it('a published story has an MP3 that lasts as long, made once', async () => {
  expect(queuedStories()).toEqual([id]);
  expect(await mp3Of()).toMatchObject({ bytes: null, madeAt: null });
  await world.makeMp3s();
  const made = await mp3Of();
  const bytes = await world.services.storage.read(made?.key ?? '');
  expect(bytes.length).toBe(made?.bytes);
  expect([bytes[0], bytes[1]]).toEqual([0xff, 0xfb]);
  const { durationMs } = await world.database.prisma.story.findUniqueOrThrow({ where: { id } });
  expect(Math.abs((made?.durationMs ?? 0) - durationMs)).toBeLessThan(50);
  await world.callAs(ana).stories.publish({ id });
  expect(queuedStories()).toEqual([]);
  await run({ storage: { ...world.services.storage, put: () => Promise.reject(new Error('again')) } });
  expect(await mp3Of()).toEqual(made);
});

it('a recording that is an MP3 is served as its copy is, which has no metadata', async () => {
  const upload = await world.upload(ana, 'speech.mp3');
  await world.workOff();
  const story = await world.callAs(ana).stories.create({ recordingId: upload, title: 'Hablado' });
  await world.callAs(ana).stories.publish({ id: story.id });
  await world.makeMp3s();
  const { playbackKey } = await world.database.prisma.recording.findUniqueOrThrow({ where: { id: upload } });
  const [copy, mp3] = await Promise.all(
    [playbackKey, (await mp3Of(story.id))?.key].map((key) => world.services.storage.read(key ?? '')),
  );
  expect(Buffer.from(mp3 ?? []).equals(Buffer.from(copy ?? []))).toBe(true);
});

const moderator = () => world.callAs(administrator);

describe('the MP3 goes when its story', () => {
  const reason = 'Publicidad';
  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    'is unpublished': () => world.callAs(ana).stories.unpublish({ id }),
    'is hidden': () => moderator().stories.hide({ id, reason }),
    'is deleted': () => world.callAs(ana).stories.delete({ id }),
    'loses its author for a time': () => moderator().users.suspend({ userId: ana.id, reason }),
  };

  it.each(Object.entries(ways))('%s, and so does its picture', async (title, happen) => {
    await world.makeMp3s();
    const made = await mp3Of();
    const keys = [made?.key, made?.pictureKey ?? undefined];
    expect(await Promise.all(keys.map(world.isStored))).toEqual([true, true]);
    await happen();
    expect(await mp3Of()).toBeNull();
    await world.workOff();
    expect(await Promise.all(keys.map(world.isStored))).toEqual([false, false]);
    if (title.startsWith('loses')) await moderator().users.restore({ userId: ana.id, reason });
  });

  it('is unpublished while it is being made', async () => {
    const { storage } = world.services;
    let key = '';
    const put: typeof storage.put = async (name, content) => {
      await world.callAs(ana).stories.unpublish({ id });
      await world.workOff();
      return storage.put((key = name), content);
    };
    await run({ storage: { ...storage, put } });
    expect([await mp3Of(), await world.isStored(key)]).toEqual([null, false]);
  });
});

it('a story that is public again gets another MP3', async () => {
  const { stories } = world.callAs(ana);
  const key = await pretendMp3();
  await stories.unpublish({ id });
  await stories.publish({ id });
  expect((await mp3Of())?.key).not.toBe(key);
  await world.callAs(administrator).stories.hide({ id, reason: 'Publicidad' });
  await world.callAs(administrator).stories.restore({ id, reason: 'No lo era' });
  await world.callAs(administrator).users.suspend({ userId: ana.id, reason: 'Publicidad' });
  await world.callAs(administrator).users.restore({ userId: ana.id, reason: 'No lo era' });
  expect(queuedStories().filter((each) => each === id)).toHaveLength(4);
});

const pictureOf = async () => {
  const { pictureKey, pictureRevision, pictureBytes } = (await mp3Of()) ?? {};
  return { key: pictureKey ?? undefined, revision: pictureRevision, bytes: pictureBytes };
};

describe('the picture of a public story', () => {
  it('is drawn and kept with its publication, once', async () => {
    expect(await pictureOf()).toEqual({ key: expect.any(String), revision: null, bytes: null });
    await world.makeMp3s();
    const kept = await pictureOf();
    expect(kept).toMatchObject({ revision: `El tren ${ana.username}`, bytes: 'El tren'.length });
    expect(await world.isStored(kept.key)).toBe(true);
    await run({ previews: { toRevision: () => '', draw: () => Promise.reject(new Error('again')) } });
    expect(await pictureOf()).toEqual(kept);
  });

  it('is drawn anew for another title or username, and the one before is removed', async () => {
    await world.makeMp3s();
    const ways = [
      () => world.callAs(ana).stories.update({ id, title: 'El barco' }),
      () => world.callAs(ana).profiles.update({ username: `otra_${id.slice(0, 8)}` }),
    ];
    for (const change of ways) {
      const before = await pictureOf();
      await change();
      expect(await pictureOf()).toMatchObject({ revision: null, bytes: null });
      await world.workOff();
      await world.makeMp3s();
      const after = await pictureOf();
      expect([
        after.key === before.key,
        await world.isStored(before.key),
        await world.isStored(after.key),
      ]).toEqual([false, false, true]);
    }
    expect(await pictureOf()).toMatchObject({ revision: `El barco otra_${id.slice(0, 8)}` });
  });

  it('stays as it is when something else is changed', async () => {
    await world.makeMp3s();
    const kept = await pictureOf();
    await world.callAs(ana).stories.update({ id, title: 'El tren', transcript: 'Otro texto' });
    expect(await pictureOf()).toEqual(kept);
    expect(queuedStories()).toEqual([]);
  });

  it('that is drawn while the title changes leaves no object', async () => {
    const { storage } = world.services;
    const keys: string[] = [];
    const put: typeof storage.put = async (key, content) => {
      if (keys.push(key) === 1) await world.callAs(ana).stories.update({ id, title: 'El barco' });
      await world.workOff();
      return storage.put(key, content);
    };
    await run({ storage: { ...storage, put } });
    expect(await world.isStored(keys[0])).toBe(false);
    expect(await pictureOf()).toMatchObject({ revision: null, bytes: null });
    await world.makeMp3s();
    expect(await pictureOf()).toMatchObject({ revision: `El barco ${ana.username}` });
  });

  it('that fails keeps no MP3 waiting, and is tried again', async () => {
    const previews = { ...world.services.previews, draw: () => Promise.reject(new Error('no thread')) };
    await expect(run({ previews })).rejects.toThrow('no thread');
    expect(await mp3Of()).toMatchObject({ bytes: expect.any(Number), pictureBytes: null });
    await run({}, 0);
    expect(await mp3Of()).toMatchObject({ pictureBytes: expect.any(Number) });
  });

  it('of a story from before there were pictures is queued by the sweep, once', async () => {
    await world.makeMp3s();
    await world.database.prisma.storyMp3.updateMany({
      data: { pictureKey: null, pictureBytes: null, pictureRevision: null },
    });
    expect(await keepBatch(world.services)).toBe(true);
    expect(queuedStories().filter((each) => each === id)).toHaveLength(1);
    expect(await keepBatch(world.services)).toBe(false);
    await world.makeMp3s();
    expect((await pictureOf()).revision).toBe(`El tren ${ana.username}`);
  });

  it('that is missing is found and drawn again by the repair', async () => {
    await world.makeMp3s();
    const before = await pictureOf();
    expect(await check('verifyStorage', 'picture')).toEqual([]);
    await world.services.storage.delete(before.key ?? '');
    expect(await check('repairStorage', 'picture')).toMatchObject([{ trouble: 'missing', isRepaired: true }]);
    const made = await mp3Of();
    await world.makeMp3s();
    expect(await check('verifyStorage', 'picture')).toEqual([]);
    expect((await pictureOf()).key).not.toBe(before.key);
    expect((await mp3Of())?.key).toBe(made?.key);
  });

  it('is kept while a row names it, whatever its age', async () => {
    await world.makeMp3s();
    const { storage } = world.services;
    await world.workOff();
    const old = { ...storage, list: () => agedObjects(storage) };
    await collectObjects({ ...world.services, storage: old }, { isAskedFor: true });
    expect(await world.isStored((await pictureOf()).key)).toBe(true);
  });
});

describe('an attempt that fails', () => {
  it('is repeated under the same key, and leaves no object without a row', async () => {
    const { storage } = world.services;
    const before = await mp3Of();
    const put: typeof storage.put = async (key, content) => {
      await storage.put(key, content);
      throw new StorageError('failed', 'the process is killed');
    };
    await expect(run({ storage: { ...storage, put } })).rejects.toThrow(StorageError);
    expect(await mp3Of()).toEqual(before);
    // A job of the lowest priority waits for no other account, however much time the first try has used on a slow machine.
    await run({}, 0);
    expect(await mp3Of()).toMatchObject({ key: before?.key, bytes: expect.any(Number) });
  });

  it('waits for room on the disk, and for the time of its account', async () => {
    world.queuedMp3s.splice(0);
    await run({ disk: { hasFreeSpace: async () => false, readSpace: async () => null } });
    expect(world.queuedMp3s).toMatchObject([
      { startAfterSeconds: limits.inspection.noRoomSeconds, priority: freshMp3 },
    ]);
    const used = { used: rateLimits.mp3Seconds.calls, isUsedUp: true, resetsInSeconds: 77 };
    await run({ rateLimiter: { ...world.services.rateLimiter, readUsage: async () => used } });
    expect(world.queuedMp3s[1]).toMatchObject({ name: 'make-mp3', startAfterSeconds: 77, priority: 400 });
    expect(await mp3Of()).toMatchObject({ bytes: null });
  });

  it('SEC-44, SEC-61: comes after those of accounts that have used less time, and before what a sweep has found', async () => {
    world.queuedMp3s.splice(0);
    const { rateLimiter } = world.services;
    const usedBy = (used: number) => ({
      rateLimiter: { ...rateLimiter, readUsage: async () => ({ used, isUsedUp: false, resetsInSeconds: 9 }) },
    });
    await run(usedBy(30));
    expect(world.queuedMp3s).toMatchObject([{ startAfterSeconds: 0, priority: freshMp3 - 30 }]);
    await run(usedBy(5_000));
    expect(world.queuedMp3s[1]).toMatchObject({ priority: 1 });
    expect(await mp3Of()).toMatchObject({ bytes: null });
    await run(usedBy(32), freshMp3 - 30);
    expect(await mp3Of()).toMatchObject({ bytes: expect.any(Number) });
  });

  it.each(['unavailable', 'full'] as const)('is queued again while the store is %s', async (reason) => {
    world.queuedMp3s.splice(0);
    const trouble = new StorageError(reason, 'not now');
    await run({ storage: { ...world.services.storage, put: () => Promise.reject(trouble) } });
    expect(world.queuedMp3s).toMatchObject([
      { data: { storyId: id }, startAfterSeconds: limits.inspection.noRoomSeconds, priority: freshMp3 },
    ]);
    expect(reported).toEqual([trouble]);
  });

  it('costs the account nothing while the store is waited for', async () => {
    const { storage, rateLimiter } = world.services;
    const charges: number[] = [];
    const charge: typeof rateLimiter.charge = async (_name, _subject, seconds) => void charges.push(seconds);
    const services = { rateLimiter: { ...rateLimiter, charge } };
    const trouble = new StorageError('unavailable', 'not now');
    await pretendPicture();
    await run({ ...services, storage: { ...storage, read: () => Promise.reject(trouble) } });
    expect(charges).toEqual([]);
    await run(services);
    expect(charges).toEqual([expect.any(Number)]);
  });
});

it('costs the account something for a recording that is an MP3', async () => {
  const { rateLimiter, storage } = world.services;
  const charges: number[] = [];
  const charge: typeof rateLimiter.charge = async (_name, _subject, seconds) => void charges.push(seconds);
  await world.database.prisma.recording.updateMany({ where: { userId: ana.id }, data: { container: 'mp3' } });
  const trouble = new StorageError('unavailable', 'not now');
  const services = { rateLimiter: { ...rateLimiter, charge } };
  await pretendPicture();
  await run({ ...services, storage: { ...storage, read: () => Promise.reject(trouble) } });
  expect(charges).toEqual([]);
  await run(services);
  expect(charges).toEqual([1]);
});

describe('the sweep', () => {
  it('queues public stories without an MP3 once, after those that are published now', async () => {
    await world.database.prisma.storyMp3.deleteMany();
    world.queuedMp3s.splice(0);
    expect(await keepBatch(world.services)).toBe(true);
    expect(world.queuedMp3s.find(({ data }) => (data as JobData['make-mp3']).storyId === id)).toMatchObject({
      priority: 0,
    });
    expect(new Set(queuedStories()).size).toBe(world.queuedMp3s.length);
    expect(await keepBatch(world.services)).toBe(false);
  });

  it('has an MP3 that an older version made, less loud than others, made anew once, and it is heard until then', async () => {
    const key = await pretendMp3();
    await world.database.prisma.storyMp3.update({ where: { storyId: id }, data: { isEven: null } });
    await world.database.prisma.storyMp3.updateMany({
      where: { storyId: { not: id }, isEven: null },
      data: { isEven: true },
    });
    world.queuedMp3s.splice(0);
    expect(await keepBatch(world.services)).toBe(true);
    expect(await keepBatch(world.services)).toBe(false);
    // Another server has listed it too.
    await world.database.prisma.$transaction((tx) => renewMp3(world.services, tx, id, { priority: 0 }));
    expect(world.queuedMp3s).toMatchObject([{ data: { storyId: id }, priority: 0 }]);
    expect([(await mp3Of())?.key, await world.isStored(key)]).toEqual([key, true]);
    await world.makeMp3s();
    const made = await mp3Of();
    expect(made).toMatchObject({ isEven: true, key: expect.not.stringMatching(key) });
    expect((await world.services.storage.read(made?.key ?? '')).length).toBe(made?.bytes);
    await world.workOff();
    expect(await world.isStored(key)).toBe(false);
  });

  it('removes what an older version leaves of an unpublished story', async () => {
    const key = await pretendMp3();
    await world.database.prisma.story.update({ where: { id }, data: { published: false } });
    await keepBatch(world.services);
    await world.workOff();
    expect([await mp3Of(), await world.isStored(key)]).toEqual([null, false]);
  });

  it('keeps the MP3 of a story that its author publishes meanwhile', async () => {
    await pretendMp3();
    const made = await mp3Of();
    await world.database.prisma.story.update({ where: { id }, data: { published: false } });
    const background: typeof world.database.background = async (...query) => {
      const listed = await world.database.background(...query);
      await world.callAs(ana).stories.publish({ id });
      return listed;
    };
    await keepBatch({ ...world.services, database: { ...world.database, background } });
    expect(await mp3Of()).toEqual(made);
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

const check = async (name: 'verifyStorage' | 'repairStorage', what = 'mp3') =>
  (await world.callAs(administrator).recordings[name]({})).problems.filter(
    ({ object, storyId }) => object === what && storyId === id,
  );

describe('the check of the store', () => {
  it('finds a missing MP3, and the repair has it made again', async () => {
    const key = await pretendMp3();
    expect(await check('verifyStorage')).toEqual([]);
    await world.services.storage.delete(key);
    world.queuedMp3s.splice(0);
    expect(await check('repairStorage')).toMatchObject([
      { storyId: id, object: 'mp3', trouble: 'missing', isRepaired: true },
    ]);
    expect([...new Set(queuedStories())]).toEqual([id]);
    expect(await check('verifyStorage')).toEqual([]);
  });

  it('finds an MP3 that no job makes any more, and the repair has it made', async () => {
    expect(await check('verifyStorage')).toEqual([]);
    // Its job has failed for good, or was dropped.
    world.queuedMp3s.splice(0);
    const lacking = { storyId: id, object: 'mp3', trouble: 'missing' };
    expect(await check('verifyStorage')).toMatchObject([{ ...lacking, isRepaired: false }]);
    expect(await check('repairStorage')).toMatchObject([{ ...lacking, isRepaired: true }]);
    expect(queuedStories()).toContain(id);
    expect(await check('verifyStorage')).toEqual([]);
  });

  it('keeps MP3s that rows name, whatever their age', async () => {
    const key = await pretendMp3();
    const { storage } = world.services;
    await world.workOff();
    const old = { ...storage, list: () => agedObjects(storage) };
    await collectObjects({ ...world.services, storage: old }, { isAskedFor: true });
    expect(await world.isStored(key)).toBe(true);
  });
});

async function* agedObjects(storage: Services['storage']) {
  for await (const objects of storage.list())
    yield objects.map(({ key, bytes }) => ({ key, bytes, writtenAt: new Date(0) }));
}
