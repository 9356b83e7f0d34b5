import { randomUUID } from 'node:crypto';
import {
  commentId,
  limits,
  rateLimits,
  storyId,
  type Comment,
  type CommentId,
  type StoryId,
} from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { errorCode } from '@relato/testing/error-code';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { createRateLimiter } from '../rate-limiter.ts';
import { useTestWorld, type Caller } from '../testing/world.ts';

const world = useTestWorld();
let teller: Viewer;
let ana: Viewer;
let beto: Viewer;
let story: StoryId;
beforeAll(async () => {
  teller = await world.addUser('teller');
  ana = await world.addUser('ana');
  beto = await world.addUser('beto');
});
beforeEach(async () => {
  story = await tell();
});

const newId = (): CommentId => commentId.parse(randomUUID());

async function tell(): Promise<StoryId> {
  const { prisma } = world.database;
  const id = await createStory(prisma, { userId: teller.id });
  await prisma.profile.update({ where: { id: teller.id }, data: { postsCount: { increment: 1 } } });
  return storyId.parse(id);
}

const say = (caller: Caller, content: string, more: { authorName?: string; id?: CommentId } = {}) =>
  caller.comments.create({ id: newId(), storyId: story, content, ...more });

const list = async (caller: Caller = world.visitor): Promise<readonly Comment[]> =>
  (await caller.comments.list({ storyId: story })).items;

/** Returns the counter and the number of rows. */
async function counts() {
  const row = await world.database.prisma.story.findUniqueOrThrow({
    where: { id: story },
    select: { commentsCount: true, _count: { select: { comments: true } } },
  });
  return [row.commentsCount, row._count.comments];
}

/** Returns what a reader sees who pages through to the end while comments change between the pages. */
async function readPages(limit: number, between: (page: number) => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; page === 0 || cursor !== null; page += 1) {
    const answer: Awaited<ReturnType<typeof world.visitor.comments.list>> = await world.visitor.comments.list(
      { storyId: story, limit, cursor },
    );
    seen.push(...answer.items.map(({ content }) => content));
    cursor = answer.nextCursor;
    await between(page);
  }
  return seen;
}

const refusals = (settled: readonly PromiseSettledResult<Comment>[]): Set<unknown> =>
  new Set(settled.flatMap((each) => (each.status === 'rejected' ? [each.reason.message] : [])));

const unpublish = () => world.callAs(teller).stories.unpublish({ id: story });

const reuse = (id: CommentId, storyId: StoryId) =>
  world.callAs(beto).comments.create({ id, storyId, content: 'Otra cosa' });

describe('SEC-48: the id of a deleted comment', () => {
  it.each(['its writer', 'the deletion of its story', "the deletion of its author's account"])(
    'cannot be reused after %s',
    async (how) => {
      const leaver = await world.addUser(`se_va_${randomUUID().slice(0, 8)}`);
      const { id } = await say(world.callAs(leaver), 'Primero');
      const other = storyId.parse(await createStory(world.database.prisma, { userId: beto.id }));
      if (how === 'its writer') await world.callAs(leaver).comments.delete({ id });
      if (how === 'the deletion of its story') await world.callAs(teller).stories.delete({ id: story });
      if (how === "the deletion of its author's account")
        await world.database.prisma.user.delete({ where: { id: leaver.id } });
      if (how === "the deletion of its author's account")
        await world.database.prisma.comment.deleteMany({ where: { id } });
      await expect(reuse(id, other)).rejects.toEqual(errorCode('COMMENT_NOT_FOUND'));
      expect((await world.visitor.stories.byId({ id: other })).comments).toBe(0);
    },
  );

  it('cannot be reused by a comment that waited for the deletion', async () => {
    const other = storyId.parse(await createStory(world.database.prisma, { userId: beto.id }));
    for (let round = 0; round < 5; round += 1) {
      const { id } = await say(world.callAs(ana), `Vuelta ${round}`);
      const results = await Promise.allSettled([
        world.callAs(ana).comments.delete({ id }),
        ...Array.from({ length: 4 }, () => reuse(id, other)),
      ]);
      expect(results.slice(1).map(({ status }) => status)).not.toContain('fulfilled');
    }
  });
});

describe('comments.create', () => {
  it('L152-158, L270, L309-310: stores the comment of a visitor under the name they give', async () => {
    const comment = await say(world.visitor, '  ¿Y el ladrón volvió? ', { authorName: ' Pepa ' });
    expect(comment).toMatchObject({
      storyId: story,
      content: '¿Y el ladrón volvió?',
      authorName: 'Pepa',
      author: null,
      viewer: { canDelete: false },
    });
    expect(Date.now() - comment.createdAt.getTime()).toBeLessThan(60_000);
    expect(await list()).toEqual([comment]);
    expect(await counts()).toEqual([1, 1]);
  });

  it.each([undefined, '', '   ', '\u200B'])(
    'L270: calls a visitor named %j anonymous',
    async (authorName) => {
      const comment = await say(world.visitor, 'Hola', authorName === undefined ? {} : { authorName });
      expect(comment.authorName).toBe('Anónimo');
    },
  );

  it('does not let the name of a visitor look like a username', async () => {
    expect((await say(world.visitor, 'Hola', { authorName: '@ana' })).authorName).toBe('ana');
  });

  it('L270: signs the comment of a user with their username, whatever name is sent', async () => {
    const comment = await say(world.callAs(ana), 'Me morí', { authorName: '@beto' });
    expect(comment).toMatchObject({
      authorName: 'ana',
      author: { id: ana.id, username: 'ana' },
      viewer: { canDelete: true },
    });
  });

  it('L152-158: shows the current username, and keeps the one at the time of writing', async () => {
    const carla = await world.addUser('carla');
    await say(world.callAs(carla), 'Antes');
    await world.callAs(carla).profiles.update({ username: 'carla_dos' });
    expect(await list()).toMatchObject([{ authorName: 'carla', author: { username: 'carla_dos' } }]);
  });

  it('keeps the comment of a deleted account, without a link to it', async () => {
    const dora = await world.addUser('dora');
    await say(world.callAs(dora), 'Adiós');
    await world.database.prisma.user.delete({ where: { id: dora.id } });
    expect(await list()).toMatchObject([{ content: 'Adiós', authorName: 'dora', author: null }]);
    expect(await counts()).toEqual([1, 1]);
  });

  it('L270: never shows an e-mail address', async () => {
    await say(world.callAs(ana), 'Hola');
    expect(JSON.stringify(await list(world.callAs(teller)))).not.toContain('@example.org');
  });

  it('requires a username', async () => {
    const nameless = { ...(await world.addUser('nameless')), username: null };
    await expect(say(world.callAs(nameless), 'Hola')).rejects.toEqual(errorCode('PROFILE_INCOMPLETE'));
  });

  it('refuses a comment if the client is mistaken about the session', async () => {
    const input = { id: newId(), storyId: story, content: 'Hola' };
    await expect(world.visitor.comments.create({ ...input, asMember: true })).rejects.toEqual(
      errorCode('UNAUTHENTICATED'),
    );
    await expect(world.callAs(ana).comments.create({ ...input, asMember: false })).rejects.toEqual(
      errorCode('CONFLICT'),
    );
    expect(await counts()).toEqual([0, 0]);
    await world.callAs(ana).comments.create({ ...input, asMember: true });
    await world.visitor.comments.create({ ...input, id: newId(), asMember: false });
    expect(await counts()).toEqual([2, 2]);
  });

  it('ignores other fields of the input', async () => {
    const hostile = { userId: beto.id, createdAt: new Date(0), author: { id: beto.id, username: 'beto' } };
    const comment = await world.visitor.comments.create({
      id: newId(),
      storyId: story,
      content: 'Hola',
      ...hostile,
    });
    expect(comment.author).toBeNull();
    expect(comment.createdAt.getTime()).toBeGreaterThan(Date.parse('2020-01-01'));
  });
});

describe('the text of a comment', () => {
  it.each(['', '   ', '\n\t', '\u200B\u200D\uFEFF', '\u2800', '\u00AD'])(
    'L270: is not %j',
    async (content) => {
      await expect(say(world.visitor, content)).rejects.toThrow('COMMENT_REQUIRED');
    },
  );

  it.each([
    '👵🥭',
    '👩‍👩‍👧‍👦',
    'مرحبا بالعالم',
    '\u202Eal revés',
    'una\ndos',
    '<script>alert(1)</script>',
    "'); DROP TABLE comments;--",
  ])('may be %j, and stays as it is', async (content) => {
    expect((await say(world.visitor, content)).content).toBe(content);
    expect(await list()).toMatchObject([{ content }]);
  });

  it.each(['ñ', '👵'])('D10: is limited in characters such as %s, and never cut', async (character) => {
    const longest = character.repeat(limits.comment.maxLength);
    expect((await say(world.visitor, longest)).content).toBe(longest);
    for (const content of [`${longest}.`, character.repeat(10_000)]) {
      await expect(say(world.visitor, content)).rejects.toThrow('COMMENT_TOO_LONG');
    }
    expect(await counts()).toEqual([1, 1]);
  });

  it('cannot contain NUL, and neither can a name', async () => {
    await expect(say(world.visitor, 'a\u0000b')).rejects.toThrow('INVALID_INPUT');
    expect((await say(world.visitor, 'Hola', { authorName: 'a\u0000b' })).authorName).toBe('a b');
    await expect(say(world.visitor, 'Hola', { authorName: 'a'.repeat(51) })).rejects.toThrow(
      'ANONYMOUS_NAME_TOO_LONG',
    );
  });
});

describe('a comment that is sent again', () => {
  it.each(['visitor', 'member'])(
    'is stored once, also when it is sent at the same time, for a %s',
    async (who) => {
      // A repeated call may come from another network.
      const send = () => (who === 'visitor' ? world.visitor : world.callAs(ana)).comments.create(input);
      const input = { id: newId(), storyId: story, content: 'Una vez', authorName: 'Pepa' };
      const comments = await Promise.all(Array.from({ length: 8 }, send));
      expect(new Set(comments.map((each) => JSON.stringify(each))).size).toBe(1);
      expect(await send()).toEqual(comments[0]);
      expect(await counts()).toEqual([1, 1]);
    },
  );

  it('is refused with another text, name, author or story', async () => {
    const input = { id: newId(), storyId: story, content: 'Una vez', authorName: 'Pepa' };
    await world.visitor.comments.create(input);
    const other = await tell();
    const visitor = world.visitor.comments;
    await expect(visitor.create({ ...input, content: 'Otra' })).rejects.toEqual(errorCode('CONFLICT'));
    await expect(visitor.create({ ...input, authorName: 'Otra' })).rejects.toEqual(errorCode('CONFLICT'));
    await expect(visitor.create({ ...input, storyId: other })).rejects.toEqual(errorCode('CONFLICT'));
    await expect(world.callAs(ana).comments.create(input)).rejects.toEqual(errorCode('CONFLICT'));
    expect(await counts()).toEqual([1, 1]);
    expect(await world.visitor.comments.list({ storyId: other })).toMatchObject({ items: [] });
    expect((await world.visitor.stories.byId({ id: other })).comments).toBe(0);
  });

  it('is answered even if visitors may no longer comment', async () => {
    const id = newId();
    const first = await say(world.visitor, 'A tiempo', { id });
    await world.callAs(teller).stories.setAnonymousComments({ id: story, anonymousComments: false });
    expect(await say(world.visitor, 'A tiempo', { id })).toEqual(first);
  });
});

describe('a story without anonymous comments', () => {
  it('D13: accepts comments of users only, until its author changes that', async () => {
    const owner = world.callAs(teller);
    await say(world.visitor, 'Antes');
    await owner.stories.setAnonymousComments({ id: story, anonymousComments: false });
    expect((await world.visitor.stories.byId({ id: story })).anonymousComments).toBe(false);
    await expect(say(world.visitor, 'Después')).rejects.toEqual(errorCode('COMMENTS_MEMBERS_ONLY'));
    await say(world.callAs(ana), 'Yo sí');
    expect((await list()).map(({ content }) => content)).toEqual(['Antes', 'Yo sí']);
    expect(await counts()).toEqual([2, 2]);
    await owner.stories.setAnonymousComments({ id: story, anonymousComments: true });
    await say(world.visitor, 'Otra vez');
  });

  it('can be configured by its author only', async () => {
    const input = { id: story, anonymousComments: false };
    await expect(world.callAs(ana).stories.setAnonymousComments(input)).rejects.toEqual(
      errorCode('FORBIDDEN'),
    );
    await expect(world.visitor.stories.setAnonymousComments(input)).rejects.toEqual(
      errorCode('UNAUTHENTICATED'),
    );
    await unpublish();
    await expect(world.callAs(ana).stories.setAnonymousComments(input)).rejects.toEqual(
      errorCode('STORY_NOT_FOUND'),
    );
  });
});

describe('a story that the viewer may not see', () => {
  it('shows them no comments and accepts none', async () => {
    await say(world.visitor, 'Cuando era pública');
    await unpublish();
    for (const caller of [world.visitor, world.callAs(ana)]) {
      await expect(list(caller)).rejects.toEqual(errorCode('STORY_NOT_FOUND'));
      await expect(say(caller, 'Hola')).rejects.toEqual(errorCode('STORY_NOT_FOUND'));
    }
    expect(await list(world.callAs(teller))).toHaveLength(1);
    await say(world.callAs(teller), 'Solo para mí');
    expect(await counts()).toEqual([2, 2]);
  });

  it('may be hidden or missing', async () => {
    await world.database.prisma.story.update({ where: { id: story }, data: { hiddenAt: new Date() } });
    await expect(list()).rejects.toEqual(errorCode('STORY_NOT_FOUND'));
    await expect(say(world.visitor, 'Hola')).rejects.toEqual(errorCode('STORY_NOT_FOUND'));
    story = storyId.parse(randomUUID());
    await expect(list()).rejects.toEqual(errorCode('STORY_NOT_FOUND'));
    await expect(say(world.visitor, 'Hola')).rejects.toEqual(errorCode('STORY_NOT_FOUND'));
  });
});

describe('concurrent comments', () => {
  it('are all stored in one order, and counted once each', async () => {
    const callers = [world.visitor, world.callAs(ana), world.callAs(beto), world.callAs(teller)];
    await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        say(callers[index % callers.length] ?? world.visitor, `Comentario ${index}`),
      ),
    );
    const comments = (await world.visitor.comments.list({ storyId: story, limit: 50 })).items;
    const times = comments.map(({ createdAt }) => createdAt.getTime());
    expect(new Set(times).size).toBe(24);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(await counts()).toEqual([24, 24]);
  });

  it('are stored if they were accepted before the story was unpublished, and refused later', async () => {
    const answers = Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => say(world.visitor, `Carrera ${n}`)),
    );
    await unpublish();
    const settled = await answers;
    const accepted = settled.filter(({ status }) => status === 'fulfilled').length;
    expect([[], ['STORY_NOT_FOUND']]).toContainEqual([...refusals(settled)]);
    // `counts` reads the row itself, whether the story is public or not.
    expect(await counts()).toEqual([accepted, accepted]);
    await expect(say(world.visitor, 'Tarde')).rejects.toEqual(errorCode('STORY_NOT_FOUND'));
  });

  it('leave nothing and cause no server error when the story is deleted', async () => {
    const answers = Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => say(world.visitor, `Carrera ${n}`)),
    );
    await world.callAs(teller).stories.delete({ id: story });
    // COMMENT_NOT_FOUND: accepted, and deleted with the story before it was answered.
    const foreseen = new Set<unknown>(['STORY_NOT_FOUND', 'COMMENT_NOT_FOUND']);
    expect([...refusals(await answers)].filter((refusal) => !foreseen.has(refusal))).toEqual([]);
    expect(await world.database.prisma.comment.count({ where: { storyId: story } })).toBe(0);
  });

  it('keep the counter correct while comments are deleted', async () => {
    const owner = world.callAs(teller);
    const first = await Promise.all(Array.from({ length: 6 }, (_, index) => say(world.visitor, `${index}`)));
    const repeated = { id: newId(), storyId: story, content: 'Va y viene' };
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

describe('comments.delete', () => {
  it('D13: is allowed to the author of the comment, also when the story is no longer public', async () => {
    const { id } = await say(world.callAs(ana), 'Me arrepiento');
    await say(world.callAs(beto), 'Yo no');
    await unpublish();
    await world.callAs(ana).comments.delete({ id });
    expect(await list(world.callAs(teller))).toMatchObject([{ content: 'Yo no' }]);
    expect(await counts()).toEqual([1, 1]);
  });

  it('is allowed to the author of the story, whoever commented', async () => {
    const said = [await say(world.visitor, 'De visita'), await say(world.callAs(ana), 'De casa')];
    expect((await list(world.callAs(teller))).map(({ viewer }) => viewer.canDelete)).toEqual([true, true]);
    for (const { id } of said) await world.callAs(teller).comments.delete({ id });
    expect(await counts()).toEqual([0, 0]);
  });

  it('is refused for any other user', async () => {
    const { id } = await say(world.callAs(ana), 'Mío');
    const moderator = await world.addUser('moderadora', 'moderator');
    expect((await list(world.callAs(beto)))[0]?.viewer.canDelete).toBe(false);
    await expect(world.callAs(beto).comments.delete({ id })).rejects.toEqual(errorCode('FORBIDDEN'));
    await expect(world.callAs(moderator).comments.delete({ id })).rejects.toEqual(errorCode('FORBIDDEN'));
    await unpublish();
    await expect(world.callAs(beto).comments.delete({ id })).rejects.toEqual(errorCode('COMMENT_NOT_FOUND'));
    expect(await counts()).toEqual([1, 1]);
  });

  it('counts once, however often it is called', async () => {
    const { id } = await say(world.callAs(ana), 'Una vez');
    const caller = world.callAs(ana);
    const deletions = await Promise.allSettled([1, 2, 3].map(() => caller.comments.delete({ id })));
    expect(deletions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(caller.comments.delete({ id })).rejects.toEqual(errorCode('COMMENT_NOT_FOUND'));
    expect(await counts()).toEqual([0, 0]);
  });
});

describe('comments.list', () => {
  it('L309-310: pages from the oldest on, and neither misses nor repeats any while comments come and go', async () => {
    const said: Comment[] = [];
    for (const content of ['1', '2', '3', '4', '5']) said.push(await say(world.visitor, content));
    const seen = await readPages(2, async (page) => {
      if (page === 0) await say(world.visitor, '6');
      const shown = said[1];
      if (page === 1 && shown) await world.callAs(teller).comments.delete({ id: shown.id });
    });
    expect(seen).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it('orders comments of the same millisecond by id', async () => {
    const createdAt = new Date();
    const ids = [newId(), newId(), newId()].toSorted();
    await world.database.prisma.comment.createMany({
      data: ids.map((id) => ({ id, storyId: story, content: id, authorName: 'Anónimo', createdAt })),
    });
    expect(await readPages(1, async () => {})).toEqual(ids);
  });

  it('puts a new comment last, even if the clock was ahead before', async () => {
    await world.database.prisma.comment.create({
      data: {
        id: newId(),
        storyId: story,
        content: 'Del futuro',
        authorName: 'Anónimo',
        createdAt: new Date(Date.now() + 172_800_000),
      },
    });
    await say(world.visitor, 'De hoy');
    expect((await list()).map(({ content }) => content)).toEqual(['Del futuro', 'De hoy']);
  });

  it('refuses a forged cursor', async () => {
    for (const cursor of ['abc', Buffer.from('[1e99,"x"]').toString('base64url')]) {
      await expect(world.visitor.comments.list({ storyId: story, cursor })).rejects.toEqual(
        errorCode('CURSOR_INVALID'),
      );
    }
  });

  it('is NOT_FOUND once the story is deleted', async () => {
    await say(world.visitor, 'Hola');
    await world.callAs(teller).stories.delete({ id: story });
    await expect(list()).rejects.toEqual(errorCode('STORY_NOT_FOUND'));
  });
});

const from = (network: string) => world.callAs(null, undefined, { network });
const refusalOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe('SEC-37: a flood of comments', () => {
  it('from one network is stopped after six in ten minutes, whatever the story and name; users are not affected', async () => {
    const network = '2001:db8:1:2::/64';
    const outcomes: (string | null)[] = [];
    for (let n = 0; n < 8; n += 1) {
      story = await tell();
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
    story = await tell();
    await say(world.callAs(ana), 'Gracias');
  });

  it('from many networks trips a breaker, which does not affect users', async () => {
    const { rateLimiter } = world.services;
    await say(world.visitor, 'Antes');
    // Earlier comments from other networks.
    for (let count = 1; count < rateLimits.anonymousComments.calls; count += 1)
      await rateLimiter.count('anonymousComments', 'all');
    expect(await refusalOf(say(world.visitor, 'Hola'))).toBe('RATE_LIMITED');
    expect(await refusalOf(say(world.callAs(ana), 'Hola'))).toBeNull();
    expect(rateLimits.anonymousComments).toMatchObject({ per: 'all', counted: 'shared' });
    await world.database.prisma.rateLimit.deleteMany();
  });

  it('SEC-50: trips no breaker with failed or repeated calls', async () => {
    // A process that has not blocked any subject in its memory yet.
    const rateLimiter = createRateLimiter(world.database);
    const visitor = () => world.callAs(null, undefined, { rateLimiter });
    await world.database.prisma.rateLimit.deleteMany();
    // One comment is left.
    for (let count = 1; count < rateLimits.anonymousComments.calls; count += 1)
      await rateLimiter.count('anonymousComments', 'all');
    const content = 'Hola';
    const nowhere = storyId.parse(randomUUID());
    for (let count = 0; count < 3; count += 1)
      await expect(visitor().comments.create({ id: newId(), storyId: nowhere, content })).rejects.toEqual(
        errorCode('STORY_NOT_FOUND'),
      );
    await world.callAs(teller).stories.setAnonymousComments({ id: story, anonymousComments: false });
    expect(await refusalOf(say(visitor(), content))).toBe('COMMENTS_MEMBERS_ONLY');
    await world.callAs(teller).stories.setAnonymousComments({ id: story, anonymousComments: true });
    await say(world.callAs(ana), content);
    const id = newId();
    await say(visitor(), content, { id });
    expect(await refusalOf(say(visitor(), 'Otra cosa'))).toBe('RATE_LIMITED');
    await say(world.callAs(beto), content);
    await world.database.prisma.rateLimit.deleteMany();
  });
});
