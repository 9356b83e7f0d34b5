import { randomUUID } from 'node:crypto';
import { storyId, type StoryId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { errorCode } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { verifyCounters } from './admin/counter-queries.ts';
import type { Viewer } from './rpc/context.ts';
import { canSee } from './stories/policy.ts';
import { useUser } from './testing/users.ts';
import { useTestWorld } from './testing/world.ts';

const world = useTestWorld();
const author = useUser(world, 'autora');

const newUser = () => world.addUser(`u_${randomUUID().slice(0, 12)}`);
const tell = async (): Promise<StoryId> =>
  storyId.parse(await createStory(world.database.prisma, { userId: author.id }));

/** The writes of a user that are a single database call. */
const toWrites = (viewer: Viewer, story: StoryId, followed: Viewer, services = {}) => {
  const { comments, follows, stories } = world.callAs(viewer, '', services);
  return {
    vote: () => stories.vote({ id: story, direction: 'up' }),
    comment: () => comments.create({ id: randomUUID(), storyId: story, content: randomUUID() }),
    follow: () => follows.follow({ userId: followed.id }),
  };
};

const settle = async (work: readonly Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(work)).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));

/** Returns the number of counters that differ from the counted rows. */
async function countWrongCounters(): Promise<number> {
  const { differences } = await verifyCounters(world.services);
  // The stories are inserted without the counter of their author.
  return differences.filter(({ counter }) => counter !== 'posts').length;
}

/** A time limit for a busy machine. */
const patience = { timeout: 60_000 };

/** Waits until this many connections wait for a lock. */
const waitForBlocked = (count: number) =>
  expect.poll(() => world.countBlocked()).toBeGreaterThanOrEqual(count);

describe('a vote, a comment and a follow', () => {
  it('are one statement each', async () => {
    const statements: string[] = [];
    const { sql } = world.database;
    // The database lacks Prisma, so that a second access to it would fail.
    const database = {
      sql: async (statement: Parameters<typeof sql>[0]) => {
        if (!/rate_limits/.test(statement.text)) statements.push(statement.name ?? statement.text);
        return sql(statement);
      },
    };
    const { vote, comment, follow } = toWrites(await newUser(), await tell(), author, { database });
    await vote();
    await comment();
    await follow();
    expect(statements).toEqual(['vote', 'comment-add', 'follow']);
  });

  it('SEC-51: that wait for a suspension are refused, and leave nothing', async () => {
    const [person, other, story] = [await newUser(), await newUser(), await tell()];
    const { vote, comment, follow } = toWrites(person, story, other);
    const results: Promise<unknown[]>[] = [];
    await world.database.prisma.$transaction(async (tx) => {
      await tx.user.update({ where: { id: person.id }, data: { suspendedAt: new Date() } });
      results.push(settle([vote(), comment(), follow()]));
      await waitForBlocked(3);
    }, patience);
    const refused = (await Promise.all(results)).flat();
    expect(refused).toEqual(Array.from({ length: 3 }, () => errorCode('ACCOUNT_SUSPENDED')));
    expect(await world.visitor.stories.byId({ id: story })).toMatchObject({ upvotes: 0, comments: 0 });
    expect(await countWrongCounters()).toBe(0);
  });

  it('SEC-51: that come first delay the suspension', async () => {
    const [person, story] = [await newUser(), await tell()];
    const { vote } = toWrites(person, story, author);
    const order: string[] = [];
    const work: Promise<unknown>[] = [];
    await world.database.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM stories WHERE id = ${story}::uuid FOR UPDATE`;
      work.push(vote().then(() => order.push('vote')));
      await waitForBlocked(1);
      const suspended = world.database.prisma.user.update({
        where: { id: person.id },
        data: { suspendedAt: new Date() },
      });
      work.push(suspended.then(() => order.push('suspension')));
      await waitForBlocked(2);
    }, patience);
    await Promise.all(work);
    expect(order.toSorted()).toEqual(['suspension', 'vote']);
    expect(await world.visitor.stories.byId({ id: story })).toMatchObject({ upvotes: 1 });
  });

  it.each(['hidden', 'unpublished', 'deleted'])(
    'SEC-02: do not find a story that is %s while they wait',
    async (how) => {
      const [person, other, story] = [await newUser(), await newUser(), await tell()];
      const { vote, comment } = toWrites(person, story, other);
      const results: Promise<unknown[]>[] = [];
      await world.database.prisma.$transaction(async (tx) => {
        const where = { id: story };
        if (how === 'hidden') await tx.story.update({ where, data: { hiddenAt: new Date() } });
        if (how === 'unpublished') await tx.story.update({ where, data: { published: false } });
        if (how === 'deleted') await tx.story.delete({ where });
        results.push(settle([vote(), comment(), vote()]));
        await waitForBlocked(3);
      }, patience);
      expect((await Promise.all(results)).flat()).toEqual(
        Array.from({ length: 3 }, () => errorCode('STORY_NOT_FOUND')),
      );
      expect(await world.database.prisma.vote.count({ where: { storyId: story } })).toBe(0);
      expect(await world.database.prisma.comment.count({ where: { storyId: story } })).toBe(0);
      expect(await countWrongCounters()).toBe(0);
    },
  );

  it('do not follow a user who is suspended while they wait', async () => {
    const [fan, star] = [await newUser(), await newUser()];
    const results: Promise<unknown[]>[] = [];
    await world.database.prisma.$transaction(async (tx) => {
      await tx.user.update({ where: { id: star.id }, data: { suspendedAt: new Date() } });
      results.push(settle([world.callAs(fan).follows.follow({ userId: star.id })]));
      await waitForBlocked(1);
    }, patience);
    expect((await Promise.all(results)).flat()).toEqual([errorCode('PROFILE_NOT_FOUND')]);
    expect(await countWrongCounters()).toBe(0);
  });

  it('mixed at random, and beside deletions, neither deadlock nor miscount', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, newUser));
    const stories = await Promise.all(Array.from({ length: 3 }, tell));
    const { viewer: leaving, token, password: currentPassword } = await world.signUp('se_va');
    const work = Array.from({ length: 150 }, (_, index) => {
      const person = people[index % people.length] ?? author;
      const other = people[(index * 5 + 1) % people.length] ?? author;
      const story = stories[index % stories.length] ?? randomStoryId();
      const { comments, follows, stories: votes } = world.callAs(index % 10 === 0 ? leaving : person);
      switch (index % 5) {
        case 0:
          return votes.vote({ id: story, direction: index % 2 === 0 ? 'up' : 'down' });
        case 1:
          return votes.vote({ id: story, direction: null });
        case 2:
          return comments.create({ id: randomUUID(), storyId: story, content: randomUUID() });
        case 3:
          return person === other ? Promise.resolve() : follows.follow({ userId: other.id });
        default:
          return person === other ? Promise.resolve() : follows.unfollow({ userId: other.id });
      }
    });
    const { account } = world.callAs(leaving, token);
    const deletion = account.delete({ confirmation: 'ELIMINAR', currentPassword });
    const failures = await settle([...work, deletion]);
    // Only later writes of the deleted account may fail.
    expect(failures).toEqual(failures.map(() => errorCode('UNAUTHENTICATED')));
    expect(await countWrongCounters()).toBe(0);
  });
});

const randomStoryId = (): StoryId => storyId.parse(randomUUID());

it('the database and the policy agree on who may see a story', async () => {
  const person = (role: Viewer['role']): Viewer => ({ ...author, id: randomUUID() as Viewer['id'], role }); // a new id
  const viewers = [null, author, person('user'), person('moderator'), person('administrator')];
  const facts = [true, false].flatMap((published) =>
    [null, new Date()].map((hiddenAt) => ({ userId: author.id, published, hiddenAt })),
  );
  for (const viewer of viewers) {
    for (const story of facts) {
      const [row] = await world.database.sql<{ sees: boolean }>({
        text: 'SELECT may_see_story($1::uuid, $2::role, $3::uuid, $4::boolean, $5::timestamptz) AS sees',
        values: [viewer?.id ?? null, viewer?.role ?? null, story.userId, story.published, story.hiddenAt],
      });
      expect({ viewer, story, sees: row?.sees }).toEqual({ viewer, story, sees: canSee(viewer, story) });
    }
  }
});
