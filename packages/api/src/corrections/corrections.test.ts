import { randomUUID } from 'node:crypto';
import { limits } from '@relato/contract';
import { errorCode, expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { boat, correctStories, spanOf, text, words } from '../testing/corrections/corrected-stories.ts';
import { readPages } from '../testing/read-pages.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();
const author = useUser(world, 'autora');
const ana = useUser(world, 'ana');
const beto = useUser(world, 'beto');
const luis = useUser(world, 'luis');
const { tell, propose, receive, decide, read, letDecide, newsOf, hide, accept } = correctStories(
  world,
  author,
);

describe('a proposal', () => {
  it('waits for the author, who sees its user and place, and accepts it', async () => {
    const id = await tell();
    expect(await propose(ana, id, ' balsa.\n')).toBe('waiting');
    expect(await read(id)).toMatchObject({ transcript: text, corrections: { waiting: 1 } });
    expect(await newsOf(author, id)).toMatchObject([{ kind: 'correction', actor: { username: 'ana' } }]);
    const [waiting] = await receive(id);
    expect(waiting).toMatchObject({
      ...boat,
      said: 'balsa.',
      isOutdated: false,
      person: { username: 'ana' },
    });

    await decide(waiting?.id ?? '', true);
    await decide(waiting?.id ?? '', true);
    const told = await read(id, ana);
    expect(told.transcript).toBe('El mar se llevó la balsa.\nNadie volvió a sia el mar');
    expect(told.transcriptWords?.[5]).toEqual({ text: 'balsa.', startMs: 500, endMs: 580 });
    expect(told.corrections).toBeNull();
    expect(await receive(id)).toEqual([]);
    expect(await newsOf(ana, id)).toMatchObject([{ kind: 'corrected', actor: null, others: 0 }]);
    await expectRefusal(decide(waiting?.id ?? '', false), 'CORRECTION_NOT_FOUND');
  });

  it('for words without a gap keeps the times in order, and search finds the new words', async () => {
    const id = await tell();
    await propose(ana, id, 'hacia', spanOf(8, 9));
    await decide((await receive(id))[0]?.id ?? '', true);
    const { transcript, transcriptWords } = await read(id);
    expect(transcript).toBe('El mar se llevó la barca.\nNadie volvió hacia el mar');
    const starts = transcriptWords?.map(({ startMs }) => startMs) ?? [];
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(transcriptWords?.[8]).toMatchObject({ text: 'hacia', startMs: 800, endMs: 980 });
    const rows = await world.database.prisma.$queryRaw<{ words: string }[]>`
      SELECT words::text AS words FROM story_words WHERE story_id = ${id}::uuid`;
    expect(rows[0]?.words).toMatch(/'haci'/);
  });

  it('is declined without a notification', async () => {
    const id = await tell();
    await propose(ana, id, 'balsa.');
    const [waiting] = await receive(id);
    await decide(waiting?.id ?? '', false);
    await decide(waiting?.id ?? '', false);
    await expectRefusal(decide(waiting?.id ?? '', true), 'CORRECTION_NOT_FOUND');
    expect(await receive(id)).toEqual([]);
    expect(await read(id)).toMatchObject({ transcript: text, carers: null, corrections: { waiting: 0 } });
    expect(await newsOf(ana, id)).toEqual([]);
  });

  it('that the author declined is not proposed again, by any user, and no longer counts', async () => {
    const id = await tell();
    for (const viewer of [ana, beto]) await propose(viewer, id, 'balsa.');
    await decide((await receive(id))[0]?.id ?? '', false);
    expect(await propose(beto, id, '¡Balsa!')).toBe('waiting');
    expect(await receive(id)).toMatchObject([{ person: { username: 'ana' } }]);
    await letDecide(id);
    const eva = await world.addUser('evelia');
    for (const viewer of [beto, luis, eva]) expect(await propose(viewer, id, 'balsa.')).toBe('waiting');
    expect((await read(id)).transcript).toBe(text);
    expect(await world.database.prisma.news.count({ where: { storyId: id, userId: author.id } })).toBe(2);
    // Another word there, and the same word elsewhere, are new proposals.
    await propose(beto, id, 'bálsa.');
    await propose(beto, id, 'balsa.', spanOf(1));
    expect(await receive(id)).toHaveLength(3);
    // The author may still change their mind.
    expect(await propose(author, id, 'balsa.')).toBe('applied');
  });

  it('is unique for words and user: a new one replaces it under another id without a notification', async () => {
    const id = await tell();
    await propose(ana, id, 'balsa.');
    const [before] = await receive(id);
    await propose(ana, id, 'balsa.');
    expect(await receive(id)).toEqual([before]);
    await propose(ana, id, 'lancha.');
    await propose(beto, id, 'lancha.');
    await propose(ana, id, 'volvía', spanOf(7));
    expect((await receive(id)).map(({ person, said }) => [person.username, said])).toEqual([
      ['ana', 'volvía'],
      ['beto', 'lancha.'],
      ['ana', 'lancha.'],
    ]);
    // The author never accepts a text that they have not read.
    await expectRefusal(decide(before?.id ?? '', true), 'CORRECTION_NOT_FOUND');
    expect(await world.database.prisma.news.count({ where: { storyId: id } })).toBe(3);
  });

  it('is stored once by concurrent calls', async () => {
    const id = await tell();
    await Promise.all(['balsa.', 'balsa.', 'lancha.', 'balsa.'].map((said) => propose(ana, id, said)));
    expect(await receive(id)).toHaveLength(1);
  });

  it.each(['balsa.', 'Barca', 'barca de remos.'])(
    'of %j that was applied is answered as applied again, because the first answer may be lost',
    async (said) => {
      const id = await tell();
      for (let time = 0; time < 2; time += 1) expect(await propose(author, id, said)).toBe('applied');
      expect((await read(id)).transcript).toBe(text.replace('barca.', said));

      const accepting = await tell();
      await accept(accepting, ana, said);
      expect(await propose(ana, accepting, said)).toBe('applied');
      expect(await receive(accepting)).toEqual([]);
      expect(await newsOf(ana, accepting)).toHaveLength(1);
    },
  );

  it('that only leaves words out is applied, although its words are in the text', async () => {
    const id = await tell();
    expect(await propose(author, id, 'Nadie', spanOf(6, 7))).toBe('applied');
    expect((await read(id)).transcript).toBe(text.replace(' volvió', ''));
  });

  it.each([
    ['nothing', '', 'CORRECTION_REQUIRED'],
    ['5,000 characters', 'a'.repeat(5_000), 'CORRECTION_TOO_LONG'],
    ['HTML', '<img src=x onerror=alert(1)>', 'CORRECTION_NOT_SPOKEN'],
    ['a link', 'mira ejemplo.com', 'CORRECTION_NOT_SPOKEN'],
    ['the same text', 'barca.', 'CORRECTION_UNCHANGED'],
    ['the same text, with what does not show', ' bar\u200Bca. ', 'CORRECTION_UNCHANGED'],
  ] as const)('is refused as %s', async (_what, said, code) => {
    await expect(propose(ana, await tell(), said)).rejects.toThrow(code);
  });

  it('is refused for words that are missing, too many, or without timings', async () => {
    const id = await tell();
    await expectRefusal(propose(ana, id, 'x', { ...boat, text: 'lancha.' }), 'CORRECTION_WORDS_CHANGED');
    await expectRefusal(
      propose(ana, id, 'x', { ...boat, startMs: 9_000, endMs: 9_100 }),
      'CORRECTION_WORDS_CHANGED',
    );
    const { maxTextLength, maxWords } = limits.corrections;
    const dotted = words.with(5, { ...boat, text: `barca${'.'.repeat(maxTextLength)}`, confidence: 0.3 });
    await world.database.prisma.story.update({ where: { id }, data: { transcriptWords: dotted } });
    await expectRefusal(propose(ana, id, 'x'), 'CORRECTION_WORDS_CHANGED');
    expect(words.length).toBe(maxWords);
    await world.database.prisma.story.update({ where: { id }, data: { transcriptWords: [] } });
    await expectRefusal(propose(ana, id, 'x'), 'CORRECTION_WORDS_CHANGED');
  });

  it('is refused for a private or hidden story, also to moderators, and waits for a concurrent hiding', async () => {
    const moderator = await world.addUser('mirta', 'moderator');
    for (const id of [await tell({ published: false }), await tell({ hiddenAt: new Date() })])
      for (const viewer of [ana, moderator])
        await expectRefusal(propose(viewer, id, 'balsa.'), 'STORY_NOT_FOUND');
    const id = await tell();
    const late = await world.database.prisma.$transaction(async (tx) => {
      await tx.story.update({ where: { id }, data: { hiddenAt: new Date() } });
      const waiting = propose(ana, id, 'balsa.').catch((error: unknown) => error);
      await expect.poll(world.countBlocked).toBe(1);
      return { waiting };
    });
    expect(await late.waiting).toEqual(errorCode('STORY_NOT_FOUND'));
  });

  it('requires a username, and is refused to suspended and blocked users', async () => {
    const id = await tell();
    await expectRefusal(propose(null, id, 'balsa.'), 'UNAUTHENTICATED');
    await expectRefusal(propose({ ...ana, username: null }, id, 'balsa.'), 'PROFILE_INCOMPLETE');
    const ida = await world.addUser('ida');
    await propose(ida, id, 'balsa.');
    await world.callAs(author).blocks.block({ userId: ida.id });
    expect(await receive(id)).toEqual([]);
    expect(await read(id)).toMatchObject({ corrections: { waiting: 0 } });
    await expectRefusal(propose(ida, id, 'lancha.'), 'STORY_NOT_FOUND');
    const eva = await world.addUser('eva');
    await propose(eva, id, 'balsa.');
    await world.database.prisma.user.update({ where: { id: eva.id }, data: { suspendedAt: new Date() } });
    expect(await receive(id)).toEqual([]);
    await expectRefusal(propose(eva, id, 'lancha.'), 'ACCOUNT_SUSPENDED');
  });

  it('is limited for each user and in total', async () => {
    const id = await tell();
    const { prisma } = world.database;
    const { maxPerPerson, maxPerStory } = limits.corrections;
    const fill = (userId: string, count: number) =>
      prisma.correction.createMany({
        data: Array.from({ length: count }, (_, index) => ({
          id: randomUUID(),
          storyId: id,
          userId,
          startMs: index,
          endMs: 50_000 + index,
          text: 'x',
          said: 'y',
        })),
      });
    await fill(ana.id, maxPerPerson - 1);
    await propose(ana, id, 'balsa.');
    await expectRefusal(propose(ana, id, 'x', spanOf(0)), 'CORRECTIONS_TOO_MANY');
    await propose(ana, id, 'lancha.');
    await fill(luis.id, maxPerStory - maxPerPerson);
    await expectRefusal(propose(beto, id, 'x', spanOf(0)), 'CORRECTIONS_TOO_MANY');
    const pages = await readPages((cursor) => world.callAs(author).corrections.received({ id, cursor }));
    expect(new Set(pages.flat().map((each) => each.id)).size).toBe(maxPerStory);
    // Proposals that the author cannot see any more, and so cannot decline, do not count towards the limit of others.
    const seen = pages.flat().find(({ person }) => person.username === 'ana');
    await world.callAs(author).blocks.mute({ userId: luis.id });
    await world.callAs(author).blocks.mute({ userId: ana.id });
    expect(await propose(beto, id, 'x', spanOf(0))).toBe('waiting');
    await expectRefusal(decide(seen?.id ?? '', true), 'CORRECTION_NOT_FOUND');
    for (const { id: userId } of [luis, ana])
      await world.callAs(author).blocks.undo({ userId, kind: 'mute' });
  });
});

describe('the author', () => {
  it('corrects at once, in a private story too, and accepts equal proposals', async () => {
    const id = await tell();
    await propose(ana, id, 'balsa.');
    expect(await propose(author, id, 'Balsa.')).toBe('applied');
    expect(await read(id, null)).toMatchObject({
      transcript: text.replace('barca', 'Balsa'),
      carers: { usernames: ['ana'], others: 0 },
    });
    const secret = await tell({ published: false });
    expect(await propose(author, secret, 'balsa.')).toBe('applied');
    expect(await read(secret)).toMatchObject({ transcript: text.replace('barca', 'balsa'), carers: null });
  });

  it('is the only one who lists and decides', async () => {
    const [id, secret] = [await tell(), await tell()];
    await propose(ana, id, 'balsa.');
    await propose(ana, secret, 'balsa.');
    await hide(secret);
    const [seen] = await receive(id);
    const [unseen] = await receive(secret);
    for (const viewer of [ana, beto]) {
      await expectRefusal(world.callAs(viewer).corrections.received({ id }), 'FORBIDDEN');
      await expectRefusal(world.callAs(viewer).corrections.received({ id: secret }), 'STORY_NOT_FOUND');
      await expectRefusal(decide(seen?.id ?? '', true, viewer), 'FORBIDDEN');
      await expectRefusal(decide(unseen?.id ?? '', true, viewer), 'STORY_NOT_FOUND');
    }
    await expectRefusal(decide(randomUUID(), true), 'CORRECTION_NOT_FOUND');
  });
});
