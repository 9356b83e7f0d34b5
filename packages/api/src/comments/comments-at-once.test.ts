import { randomUUID } from 'node:crypto';
import { limits, rateLimits, storyId, type Comment } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '../rpc/rate-limiter.ts';
import { newId, useCommentedStory } from '../testing/commented-story.ts';

const { world, teller, ana, beto, told, tell, say, counts } = useCommentedStory();

const refusals = (settled: readonly PromiseSettledResult<Comment>[]): Set<unknown> =>
  new Set(settled.flatMap((each) => (each.status === 'rejected' ? [each.reason.message] : [])));

const refusalOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe('a comment that is sent again', () => {
  it.each(['visitor', 'member'])(
    'is stored once, also when it is sent at the same time, for a %s',
    async (who) => {
      // A repeated call may come from another network.
      const send = () => (who === 'visitor' ? world.visitor : world.callAs(ana)).comments.create(input);
      const input = { id: newId(), storyId: told.story, content: 'Una vez', authorName: 'Pepa' };
      const comments = await Promise.all(Array.from({ length: 8 }, send));
      expect(new Set(comments.map((each) => JSON.stringify(each))).size).toBe(1);
      expect(await send()).toEqual(comments[0]);
      expect(await counts()).toEqual([1, 1]);
    },
  );

  it('is refused with another text, name, author or story', async () => {
    const input = { id: newId(), storyId: told.story, content: 'Una vez', authorName: 'Pepa' };
    await world.visitor.comments.create(input);
    const other = await tell();
    const visitor = world.visitor.comments;
    await expectRefusal(visitor.create({ ...input, content: 'Otra' }), 'CONFLICT');
    await expectRefusal(visitor.create({ ...input, authorName: 'Otra' }), 'CONFLICT');
    await expectRefusal(visitor.create({ ...input, storyId: other }), 'CONFLICT');
    await expectRefusal(world.callAs(ana).comments.create(input), 'CONFLICT');
    expect(await counts()).toEqual([1, 1]);
    expect(await world.visitor.comments.list({ storyId: other })).toMatchObject({ items: [] });
    expect((await world.visitor.stories.byId({ id: other })).comments).toBe(0);
  });

  it('is answered even if visitors may no longer comment', async () => {
    const id = newId();
    const first = await say(world.visitor, 'A tiempo', { id });
    await world.callAs(teller).stories.setCommenters({ id: told.story, commenters: 'members' });
    expect(await say(world.visitor, 'A tiempo', { id })).toEqual(first);
  });
});

describe('concurrent comments', () => {
  it('are all stored in one order, and counted once each', async () => {
    const callers = [world.visitor, world.callAs(ana), world.callAs(beto), world.callAs(teller)];
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        say(callers[index % callers.length] ?? world.visitor, `Comentario ${index}`),
      ),
    );
    const comments = (await world.visitor.comments.list({ storyId: told.story, limit: 50 })).items;
    const times = comments.map(({ createdAt }) => createdAt.getTime());
    expect(new Set(times).size).toBe(12);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(await counts()).toEqual([12, 12]);
  });

  it('leave nothing and cause no server error when the story is deleted', async () => {
    const answers = Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => say(world.visitor, `Carrera ${n}`)),
    );
    await world.callAs(teller).stories.delete({ id: told.story });
    // COMMENT_NOT_FOUND: the comment was accepted, and deleted with the story before the answer.
    const foreseen = new Set<unknown>(['STORY_NOT_FOUND', 'COMMENT_NOT_FOUND']);
    expect([...refusals(await answers)].filter((refusal) => !foreseen.has(refusal))).toEqual([]);
    expect(await world.database.prisma.comment.count({ where: { storyId: told.story } })).toBe(0);
  });

  it('are refused if the author of the story changed the commenters while they waited for the lock', async () => {
    const working: Promise<string | null>[] = [];
    await world.database.prisma.$transaction(
      async (tx) => {
        await tx.story.update({ where: { id: told.story }, data: { commenters: 'followers' } });
        working.push(refusalOf(say(world.callAs(ana), 'A la vez')));
        await expect.poll(() => world.countBlocked(), { timeout: 20_000 }).toBe(1);
      },
      { timeout: 20_000 },
    );
    expect(await Promise.all(working)).toEqual(['COMMENTS_FOLLOWERS_ONLY']);
    expect(await counts()).toEqual([0, 0]);
  });

  it('keep the counter correct while comments are deleted', async () => {
    const owner = world.callAs(teller);
    const first = await Promise.all(Array.from({ length: 6 }, (_, index) => say(world.visitor, `${index}`)));
    const repeated = { id: newId(), storyId: told.story, content: 'Va y viene' };
    await Promise.allSettled([
      ...first.map(({ id }) => owner.comments.delete({ id })),
      ...Array.from({ length: 6 }, (_, n) => say(world.callAs(ana), `Nuevo ${n}`)),
      ...Array.from({ length: 4 }, () => world.callAs(ana).comments.create(repeated)),
      ...Array.from({ length: 4 }, () => owner.comments.delete({ id: repeated.id })),
    ]);
    const [counter, rows] = await counts();
    expect(counter).toBe(rows);
    expect(rows).toBeGreaterThanOrEqual(6);
  });
});

const from = (network: string) => world.callAs(null, undefined, { network });
describe('SEC-37: a flood of comments', () => {
  it('from one network is stopped after six in ten minutes, across stories and names; users are not affected', async () => {
    const network = '2001:db8:1:2::/64';
    const outcomes: (string | null)[] = [];
    for (let n = 0; n < 8; n += 1) {
      told.story = await tell();
      outcomes.push(await refusalOf(say(from(network), `Hola ${n}`, { authorName: `Nombre ${n}` })));
    }
    expect(outcomes).toEqual([...Array.from({ length: 6 }, () => null), 'RATE_LIMITED', 'RATE_LIMITED']);
    expect(await refusalOf(say(world.callAs(ana, undefined, { network }), 'Hola'))).toBeNull();
  });

  it('of the same text is refused, also when it is sent at once', async () => {
    await say(from(randomUUID()), 'Compra aquí');
    expect(await refusalOf(say(from(randomUUID()), ' Compra aquí '))).toBe('COMMENT_DUPLICATE');
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => refusalOf(say(world.callAs(ana), 'Compra allá'))),
    );
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set([null, 'COMMENT_DUPLICATE']));
    expect(await counts()).toEqual([2, 2]);
  });

  it('does not include a repeated call, another name, another story, or the same text later', async () => {
    const id = newId();
    await say(world.callAs(ana), 'Gracias', { id });
    await say(world.callAs(ana), 'Gracias', { id });
    await say(world.callAs(beto), 'Gracias');
    await say(world.visitor, 'Gracias');
    await say(world.visitor, 'Gracias', { authorName: 'Rosa' });
    await world.database.prisma
      .$executeRaw`UPDATE comments SET created_at = created_at - make_interval(secs => ${limits.comment.sameAgainSeconds + 1}::int)
        WHERE id = ${id}::uuid`;
    await say(world.callAs(ana), 'Gracias');
    expect(await counts()).toEqual([5, 5]);
    told.story = await tell();
    await say(world.callAs(ana), 'Gracias');
  });

  it('from many networks trips a breaker, which does not affect users', async () => {
    const { rateLimiter } = world.services;
    await say(world.visitor, 'Antes');
    // Comments that other networks sent earlier.
    for (let count = 1; count < rateLimits.anonymousComments.calls; count += 1)
      await rateLimiter.count('anonymousComments', 'all');
    expect(await refusalOf(say(world.visitor, 'Hola'))).toBe('COMMENTS_BUSY');
    expect(await refusalOf(say(world.callAs(ana), 'Hola'))).toBeNull();
    expect(rateLimits.anonymousComments).toMatchObject({ per: 'all', counted: 'shared' });
    await world.database.prisma.rateLimit.deleteMany();
  });

  it('SEC-50: trips no breaker with failed or repeated calls', async () => {
    // A new process, which has not yet cached any blocked subject.
    const rateLimiter = createRateLimiter(world.database);
    const visitor = () => world.callAs(null, undefined, { rateLimiter });
    await world.database.prisma.rateLimit.deleteMany();
    // One more comment is allowed.
    for (let count = 1; count < rateLimits.anonymousComments.calls; count += 1)
      await rateLimiter.count('anonymousComments', 'all');
    const content = 'Hola';
    const nowhere = storyId.parse(randomUUID());
    for (let count = 0; count < 3; count += 1)
      await expectRefusal(
        visitor().comments.create({ id: newId(), storyId: nowhere, content }),
        'STORY_NOT_FOUND',
      );
    await world.callAs(teller).stories.setCommenters({ id: told.story, commenters: 'members' });
    expect(await refusalOf(say(visitor(), content))).toBe('COMMENTS_MEMBERS_ONLY');
    await world.callAs(teller).stories.setCommenters({ id: told.story, commenters: 'anyone' });
    await say(world.callAs(ana), content);
    const id = newId();
    await say(visitor(), content, { id });
    expect(await refusalOf(say(visitor(), 'Otra cosa'))).toBe('COMMENTS_BUSY');
    await say(world.callAs(beto), content);
    await world.database.prisma.rateLimit.deleteMany();
  });
});
