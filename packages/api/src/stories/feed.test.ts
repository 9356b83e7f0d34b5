import { randomUUID } from 'node:crypto';
import { limits, storyId, storyOrders, type FeedInput, type StoryId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readPages } from '../testing/read-pages.ts';
import type { FeedPage } from './feed-queries.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();
const author = useUser(world, 'autora');

const empty = () => world.database.prisma.story.deleteMany();

const publish = (title: string, votes = 0, tags: string[] = []) =>
  createStory(world.database.prisma, { userId: author.id, title, tags, upvotes: votes, score: votes });
const setVotes = (id: string, votes: number) =>
  world.database.prisma.story.update({ where: { id }, data: { upvotes: votes, score: votes } });

async function page(cursor: string | null = null) {
  const { items, nextCursor } = await world.visitor.stories.feed({ limit: 2, cursor });
  return { titles: items.map(({ title }) => title), nextCursor };
}

const idOf = async (title: string): Promise<StoryId> =>
  storyId.parse((await world.database.prisma.story.findFirstOrThrow({ where: { title } })).id);
describe('a feed that changes between its pages', () => {
  beforeEach(async () => {
    await empty();
    for (const votes of [9, 8, 7, 6, 5]) await publish(`Con ${votes}`, votes);
  });

  it('D06: continues where the page ended when a story rises above it, which a reload shows at the top', async () => {
    const first = await page();
    await setVotes(await idOf('Con 6'), 10);
    expect((await page(first.nextCursor)).titles).toEqual(['Con 7', 'Con 5']);
    expect((await page()).titles).toEqual(['Con 6', 'Con 9']);
  });

  it('continues when the last story of the page is deleted', async () => {
    const first = await page();
    await world.database.prisma.story.delete({ where: { id: await idOf('Con 8') } });
    expect((await page(first.nextCursor)).titles).toEqual(['Con 7', 'Con 6']);
  });
});

const lights = (titles: readonly string[]) => titles.map((title) => `Faro ${title}`);

describe('the orders of the feed', () => {
  const fan = useUser(world, 'seguidora');
  const hourMs = 3_600_000;
  /** Publishes a story with this title, votes and age. */
  const publishAt = (userId: string, title: string, hours: number, votes = 0) =>
    createStory(world.database.prisma, {
      userId,
      title,
      tags: ['faro'],
      transcript: 'Había niebla.',
      upvotes: votes,
      score: votes,
      publishedAt: new Date(Date.now() - hours * hourMs),
    });
  type Filter = Partial<Pick<FeedInput, 'search' | 'tags' | 'order' | 'limit'>>;
  /** Returns the titles of all pages. */
  async function walk(filter: Filter, viewer: typeof fan | null = fan): Promise<string[]> {
    const { stories } = world.callAs(viewer);
    const pages = await readPages((cursor) => stories.feed({ limit: 2, ...filter, cursor }));
    return pages.flat().map(({ title }) => title);
  }

  let luis: typeof author;
  beforeEach(async () => {
    await empty();
    luis = await world.addUser(`luis_${randomUUID().slice(0, 8)}`);
    await publishAt(author.id, 'Faro viejo y querido', 30, 1_000);
    await publishAt(author.id, 'Faro de ayer', 20, 9);
    await publishAt(luis.id, 'Faro de hoy', 9, 10);
    await publishAt(luis.id, 'Faro de ahora', 1);
    await publishAt(author.id, 'Faro de anteayer', 40, 100);
  });
  const byVotes = ['viejo y querido', 'de anteayer', 'de hoy', 'de ayer', 'de ahora'];
  const byAge = ['de ahora', 'de hoy', 'de ayer', 'viejo y querido', 'de anteayer'];
  // 36 - 30, 0 - 1, 12 - 9, 11.5 - 20 and 24 - 40 hours.
  const byBoth = ['viejo y querido', 'de hoy', 'de ahora', 'de ayer', 'de anteayer'];

  it.each([
    ['featured', byVotes],
    ['newest', byAge],
    ['rising', byBoth],
  ] as const)(
    '%s: pages through all, also those with a tag, a word of the title, or one that is said',
    async (order, titles) => {
      const filters: readonly Filter[] = [{}, { tags: ['faro'] }, { search: 'faro' }, { search: 'niebla' }];
      for (const filter of filters)
        expect([filter, await walk({ ...filter, order })]).toEqual([filter, lights(titles)]);
    },
  );

  it('following: only the newest of followed users, and nothing for visitors', async () => {
    expect(await walk({ order: 'following' })).toEqual([]);
    await world.callAs(fan).follows.follow({ userId: author.id });
    const filters: readonly Filter[] = [{}, { tags: ['faro'] }, { search: 'faro' }, { search: 'niebla' }];
    for (const filter of filters) {
      const found = await walk({ ...filter, order: 'following' });
      expect([filter, found]).toEqual([filter, lights(['de ayer', 'viejo y querido', 'de anteayer'])]);
    }
    await world.callAs(fan).follows.follow({ userId: luis.id });
    expect(await walk({ order: 'following' })).toEqual(lights(byAge));
    expect(await walk({ order: 'following' }, null)).toEqual([]);
  });

  it('following: also the stories of one moment, on whose page boundary older ones would fill the next page', async () => {
    await world.callAs(fan).follows.follow({ userId: author.id });
    const ids = await Promise.all(['a', 'b', 'c', 'd'].map((title) => publishAt(author.id, title, 0)));
    const publishedAt = new Date();
    await world.database.prisma.story.updateMany({ where: { id: { in: ids } }, data: { publishedAt } });
    const titles = await walk({ order: 'following', limit: 1 });
    expect(titles.slice(0, 4).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('following: only the users followed last, if there are too many', async () => {
    const { maxFollowed } = limits.feed;
    Reflect.set(limits.feed, 'maxFollowed', 1);
    onTestFinished(() => void Reflect.set(limits.feed, 'maxFollowed', maxFollowed));
    const newcomer = await world.addUser('novata');
    for (const { id: userId } of [author, luis]) await world.callAs(newcomer).follows.follow({ userId });
    for (const filter of [{}, { search: 'faro' }])
      expect(await walk({ ...filter, order: 'following' }, newcomer)).toEqual(lights(['de ahora', 'de hoy']));
  });

  it('a vote lifts a story at once, by twelve hours for ten times as many votes', async () => {
    await setVotes(await idOf('Faro de ayer'), 99);
    expect((await walk({ order: 'rising' }))[1]).toBe('Faro de ayer');
    await world.callAs(fan).stories.vote({ id: await idOf('Faro de ahora'), direction: 'up' });
    // One vote weighs as much as none, because a new story starts with its author's.
    expect((await walk({ order: 'rising' }))[3]).toBe('Faro de ahora');
  });

  it.each(['featured', 'newest', 'rising'] as const)(
    '%s: while votes and stories come in between the pages, no other story is missing or repeated',
    async (order) => {
      await empty();
      const ids: string[] = [];
      for (let turn = 0; turn < 24; turn += 1)
        ids.push(await publishAt(author.id, 'Faro', (turn * 7) % 24, (turn * 5) % 11));
      const moved = new Set<string>();
      const seen: string[] = [];
      let cursor: string | null = null;
      for (let turn = 0; turn === 0 || cursor !== null; turn += 1) {
        const page: FeedPage = await world.visitor.stories.feed({ order, limit: 4, cursor });
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
        for (const step of [1, 5, 8]) {
          const id = ids[(turn * 11 + step) % ids.length] ?? '';
          moved.add(id);
          await setVotes(id, (turn * 3 + step) % 14);
        }
        await publishAt(author.id, 'Faro nuevo', 0, turn);
      }
      const resting = ids.filter((id) => order === 'newest' || !moved.has(id));
      const seenOnes = seen.filter((id) => resting.includes(id));
      expect(seenOnes.toSorted()).toEqual(resting.toSorted());
      expect(resting.length).toBeGreaterThan(5);
    },
  );

  it('publishing again does not make a story new', async () => {
    const id = await idOf('Faro viejo y querido');
    const { stories } = world.callAs(author);
    await world.database.prisma.profile.update({ where: { id: author.id }, data: { postsCount: 3 } });
    await stories.unpublish({ id });
    expect(await walk({ order: 'newest' })).not.toContain('Faro viejo y querido');
    await stories.publish({ id });
    expect(await walk({ order: 'newest' })).toEqual(lights(byAge));
  });

  const pairs = (['featured', 'newest', 'rising'] as const).flatMap((order) =>
    storyOrders.filter((other) => other !== order).map((other) => [order, other] as const),
  );
  it.each(pairs)('refuses a cursor of the order %s in the order %s', async (order, other) => {
    const { stories } = world.callAs(fan);
    const { nextCursor: cursor } = await stories.feed({ order, limit: 1 });
    await expect(stories.feed({ order: other, cursor })).rejects.toThrow('CURSOR_INVALID');
  });
});

describe('stories.byIds', () => {
  beforeEach(async () => void (await empty()));
  it('returns the current stories, and omits those that are not public', async () => {
    const [shown, unpublished, hidden] = [await publish('Una'), await publish('Dos'), await publish('Tres')];
    const { prisma } = world.database;
    await setVotes(shown, 3);
    await prisma.story.update({ where: { id: unpublished }, data: { published: false } });
    await prisma.story.update({ where: { id: hidden }, data: { hiddenAt: new Date() } });
    const ids = [hidden, unpublished, shown, storyId.parse(randomUUID())];
    const moderator = await world.addUser('moderadora', 'moderator');
    for (const viewer of [null, moderator, author]) {
      expect(await world.callAs(viewer).stories.byIds({ ids })).toMatchObject([{ id: shown, upvotes: 3 }]);
    }
  });

  it('returns the vote of each viewer', async () => {
    const id = await publish('Una');
    const fan = await world.addUser('fan');
    await world.database.prisma.vote.create({ data: { storyId: id, userId: fan.id, direction: 'up' } });
    const [seen] = await world.callAs(fan).stories.byIds({ ids: [id] });
    expect(seen?.viewer.vote).toBe('up');
    expect(await world.visitor.stories.byIds({ ids: [id] })).toMatchObject([{ viewer: { vote: null } }]);
  });

  it('accepts at most a usual page of ids', async () => {
    const ids = Array.from({ length: limits.page.defaultSize }, () => storyId.parse(randomUUID()));
    expect(await world.visitor.stories.byIds({ ids })).toEqual([]);
    expect(await world.visitor.stories.byIds({ ids: [] })).toEqual([]);
    await expect(
      world.visitor.stories.byIds({ ids: [...ids, storyId.parse(randomUUID())] }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});
