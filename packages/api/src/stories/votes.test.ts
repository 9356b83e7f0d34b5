import { randomUUID } from 'node:crypto';
import { storyId, type StoryId, type VoteDirection } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let world: TestWorld;
let author: Viewer;
let ana: Viewer;
let beto: Viewer;
beforeAll(async () => {
  world = await createTestWorld();
  author = await world.addUser('autora');
  ana = await world.addUser('ana');
  beto = await world.addUser('beto');
});
afterAll(() => world.close());

const code = (errorCode: string) => expect.objectContaining({ message: errorCode });

const tell = async (
  fields: { published?: boolean; hiddenAt?: Date; createdAt?: Date } = {},
): Promise<StoryId> =>
  storyId.parse(await createStory(world.database.prisma, { userId: author.id, ...fields }));

const vote = (viewer: Viewer, id: StoryId, direction: VoteDirection | null) =>
  world.callAs(viewer).stories.vote({ id, direction });

/** What the counters say, beside what there is to count. */
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
  it('L299: counts a vote once, however often it is sent, and shows it to who gave it', async () => {
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

  it('L299: moves both counters when it changes its direction', async () => {
    const id = await tell();
    await vote(beto, id, 'up');
    await vote(ana, id, 'up');
    expect(await vote(ana, id, 'down')).toEqual({ upvotes: 1, downvotes: 1, vote: 'down' });
    await expectTally(id, 1, 1);
    expect(await vote(ana, id, 'up')).toEqual({ upvotes: 2, downvotes: 0, vote: 'up' });
    await expectTally(id, 2, 0);
  });

  it('D03: is taken back, also when there was none', async () => {
    const id = await tell();
    await vote(ana, id, 'down');
    expect(await vote(ana, id, null)).toEqual({ upvotes: 0, downvotes: 0, vote: null });
    expect(await vote(ana, id, null)).toEqual({ upvotes: 0, downvotes: 0, vote: null });
    await expectTally(id, 0, 0);
  });

  it('lets one vote on what one told oneself, and without a username', async () => {
    const id = await tell();
    expect(await vote(author, id, 'up')).toMatchObject({ upvotes: 1 });
    const nameless = { ...(await world.addUser('sin_nombre')), username: null };
    expect(await vote(nameless, id, 'up')).toMatchObject({ upvotes: 2 });
  });

  it('asks a visitor to sign in', async () => {
    const id = await tell();
    await expect(world.visitor.stories.vote({ id, direction: 'up' })).rejects.toEqual(
      code('UNAUTHENTICATED'),
    );
    await expectTally(id, 0, 0);
  });

  it('L367: knows no story that the viewer may not see', async () => {
    const hidden = await tell({ hiddenAt: new Date() });
    const secret = await tell({ published: false });
    const missing = storyId.parse(randomUUID());
    for (const id of [hidden, secret, missing]) {
      await expect(vote(ana, id, 'up')).rejects.toEqual(code('STORY_NOT_FOUND'));
    }
    await expectTally(secret, 0, 0);
    await expectTally(hidden, 0, 0);
  });

  it('lets a story rise in the feed', async () => {
    const older = await tell({ createdAt: new Date(Date.now() - 60_000) });
    const newer = await tell();
    const order = async () =>
      (await world.visitor.stories.feed({ limit: 50 })).items
        .map(({ id }) => id)
        .filter((id) => id === older || id === newer);
    expect(await order()).toEqual([newer, older]);
    await vote(ana, older, 'up');
    expect(await order()).toEqual([older, newer]);
    await vote(ana, older, 'down');
    expect(await order()).toEqual([newer, older]);
  });
});

describe('votes at the same time', () => {
  it('SEC-35: 200 of one person are one row, and the counter is what there is to count', async () => {
    const id = await tell();
    const eager = await world.addUser('insistente');
    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, () => vote(eager, id, 'up')));
    // Whoever waited too long for a connection was told so, and changed nothing.
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refusals).toEqual(refusals.map(() => code('UNAVAILABLE')));
    await expectTally(id, 1, 0);
    expect(await world.database.prisma.vote.count({ where: { storyId: id, userId: eager.id } })).toBe(1);
  });

  it('D03: of one person leave one vote, and counters that agree with it', async () => {
    const id = await tell();
    const wishes = (['up', 'down', null] as const).flatMap((wish) => Array.from({ length: 20 }, () => wish));
    await vote(beto, id, 'up');
    await Promise.all(wishes.map((wish) => vote(ana, id, wish)));
    const { counters, counted } = await tally(id);
    expect(counters).toEqual({ ...counted, score: counted.upvotes - counted.downvotes });
    expect(counted.upvotes + counted.downvotes).toBeLessThanOrEqual(2);
    await vote(ana, id, 'up');
    await expectTally(id, 2, 0);
  });

  it('L299: of many people are all counted', async () => {
    const id = await tell();
    const people = await Promise.all(
      Array.from({ length: 30 }, (_, index) => world.addUser(`votante_${index}`)),
    );
    await Promise.all(people.map((person, index) => vote(person, id, index % 3 === 0 ? 'down' : 'up')));
    await expectTally(id, 20, 10);
    await Promise.all(people.map((person) => vote(person, id, null)));
    await expectTally(id, 0, 0);
  });

  it('on several stories, in any order, wait for each other and not for ever', async () => {
    const ids = [await tell(), await tell(), await tell()];
    const rounds = Array.from({ length: 8 }, (_, round) =>
      [ana, beto].flatMap((person, turn) =>
        (turn === 0 ? ids : ids.toReversed()).map((id) => vote(person, id, round % 2 === 0 ? 'down' : 'up')),
      ),
    );
    await Promise.all(rounds.flat());
    for (const id of ids) {
      await Promise.all([ana, beto].map((person) => vote(person, id, 'up')));
      await expectTally(id, 2, 0);
    }
  });

  it('go with the story when it is deleted meanwhile', async () => {
    const { id } = await world
      .callAs(author)
      .stories.create({ recordingId: await world.record(author), title: 'Se va' });
    await world.callAs(author).stories.publish({ id });
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 6 }, (_, index) => vote(index % 2 === 0 ? ana : beto, id, 'up')),
      world.callAs(author).stories.delete({ id }),
    ]);
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(failures).toEqual(failures.map(() => code('STORY_NOT_FOUND')));
    expect(await world.database.prisma.vote.count({ where: { storyId: id } })).toBe(0);
  });
});
