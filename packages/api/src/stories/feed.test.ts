import { randomUUID } from 'node:crypto';
import { limits, storyId, type StoryId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { beforeEach, describe, expect, it } from 'vitest';
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

describe('stories.byIds', () => {
  beforeEach(async () => void (await empty()));
  it('returns stories as they are now, and leaves out those that are not public', async () => {
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
