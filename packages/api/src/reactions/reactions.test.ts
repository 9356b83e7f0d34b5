import { randomUUID } from 'node:crypto';
import { limits, storyId, toSpan, type Sign, type StoryId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { errorCode, expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { readPages } from '../testing/read-pages.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();
const author = useUser(world, 'autora');
const ana = useUser(world, 'ana');
const beto = useUser(world, 'beto');
const moderator = useUser(world, 'moderadora', 'moderator');

const say = (text: string, shiftMs = 0) =>
  text.split(' ').map((word, index) => ({
    text: word,
    startMs: index * 100 + shiftMs,
    endMs: index * 100 + 80 + shiftMs,
    confidence: null,
  }));
const toWords = (shiftMs = 0) =>
  say(Array.from({ length: 99 }, (_, index) => `voz${index}`).join(' '), shiftMs);
const words = toWords();
const as = (viewer: Viewer | null) => world.callAs(viewer).reactions;

const tell = async (
  fields: { published?: boolean; hiddenAt?: Date; transcriptWords?: typeof words } = {},
): Promise<StoryId> =>
  storyId.parse(
    await createStory(world.database.prisma, { userId: author.id, transcriptWords: words, ...fields }),
  );

/** Sets a sign on words, or removes it. */
const react = (viewer: Viewer, id: StoryId, from: number, sign: Sign | null, to = from) =>
  as(viewer).set({ id, sign, from, to, ...(toSpan(words, { from, to }) ?? { startMs: 0, endMs: 0 }) });

const mineOf = async (viewer: Viewer, id: StoryId) => (await as(viewer).ofStory({ id })).mine;
const warmOf = async (viewer: Viewer | null, id: StoryId) => (await as(viewer).ofStory({ id })).warm;

const toRow = (id: StoryId, user: string, word: number, sign: Sign) => ({
  id: randomUUID(),
  storyId: id,
  userId: user,
  startMs: word * 100,
  endMs: word * 100 + 80,
  sign,
  text: `voz${word}`,
});

describe('a sign', () => {
  it('is unique for its words, and can be changed and removed, all idempotently', async () => {
    const id = await tell();
    await react(ana, id, 3, 'heart');
    await react(ana, id, 3, 'heart');
    expect(await mineOf(ana, id)).toEqual([{ startMs: 300, endMs: 380, sign: 'heart', text: 'voz3' }]);
    await react(ana, id, 3, 'tear');
    await react(ana, id, 3, 'laugh', 5);
    expect(await mineOf(ana, id)).toMatchObject([
      { sign: 'tear' },
      { sign: 'laugh', text: 'voz3 voz4 voz5' },
    ]);
    for (const viewer of [beto, null])
      expect(await as(viewer).ofStory({ id })).toEqual({ mine: [], warm: [] });
    await react(ana, id, 3, null);
    await react(ana, id, 3, null);
    expect(await mineOf(ana, id)).toMatchObject([{ sign: 'laugh' }]);
  });

  it('is stored once by concurrent calls', async () => {
    const id = await tell();
    await Promise.all(Array.from({ length: 5 }, () => react(ana, id, 1, 'awe')));
    expect(await mineOf(ana, id)).toHaveLength(1);
  });

  it('stays on its words when the transcript is corrected', async () => {
    const id = await tell();
    await react(ana, id, 4, 'shiver');
    const corrected = [...say('antes'), ...toWords(150)];
    await world.database.prisma.story.update({ where: { id }, data: { transcriptWords: corrected } });
    const now = corrected[5];
    expect(now?.text).toBe('voz4');
    // The same words with their current times.
    const again = (sign: Sign | null) =>
      as(ana).set({ id, sign, from: 5, to: 5, startMs: now?.startMs ?? 0, endMs: now?.endMs ?? 0 });
    await again('hug');
    expect(await mineOf(ana, id)).toMatchObject([{ startMs: 550, text: 'voz4', sign: 'hug' }]);
    expect((await as(author).received({ id })).items).toMatchObject([{ text: 'voz4', sign: 'hug' }]);
    await again(null);
    expect(await mineOf(ana, id)).toEqual([]);
  });

  it('can be removed from a story that is no longer visible', async () => {
    const id = await tell();
    await react(ana, id, 9, 'heart');
    await world.database.prisma.story.update({ where: { id }, data: { published: false } });
    await expectRefusal(react(ana, id, 8, 'heart'), 'STORY_NOT_FOUND');
    await react(ana, id, 9, null);
    expect((await as(author).received({ id })).items).toEqual([]);
  });

  it('of a word without a length is on that word alone', async () => {
    const joined = [
      ...say('la'),
      { text: 'gran', startMs: 80, endMs: 80, confidence: null },
      ...say('casa', 80),
    ];
    const id = await tell({ transcriptWords: joined });
    await as(ana).set({ id, sign: 'awe', from: 2, to: 2, startMs: 80, endMs: 160 });
    expect((await as(author).received({ id })).items).toMatchObject([{ text: 'casa' }]);
    await as(ana).set({ id, sign: 'hug', from: 1, to: 2, startMs: 80, endMs: 160 });
    expect((await as(author).received({ id })).items).toMatchObject([{ text: 'gran casa', sign: 'hug' }]);
  });

  it('waits for a concurrent hiding of the story, and is then refused', async () => {
    const id = await tell();
    const late = await world.database.prisma.$transaction(async (tx) => {
      await tx.story.update({ where: { id }, data: { hiddenAt: new Date() } });
      const waiting = react(ana, id, 1, 'heart').catch((error: unknown) => error);
      await expect.poll(world.countBlocked).toBe(1);
      return { waiting };
    });
    expect(await late.waiting).toEqual(errorCode('STORY_NOT_FOUND'));
  });

  it('can be removed from words that no longer exist', async () => {
    const id = await tell();
    await react(ana, id, 9, 'heart');
    await react(ana, id, 0, 'awe');
    await world.database.prisma.story.update({ where: { id }, data: { transcriptWords: say('nada') } });
    expect((await as(author).received({ id })).items).toMatchObject([{ text: 'nada' }, { text: null }]);
    // A place after the last word is that of no other sign.
    await as(ana).set({ id, sign: null, from: 1, to: 1, startMs: 900, endMs: 980 });
    expect(await mineOf(ana, id)).toMatchObject([{ sign: 'awe' }]);
  });

  it('needs words of a visible story', async () => {
    const id = await tell();
    await expectRefusal(
      as(ana).set({ id, sign: 'awe', from: 0, to: 0, startMs: 5, endMs: 80 }),
      'REACTION_WORDS_CHANGED',
    );
    await expectRefusal(react(ana, id, 0, 'awe', limits.span.maxWords), 'REACTION_WORDS_CHANGED');
    const [secret, hidden] = [await tell({ published: false }), await tell({ hiddenAt: new Date() })];
    const unknown = storyId.parse(randomUUID());
    for (const story of [secret, hidden, unknown]) {
      await expectRefusal(react(ana, story, 1, 'awe'), 'STORY_NOT_FOUND');
      await expectRefusal(as(ana).ofStory({ id: story }), 'STORY_NOT_FOUND');
      await expectRefusal(as(null).ofStory({ id: story }), 'STORY_NOT_FOUND');
    }
    // A moderator sees a hidden story, but the signs on it are not shown.
    await expectRefusal(react(moderator, hidden, 1, 'awe'), 'STORY_NOT_FOUND');
    // Authors may leave signs on their own stories.
    for (const own of [secret, hidden]) {
      await react(author, own, 1, 'heart');
      expect(await mineOf(author, own)).toHaveLength(1);
    }
  });

  it('requires a username, and is refused to suspended users', async () => {
    const id = await tell();
    await expectRefusal(react({ ...ana, username: null }, id, 1, 'awe'), 'PROFILE_INCOMPLETE');
    const suspended = await world.addUser('ida');
    await world.database.prisma.user.update({
      where: { id: suspended.id },
      data: { suspendedAt: new Date() },
    });
    await expectRefusal(react(suspended, id, 1, 'awe'), 'ACCOUNT_SUSPENDED');
  });

  it('is limited to fifty on a story, also by concurrent calls', async () => {
    const id = await tell();
    const { maxPerStory } = limits.reactions;
    await world.database.prisma.reaction.createMany({
      data: Array.from({ length: maxPerStory - 1 }, (_, word) => toRow(id, ana.id, word, 'heart')),
    });
    const last = await Promise.allSettled([react(ana, id, 70, 'heart'), react(ana, id, 71, 'heart')]);
    expect(last.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expectRefusal(react(ana, id, 72, 'heart'), 'REACTIONS_TOO_MANY');
    await react(ana, id, 0, 'tear');
    await react(beto, id, 72, 'heart');
  });
});

/** Lets this many users leave a sign on a word. */
async function moveMany(id: StoryId, count: number, word = 50, sign: Sign = 'tear'): Promise<void> {
  const { prisma } = world.database;
  const people = Array.from({ length: count }, () => randomUUID());
  await prisma.user.createMany({ data: people.map((user) => ({ id: user })) });
  await prisma.profile.createMany({
    data: people.map((user) => ({ id: user, username: `u_${user.slice(0, 12)}` })),
  });
  await prisma.reaction.createMany({ data: people.map((user) => toRow(id, user, word, sign)) });
}

describe('the warmth of a story', () => {
  it('shows from five users on, and to its author from the first, without names or numbers', async () => {
    const id = await tell();
    await react(ana, id, 50, 'heart');
    await react(ana, id, 90, 'laugh');
    await moveMany(id, limits.reactions.minPeople - 2);
    for (const viewer of [null, ana, beto]) expect(await warmOf(viewer, id)).toEqual([]);
    expect(await warmOf(author, id)).toMatchObject([
      { warmth: 1, sign: 'tear' },
      { warmth: 0.3, sign: 'laugh' },
    ]);
    await moveMany(id, 1);
    for (const viewer of [null, ana, beto, author])
      expect(await warmOf(viewer, id)).toEqual([
        { slice: 24, atMs: 5_000, sign: 'tear', warmth: 1 },
        { slice: 43, atMs: 9_000, sign: 'laugh', warmth: 0.2 },
      ]);
  });

  it('counts a thousand users on one word, whose signs can all be listed', async () => {
    const id = await tell();
    await moveMany(id, 600, 0, 'awe');
    await moveMany(id, 600, 98, 'hug');
    expect(await warmOf(null, id)).toMatchObject([
      { slice: 0, warmth: 0.7, sign: 'awe' },
      { slice: 47, warmth: 1, sign: 'hug' },
    ]);
    const pages = await readPages((cursor) => as(author).received({ id, cursor, limit: 50 }));
    expect(new Set(pages.flat().map((each) => each.id)).size).toBe(1_200);
  });

  it('counts a user once in each part, however many signs they leave, and no suspended users', async () => {
    const id = await tell();
    await moveMany(id, 5, 50, 'tear');
    for (let word = 48; word < 50; word += 1) await react(ana, id, word, 'laugh', 50);
    const moved = [{ slice: 23 }, { slice: 24, sign: 'tear', warmth: 1 }];
    expect(await warmOf(null, id)).toMatchObject(moved);
    await world.database.prisma.user.updateMany({
      where: { reactions: { some: { storyId: id, sign: 'tear' } } },
      data: { suspendedAt: new Date() },
    });
    expect(await warmOf(null, id)).toEqual([]);
    expect((await as(author).received({ id })).items).toHaveLength(2);
  });

  it('does not change when the viewer mutes or blocks a user, because that would reveal their signs', async () => {
    const id = await tell();
    await moveMany(id, 4);
    await react(ana, id, 90, 'laugh');
    const before = await warmOf(beto, id);
    expect(before).toHaveLength(2);
    await world.callAs(beto).blocks.mute({ userId: ana.id });
    expect(await warmOf(beto, id)).toEqual(before);
    await world.callAs(beto).blocks.block({ userId: ana.id });
    expect(await warmOf(beto, id)).toEqual(before);
    await world.callAs(beto).blocks.undo({ userId: ana.id, kind: 'block' });
  });

  it('omits users whom its author blocks', async () => {
    const id = await tell();
    const eva = await world.addUser('eva');
    await react(eva, id, 1, 'heart');
    expect(await warmOf(author, id)).toHaveLength(1);
    await world.callAs(author).blocks.block({ userId: eva.id });
    expect(await warmOf(author, id)).toEqual([]);
    expect((await as(author).received({ id })).items).toEqual([]);
    await expectRefusal(react(eva, id, 2, 'heart'), 'STORY_NOT_FOUND');
    await expectRefusal(as(eva).ofStory({ id }), 'STORY_NOT_FOUND');
  });
});

describe("the signs on an author's story", () => {
  it('are listed for the author alone with their users, the last ones first', async () => {
    const id = await tell();
    await react(ana, id, 2, 'awe');
    await react(beto, id, 7, 'hug');
    expect((await as(author).received({ id })).items).toMatchObject([
      { person: { username: 'beto' }, sign: 'hug', startMs: 700, text: 'voz7' },
      { person: { username: 'ana' }, sign: 'awe', startMs: 200, text: 'voz2' },
    ]);
    await expectRefusal(as(ana).received({ id }), 'FORBIDDEN');
    await expectRefusal(as(ana).received({ id: await tell({ published: false }) }), 'STORY_NOT_FOUND');
  });
});
