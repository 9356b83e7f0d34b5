import { storyId, type StoryId, type VoteDirection } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { errorCode } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();
const author = useUser(world, 'autora');
const ana = useUser(world, 'ana');
const beto = useUser(world, 'beto');

const tell = async (
  fields: { published?: boolean; hiddenAt?: Date; createdAt?: Date } = {},
): Promise<StoryId> =>
  storyId.parse(await createStory(world.database.prisma, { userId: author.id, ...fields }));

const vote = (viewer: Viewer, id: StoryId, direction: VoteDirection | null) =>
  world.callAs(viewer).stories.vote({ id, direction });

/** Returns the counters and the number of rows. */
async function tally(id: StoryId) {
  const { upvotes, downvotes, score, votes } = await world.database.prisma.story.findUniqueOrThrow({
    where: { id },
    select: { upvotes: true, downvotes: true, score: true, votes: { select: { direction: true } } },
  });
  const count = (wanted: VoteDirection) => votes.filter(({ direction }) => direction === wanted).length;
  return {
    counters: { upvotes, downvotes, score },
    counted: { upvotes: count('up'), downvotes: count('down') },
  };
}

async function expectTally(id: StoryId, upvotes: number, downvotes: number): Promise<void> {
  expect(await tally(id)).toEqual({
    counters: { upvotes, downvotes, score: upvotes - downvotes },
    counted: { upvotes, downvotes },
  });
}

describe('stories.vote', () => {
  it('L299: counts a vote once, however often it is sent, and returns it to the voter', async () => {
    const id = await tell();
    expect(await vote(ana, id, 'up')).toEqual({ upvotes: 1, downvotes: 0, vote: 'up' });
    expect(await vote(ana, id, 'up')).toEqual({ upvotes: 1, downvotes: 0, vote: 'up' });
    expect(await vote(beto, id, 'up')).toEqual({ upvotes: 2, downvotes: 0, vote: 'up' });
    await expectTally(id, 2, 0);
    expect(await world.callAs(ana).stories.byId({ id })).toMatchObject({
      upvotes: 2,
      viewer: { vote: 'up' },
    });
    expect(await world.visitor.stories.byId({ id })).toMatchObject({ upvotes: 2, viewer: { vote: null } });
  });

  it('L299: changes both counters when the direction changes', async () => {
    const id = await tell();
    await vote(beto, id, 'up');
    await vote(ana, id, 'up');
    expect(await vote(ana, id, 'down')).toEqual({ upvotes: 1, downvotes: 1, vote: 'down' });
    await expectTally(id, 1, 1);
    expect(await vote(ana, id, 'up')).toEqual({ upvotes: 2, downvotes: 0, vote: 'up' });
    await expectTally(id, 2, 0);
  });

  it('D03: removes the vote, also when there is none', async () => {
    const id = await tell();
    await vote(ana, id, 'down');
    expect(await vote(ana, id, null)).toEqual({ upvotes: 0, downvotes: 0, vote: null });
    expect(await vote(ana, id, null)).toEqual({ upvotes: 0, downvotes: 0, vote: null });
    await expectTally(id, 0, 0);
  });
});

describe('concurrent votes', () => {
  it('SEC-35: of one user are one row, and the counter is correct after 60 of them', async () => {
    const id = await tell();
    const eager = await world.addUser('insistente');
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => vote(eager, id, 'up')));
    // Calls that waited too long for a connection were refused and changed nothing.
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refusals).toEqual(refusals.map(() => errorCode('UNAVAILABLE')));
    await expectTally(id, 1, 0);
    expect(await world.database.prisma.vote.count({ where: { storyId: id, userId: eager.id } })).toBe(1);
  });

  it('D03: of one user in both directions leave one vote and correct counters', async () => {
    const id = await tell();
    const wishes = (['up', 'down', null] as const).flatMap((wish) => Array.from({ length: 6 }, () => wish));
    await vote(beto, id, 'up');
    await Promise.all(wishes.map((wish) => vote(ana, id, wish)));
    const { counters, counted } = await tally(id);
    expect(counters).toEqual({ ...counted, score: counted.upvotes - counted.downvotes });
    expect(counted.upvotes + counted.downvotes).toBeLessThanOrEqual(2);
    await vote(ana, id, 'up');
    await expectTally(id, 2, 0);
  });

  it('L299: of many users are all counted', async () => {
    const id = await tell();
    const people = await Promise.all(
      Array.from({ length: 9 }, (_, index) => world.addUser(`votante_${index}`)),
    );
    await Promise.all(people.map((person, index) => vote(person, id, index % 3 === 0 ? 'down' : 'up')));
    await expectTally(id, 6, 3);
    await Promise.all(people.map((person) => vote(person, id, null)));
    await expectTally(id, 0, 0);
  });

  it('are deleted with the story', async () => {
    const { id } = await world
      .callAs(author)
      .stories.create({ recordingId: await world.record(author), title: 'Se va' });
    await world.callAs(author).stories.publish({ id });
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 6 }, (_, index) => vote(index % 2 === 0 ? ana : beto, id, 'up')),
      world.callAs(author).stories.delete({ id }),
    ]);
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(failures).toEqual(failures.map(() => errorCode('STORY_NOT_FOUND')));
    expect(await world.database.prisma.vote.count({ where: { storyId: id } })).toBe(0);
  });
});
