import { describe, expect, it } from 'vitest';
import { collectObjects } from '../recordings/cleanup-jobs.ts';
import type { Services } from '../rpc/context.ts';
import { renewMp3 } from '../story-mp3s.ts';
import { useEncodedStory } from '../testing/stories/encoded-story.ts';
import { keepBatch } from './encoding-jobs.ts';

const { world, moderator, ana, told, findMp3, requireMp3, ...rest } = useEncodedStory();
const { pictureOf, countQueued, withStore } = rest;

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
    await world.database.prisma.storyMp3.update({ where: { storyId: told.story }, data: { isEven: null } });
    expect([await sweep(), await sweep()]).toEqual([true, false]);
    // Another server has found it too.
    await world.database.prisma.$transaction((tx) =>
      renewMp3(world.services, tx, told.story, { priority: 0 }),
    );
    expect(world.queuedMp3s).toMatchObject([{ data: { storyId: told.story }, priority: 0 }]);
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
    await world.database.prisma.story.update({ where: { id: told.story }, data: { published: false } });
    await sweep();
    await world.workOff();
    expect([await findMp3(), await world.isStored(key)]).toEqual([null, false]);
  });

  it('queues no more while many MP3s wait', async () => {
    await world.database.prisma.storyMp3.deleteMany();
    world.queuedMp3s.splice(0);
    const depth = { name: 'make-mp3', due: 50, later: 0, failing: 0, active: 1, dead: 0, oldestSeconds: 1 };
    const jobs = { ...world.services.jobs, readDepths: async () => [depth] };
    expect(await keepBatch({ ...world.services, jobs })).toBe(true);
    expect(world.queuedMp3s).toEqual([]);
  });
});

const check = async (name: 'verifyStorage' | 'repairStorage') =>
  (await moderator().recordings[name]({})).problems.filter(({ storyId }) => storyId === told.story);

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
  await collectObjects({ ...world.services, ...withStore({ list }) });
  expect([await world.isStored(key), await world.isStored(pictureKey)]).toEqual([true, true]);
});
