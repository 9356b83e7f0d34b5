import { randomUUID } from 'node:crypto';
import { limits, type StoryOrder, type UserId } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyCounters } from '../admin/counter-queries.ts';
import type { Viewer } from '../rpc/context.ts';
import { createThings } from '../testing/things.ts';
import { readPages } from '../testing/read-pages.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();

const somebody = (role: Viewer['role'] = 'user'): Promise<Viewer> =>
  world.addUser(`p_${randomUUID().slice(0, 12)}`, role);
let [ana, beto]: readonly [Viewer, Viewer] = [] as unknown as [Viewer, Viewer]; // set before each test
beforeEach(async () => {
  [ana, beto] = [await somebody(), await somebody()];
});

const block = (who: Viewer, whom: Viewer) => world.callAs(who).blocks.block({ userId: whom.id });
const mute = (who: Viewer, whom: Viewer) => world.callAs(who).blocks.mute({ userId: whom.id });
const follow = (who: Viewer, whom: Viewer) => world.callAs(who).follows.follow({ userId: whom.id });
const listBlocked = async (who: Viewer) => (await world.callAs(who).blocks.list({})).items;
const tell = async (who: Viewer) => (await createThings(world.database, who.id, true)).story;
const countRemovals = async () =>
  (await world.database.prisma.removal.aggregate({ _sum: { count: true } }))._sum.count ?? 0n;
const stats = ({ id }: Viewer) => world.visitor.follows.stats({ userId: id });

describe('blocks.block', () => {
  it('ends the follows of both, keeps all counters right, and is idempotent', async () => {
    await follow(ana, beto);
    await follow(beto, ana);
    await block(ana, beto);
    await block(ana, beto);
    for (const person of [ana, beto])
      expect(await stats(person)).toMatchObject({ followersCount: 0, followingCount: 0 });
    await expectRefusal(follow(beto, ana), 'PROFILE_UNAVAILABLE');
    await expectRefusal(follow(ana, beto), 'PROFILE_UNAVAILABLE');
    expect((await verifyCounters(world.services)).differences).toEqual([]);
    expect(await listBlocked(ana)).toEqual([
      { id: beto.id, username: beto.username, kind: 'block', endsAt: null },
    ]);
    expect(await listBlocked(beto)).toEqual([]);
  });

  it('leaves no concurrent follow', async () => {
    const others = await Promise.all(Array.from({ length: 8 }, () => somebody()));
    await Promise.allSettled(
      others.flatMap((other) => [
        follow(other, ana),
        block(ana, other),
        follow(ana, other),
        block(other, ana),
      ]),
    );
    expect(await world.database.prisma.follow.count({ where: { followingId: ana.id } })).toBe(0);
    expect(await world.database.prisma.follow.count({ where: { followerId: ana.id } })).toBe(0);
    expect((await verifyCounters(world.services)).differences).toEqual([]);
  });

  it('refuses the viewer themselves, a missing user, and more users than the limit', async () => {
    await expectRefusal(block(ana, ana), 'INVALID_INPUT');
    await expectRefusal(block(ana, { ...beto, id: randomUUID() as UserId }), 'PROFILE_NOT_FOUND');
    await world.database.prisma.$executeRaw`WITH people AS (
        INSERT INTO users (id) SELECT gen_random_uuid() FROM generate_series(1, ${limits.block.maxPeople - 1}) RETURNING id
      ) INSERT INTO blocks (blocker_id, blocked_id, kind) SELECT ${ana.id}::uuid, id, 'block' FROM people`;
    await mute(ana, beto);
    await expectRefusal(block(ana, await somebody()), 'BLOCKS_TOO_MANY');
    await block(ana, beto);
  });

  it('lasts until it is undone, whatever an open tab mutes or unmutes', async () => {
    const story = await tell(ana);
    const { blocks, stories } = world.callAs(ana);
    await block(ana, beto);
    await mute(ana, beto);
    await blocks.undo({ userId: beto.id, kind: 'mute' });
    await expectRefusal(world.callAs(beto).stories.byId({ id: story }), 'STORY_NOT_FOUND');
    await blocks.undo({ userId: beto.id, kind: 'block' });
    expect(await listBlocked(ana)).toEqual([]);
    await world.callAs(beto).stories.byId({ id: story });
    await follow(beto, ana);
    await stories.byId({ id: story });
  });

  it('refuses every call of a blocked user with an open tab, and deletes nothing that they wrote', async () => {
    const story = await tell(ana);
    const { stories, comments } = world.callAs(beto);
    const words = () => ({ id: randomUUID(), storyId: story, content: `Hola ${randomUUID()}` });
    await stories.vote({ id: story, direction: 'up' });
    await comments.create(words());
    await block(ana, beto);
    for (const direction of ['down', null] as const)
      await expectRefusal(stories.vote({ id: story, direction }), 'STORY_NOT_FOUND');
    await expectRefusal(comments.create(words()), 'STORY_NOT_FOUND');
    await expectRefusal(comments.list({ storyId: story }), 'STORY_NOT_FOUND');
    await expectRefusal(world.callAs(beto).follows.followers({ userId: ana.id }), 'PROFILE_NOT_FOUND');
    // Nothing has changed for others, and in the counters.
    expect(await world.visitor.stories.byId({ id: story })).toMatchObject({ upvotes: 1, comments: 2 });
    expect((await world.visitor.comments.list({ storyId: story })).items).toHaveLength(2);
    // The author sees that there is a comment, but not its text, so that they can delete it.
    const folded = (await world.callAs(ana).comments.list({ storyId: story })).items.find(
      (item) => item.viewer.isFolded,
    );
    expect(folded).toMatchObject({ content: '', authorName: '', author: null, viewer: { canDelete: true } });
    await world.callAs(ana).comments.delete({ id: folded?.id ?? '' });
    expect((await world.visitor.comments.list({ storyId: story })).items).toHaveLength(1);
  });

  it('does not affect a second account, which can be blocked too', async () => {
    const [story, second] = [await tell(ana), await somebody()];
    await block(ana, beto);
    await world.callAs(second).stories.byId({ id: story });
    await block(ana, second);
    await expectRefusal(world.callAs(second).stories.byId({ id: story }), 'STORY_NOT_FOUND');
  });

  it('does not keep moderators from their work', async () => {
    const [story, moderator] = [await tell(ana), await somebody('moderator')];
    await block(ana, moderator);
    await block(moderator, ana);
    const { reports, stories, comments } = world.callAs(moderator);
    await world.callAs(beto).reports.create({ storyId: story, reason: 'spam' });
    expect((await reports.queue({})).items.map((item) => item.story.id)).toContain(story);
    await stories.byId({ id: story });
    await world.callAs(ana).comments.create({ id: randomUUID(), storyId: story, content: 'Un insulto' });
    const read = await comments.list({ storyId: story });
    expect(read.items.map(({ content }) => content)).toContain('Un insulto');
    await world.callAs(moderator).profiles.byUsername({ username: ana.username ?? '' });
    const userId = ana.id;
    await follow(beto, ana);
    await block(beto, moderator);
    const own = world.callAs(ana).collections;
    const id = await own.create({ name: 'Mías' });
    await own.setStory({ id, storyId: story, isIn: true });
    await own.update({ id, name: 'Mías', isPublic: true });
    const { follows, collections } = world.callAs(moderator);
    expect((await stories.byUser({ userId })).items).toMatchObject([{ id: story }]);
    expect(await stories.count({ userId })).toBe(1);
    expect(await follows.stats({ userId })).toMatchObject({ followersCount: 1 });
    expect((await follows.followers({ userId })).items).toMatchObject([{ id: beto.id }]);
    const mine = (await collections.byUser({ userId })).items.find((one) => one.id === id);
    expect(mine).toMatchObject({ storiesCount: 1 });
    expect((await stories.byCollection({ id })).items).toMatchObject([{ id: story }]);
    const { profiles, reactions } = world.callAs(moderator);
    await reactions.ofStory({ id: story });
    expect(await profiles.byIds({ ids: [userId] })).toMatchObject([{ id: userId }]);
    const kept = await collections.create({ name: 'Casos' });
    await collections.setStory({ id: kept, storyId: story, isIn: true });
    await stories.hide({ id: story, reason: 'Spam' });
    expect((await stories.feed({})).items.map(({ id }) => id)).not.toContain(story);
  });

  it('counts as a removal for reads from a replica', async () => {
    const before = await countRemovals();
    await mute(ana, beto);
    expect(await countRemovals()).toBe(before);
    await block(ana, beto);
    expect(await countRemovals()).toBe(before + 1n);
  });

  it('is deleted with an account', async () => {
    await block(ana, beto);
    await block(beto, ana);
    await world.database.prisma.user.delete({ where: { id: beto.id } });
    expect(await listBlocked(ana)).toEqual([]);
    expect(await world.database.prisma.block.count({ where: { blockerId: beto.id } })).toBe(0);
  });
});

describe('blocks.mute', () => {
  it('hides a user from the viewer alone, who can still follow, vote for and answer them', async () => {
    await follow(ana, beto);
    await mute(ana, beto);
    const [story, own] = [await tell(beto), await tell(ana)];
    const { stories, profiles, comments } = world.callAs(ana);
    expect((await stories.feed({})).items.map(({ id }) => id)).not.toContain(story);
    await stories.byId({ id: story });
    const profile = await profiles.byUsername({ username: beto.username ?? '' });
    expect(profile.viewer).toEqual({ isSelf: false, isFollowing: true, isMuted: true, isTold: false });
    expect((await stories.byUser({ userId: beto.id })).items).toHaveLength(1);
    await follow(beto, ana);
    await world.callAs(beto).stories.vote({ id: own, direction: 'up' });
    await world.callAs(beto).comments.create({ id: randomUUID(), storyId: own, content: 'Hola' });
    const read = (await comments.list({ storyId: own })).items;
    expect(read.filter((item) => !item.viewer.isFolded)).toHaveLength(1);
    expect(await stories.byId({ id: own })).toMatchObject({ upvotes: 1, comments: 2 });
  });

  it.each(limits.block.muteDays)('ends by itself after %i days', async (days) => {
    const { blocks, stories } = world.callAs(ana);
    const story = await tell(beto);
    await blocks.mute({ userId: beto.id, days });
    const [muted] = await listBlocked(ana);
    expect(((muted?.endsAt?.getTime() ?? 0) - Date.now()) / 86_400_000).toBeCloseTo(days, 1);
    expect((await stories.feed({})).items.map(({ id }) => id)).not.toContain(story);
    await world.database.prisma.$executeRaw`
      UPDATE blocks SET ends_at = now() - interval '1 second' WHERE blocker_id = ${ana.id}::uuid`;
    expect(await listBlocked(ana)).toEqual([]);
    expect((await stories.feed({})).items.map(({ id }) => id)).toContain(story);
    const profile = await world.callAs(ana).profiles.byUsername({ username: beto.username ?? '' });
    expect(profile.viewer.isMuted).toBe(false);
  });

  it('can be replaced by a block or another mute', async () => {
    const { blocks } = world.callAs(ana);
    await blocks.mute({ userId: beto.id, days: 1 });
    await blocks.mute({ userId: beto.id });
    expect(await listBlocked(ana)).toMatchObject([{ kind: 'mute', endsAt: null }]);
    await block(ana, beto);
    expect(await listBlocked(ana)).toMatchObject([{ kind: 'block', endsAt: null }]);
    await expect(blocks.mute({ userId: beto.id, days: 2 as 1 })).rejects.toThrow('expected one of 1|7|30');
  });
});

describe('a list without blocked and muted users', () => {
  const orders: readonly StoryOrder[] = ['featured', 'newest', 'rising', 'following'];
  const word = 'zarzaparrilla';
  const searches: Readonly<Record<string, object>> = {
    feed: {},
    'search in titles': { search: word },
    tags: { tags: [word] },
    'spoken search': { search: 'bergantines' },
  };

  let [author, third] = [] as unknown as [Viewer, Viewer]; // set before the first test
  const told: string[] = [];
  beforeAll(async () => {
    [author, third] = [await somebody(), await somebody()];
    const fields = { title: word, tags: [word], transcript: 'Vi dos bergantines en el puerto' };
    for (const who of [third, author, author, author, third, third])
      told.push(await world.publishStory(who, fields));
  });

  it.each(orders.flatMap((order) => Object.keys(searches).map((name) => [order, name] as const)))(
    '%s, %s: still has full pages',
    async (order, name) => {
      const input = { ...searches[name], order, limit: 2 };
      const expected = told.filter((_, index) => ![1, 2, 3].includes(index)).toSorted();
      for (const who of [third, author]) await follow(ana, who);
      const { stories } = world.callAs(ana);
      const read = async () => {
        const pages = await readPages((cursor) => stories.feed({ ...input, cursor }));
        return pages.map((page) => page.map(({ id }) => id).filter((id) => told.includes(id)));
      };
      expect((await read()).flat().toSorted()).toEqual(told.toSorted());
      await mute(ana, author);
      expect((await read()).flat().toSorted()).toEqual(expected);
      await block(author, ana);
      const pages = await readPages((cursor) => stories.feed({ ...input, cursor }));
      expect(pages.flat().filter((story) => story.author?.id === author.id)).toEqual([]);
      expect(pages.slice(0, -1).every((page) => page.length === 2)).toBe(true);
      // A visitor sees all of them.
      if (order === 'following') return;
      const seen = await readPages((cursor) => world.visitor.stories.feed({ ...input, cursor }));
      expect(seen.flat().map(({ id }) => id)).toEqual(expect.arrayContaining(told));
    },
  );

  it('keeps the comments of visitors', async () => {
    const story = await tell(await somebody());
    await world.visitor.comments.create({ id: randomUUID(), storyId: story, content: 'Soy visita' });
    await world.callAs(beto).comments.create({ id: randomUUID(), storyId: story, content: 'Soy Beto' });
    await block(ana, beto);
    const { items } = await world.callAs(ana).comments.list({ storyId: story });
    expect(items.map(({ content }) => content)).toEqual(['Hola', 'Soy visita']);
  });
});

describe('muted words', () => {
  it('are stored once each, up to the limit', async () => {
    const { blocks } = world.callAs(ana);
    await Promise.all(['política', 'Fútbol', 'política'].map((word) => blocks.muteWord({ word })));
    expect((await blocks.words()).toSorted()).toEqual(['Fútbol', 'política']);
    await blocks.unmuteWord({ word: 'política' });
    await blocks.unmuteWord({ word: 'nada' });
    expect(await blocks.words()).toEqual(['Fútbol']);
    const { maxCount } = limits.mutedWord;
    const added = await Promise.allSettled(
      Array.from({ length: maxCount + 5 }, (_, index) => blocks.muteWord({ word: `palabra ${index}` })),
    );
    expect(added.filter(({ status }) => status === 'rejected')).toHaveLength(6);
    expect(await blocks.words()).toHaveLength(maxCount);
    await blocks.muteWord({ word: 'Fútbol' });
    await expectRefusal(blocks.muteWord({ word: 'otra' }), 'MUTED_WORDS_TOO_MANY');
    expect(await world.callAs(beto).blocks.words()).toEqual([]);
  });
});
