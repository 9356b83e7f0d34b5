import { randomUUID } from 'node:crypto';
import { limits, storyId, toHeadword, type ErrorCode, type Region, type StoryId } from '@relato/contract';
import { createRecording, createStory } from '@relato/db/testing/factories';
import { errorCode } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { readPages } from '../testing/read-pages.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';
import { storeTranscription } from '../transcription/result-mutations.ts';

const world = useTestWorld();
const author = useUser(world, 'autora');
const ana = useUser(world, 'ana');
const beto = useUser(world, 'beto');
const moderator = useUser(world, 'moderadora', 'moderator');

const text = 'Vino la guagua. Ñame y papas, papá';
const toWords = (said: string, fromMs = 0) =>
  said.split(/\s/u).map((word, index) => ({
    text: word,
    startMs: fromMs + index * 100,
    endMs: fromMs + index * 100 + 80,
    confidence: 0.9,
  }));
const words = toWords(text);
const spanOf = (index: number) => {
  const { startMs = 0, endMs = 0, text: word = '' } = words[index] ?? {};
  return { startMs, endMs, text: word };
};
const bus = spanOf(2);

async function tell(
  fields: { published?: boolean; hiddenAt?: Date; userId?: string } = {},
): Promise<StoryId> {
  const { prisma } = world.database;
  const userId = fields.userId ?? author.id;
  const recordingId = await createRecording(prisma, { userId });
  await prisma.transcript.create({
    data: { recordingId, provider: 'fake', status: 'completed', text, words },
  });
  const story = { recordingId, transcript: text, transcriptWords: words, ...fields, userId };
  return storyId.parse(await createStory(prisma, story));
}

const explain = (
  viewer: Viewer | null,
  id: StoryId,
  explanation = 'autobús',
  { span = bus, regions = ['canarias'] }: { span?: typeof bus; regions?: Region[] } = {},
) => world.callAs(viewer).corrections.explain({ id, ...span, explanation, regions });
const receive = async (id: StoryId) => (await world.callAs(author).corrections.received({ id })).items;
const decide = (id: string, isAccepted: boolean) =>
  world.callAs(author).corrections.decide({ id, isAccepted });
const accept = async (id: StoryId, viewer: Viewer, explanation = 'autobús') => {
  await explain(viewer, id, explanation);
  await decide((await receive(id))[0]?.id ?? '', true);
};
const read = async (id: StoryId, viewer: Viewer | null = null) =>
  (await world.callAs(viewer).stories.byId({ id })).explanations ?? [];
const remove = (id: string, viewer: Viewer) => world.callAs(viewer).corrections.removeExplanation({ id });
const listed = async (id: StoryId, viewer: Viewer | null = null, region?: Region) =>
  (await readPages((cursor) => world.callAs(viewer).corrections.explainedWords({ cursor, region })))
    .flat()
    .filter(({ story }) => story.id === id)
    .map(({ word }) => word);
const rewrite = (id: StoryId, transcript: string) => world.callAs(author).stories.update({ id, transcript });
const only = { from: 0, to: 0 };
const say = (word: string) => [{ text: word, startMs: 0, endMs: 80 }];
const rewriteWords = (id: StoryId, said: readonly string[]) =>
  world.database.prisma.story.update({
    where: { id },
    data: { transcript: said.join(' '), transcriptWords: toWords(said.join(' ')) },
  });
const expectRefusal = (call: Promise<unknown>, code: ErrorCode) =>
  expect(call).rejects.toEqual(errorCode(code));

describe('an explanation of a listener', () => {
  it("waits for the author, who accepts it with one call, and then shows to all with its user's name", async () => {
    const id = await tell();
    expect(await explain(ana, id, ' autobús\n', { regions: ['canarias', 'caribe'] })).toBe('waiting');
    expect(await read(id)).toEqual([]);
    expect(await read(id, ana)).toMatchObject([{ word: 'guagua', isOpen: true }]);
    expect(await listed(id)).toEqual([]);
    const [waiting] = await receive(id);
    expect(waiting).toMatchObject({ ...bus, said: 'autobús', regions: ['canarias', 'caribe'] });
    await decide(waiting?.id ?? '', true);
    const [shown] = await read(id);
    expect(shown).toMatchObject({
      range: { from: 2, to: 2 },
      word: 'guagua',
      explanation: 'autobús',
      person: { username: 'ana' },
    });
    expect(shown).not.toHaveProperty('isOpen');
    const told = await world.callAs(author).stories.byId({ id });
    expect(told).toMatchObject({ transcript: text, carers: { usernames: ['ana'] } });
    const news = await world.callAs(ana).news.list({});
    expect(news.items).toContainEqual(expect.objectContaining({ kind: 'corrected' }));
    expect(await listed(id)).toEqual(['guagua']);
    expect(await listed(id, null, 'caribe')).toEqual(['guagua']);
    expect(await listed(id, null, 'chile')).toEqual([]);
  });

  it('never becomes the text, also if a correction of the same words is equal', async () => {
    const id = await tell();
    await explain(ana, id, 'autobús');
    await world.callAs(beto).corrections.propose({ id, ...bus, said: 'autobús' });
    const [correction, explanation] = await receive(id);
    expect([correction?.regions, explanation?.regions]).toEqual([[], ['canarias']]);
    await decide(explanation?.id ?? '', true);
    expect(await world.callAs(author).stories.byId({ id })).toMatchObject({ transcript: text });
    expect(await receive(id)).toMatchObject([{ id: correction?.id }]);
    // The correction removes the explained word.
    await decide(correction?.id ?? '', true);
    expect(await read(id)).toEqual([]);
  });

  it('is unique for words and user, and a declined one is not proposed again', async () => {
    const id = await tell();
    await explain(ana, id, 'bus');
    await explain(ana, id, 'autobús', { regions: ['caribe'] });
    const waiting = await receive(id);
    expect(waiting).toMatchObject([{ said: 'autobús', regions: ['caribe'] }]);
    await decide(waiting[0]?.id ?? '', false);
    expect(await explain(beto, id, 'Autobús')).toBe('waiting');
    expect(await receive(id)).toEqual([]);
    // An equal correction is independent of it.
    await world.callAs(beto).corrections.propose({ id, ...bus, said: 'autobús' });
    expect(await receive(id)).toHaveLength(1);
  });

  it('is refused for missing words, no word, a text with a link, and no or too many regions', async () => {
    const id = await tell();
    const elsewhere = { ...bus, text: 'camión' };
    await expectRefusal(explain(ana, id, 'x', { span: elsewhere }), 'CORRECTION_WORDS_CHANGED');
    const many = {
      startMs: 0,
      endMs: words[5]?.endMs ?? 0,
      text: words
        .slice(0, 6)
        .map((word) => word.text)
        .join(' '),
    };
    await expectRefusal(explain(ana, id, 'x', { span: many }), 'EXPLANATION_NOT_A_WORD');
    await expect(explain(ana, id, 'ejemplo.com')).rejects.toThrow('EXPLANATION_NOT_PLAIN');
    await expect(explain(ana, id, '<i>bus</i>')).rejects.toThrow('EXPLANATION_NOT_PLAIN');
    await expect(explain(ana, id, 'a'.repeat(limits.explanations.maxLength + 1))).rejects.toThrow(
      'EXPLANATION_TOO_LONG',
    );
    await expect(explain(ana, id, 'x', { regions: [] })).rejects.toThrow('EXPLANATION_REGIONS');
  });

  it('is refused for a story that is not public, and if there is a block between its author and the user', async () => {
    for (const id of [await tell({ published: false }), await tell({ hiddenAt: new Date() })])
      await expectRefusal(explain(ana, id), 'STORY_NOT_FOUND');
    const id = await tell();
    const ida = await world.addUser('ida');
    await accept(id, ida);
    await world.callAs(author).blocks.block({ userId: ida.id });
    await expectRefusal(explain(ida, id), 'STORY_NOT_FOUND');
    expect([await read(id), await listed(id)]).toEqual([[], []]);
  });

  it('is withdrawn by its user or removed for good by the author, and by no other user', async () => {
    const id = await tell();
    await explain(ana, id);
    const [open] = await receive(id);
    for (const other of [beto, moderator]) await expectRefusal(remove(open?.id ?? '', other), 'FORBIDDEN');
    await remove(open?.id ?? '', ana);
    expect(await receive(id)).toEqual([]);
    await accept(id, ana);
    const [shown] = await read(id);
    for (const other of [beto, moderator]) await expectRefusal(remove(shown?.id ?? '', other), 'FORBIDDEN');
    await remove(shown?.id ?? '', author);
    expect([await read(id), await listed(id)]).toEqual([[], []]);
    await explain(ana, id);
    expect(await receive(id)).toEqual([]);
    // A user cannot withdraw a declined explanation.
    await expectRefusal(remove(shown?.id ?? '', ana), 'EXPLANATION_NOT_FOUND');
    await explain(ana, id);
    expect(await receive(id)).toEqual([]);
    await expectRefusal(remove(randomUUID(), author), 'EXPLANATION_NOT_FOUND');
  });

  it('that was withdrawn before the author read about it leaves no news', async () => {
    const id = await tell();
    const told = () => world.database.prisma.news.count({ where: { storyId: id, kind: 'correction' } });
    await explain(ana, id);
    expect(await told()).toBe(1);
    await remove((await receive(id))[0]?.id ?? '', ana);
    expect(await told()).toBe(0);
  });

  it('that is repeated, open or accepted, changes nothing', async () => {
    const id = await tell();
    await explain(ana, id, 'bus', { regions: ['canarias', 'caribe'] });
    const [open] = await receive(id);
    await explain(ana, id, 'bus', { regions: ['caribe', 'canarias'] });
    expect(await receive(id)).toEqual([open]);
    await decide(open?.id ?? '', true);
    expect(await explain(ana, id, 'bus', { regions: ['caribe', 'canarias'] })).toBe('applied');
    expect(await receive(id)).toEqual([]);
  });

  it('stays visible to an author who mutes its user, but to no other viewer who mutes or blocks them', async () => {
    const id = await tell();
    const [ida, bea] = [await world.addUser('ida2'), await world.addUser('bea')];
    await accept(id, ida);
    for (const viewer of [author, bea]) await world.callAs(viewer).blocks.mute({ userId: ida.id });
    const [shown] = await read(id, author);
    expect(shown).toMatchObject({ word: 'guagua' });
    expect(await read(id, bea)).toEqual([]);
    expect(await read(id, beto)).toHaveLength(1);
    await world.callAs(beto).blocks.block({ userId: ida.id });
    expect(await read(id, beto)).toEqual([]);
    await remove(shown?.id ?? '', author);
    expect(await read(id)).toEqual([]);
  });
});

describe('an explanation of the author', () => {
  it('applies at once, replaces the previous one, thanks no user, and shows to others only in a public story', async () => {
    const id = await tell();
    expect(await explain(author, id, 'bus')).toBe('applied');
    await explain(author, id, 'autobús');
    expect(await read(id)).toMatchObject([{ explanation: 'autobús' }]);
    expect((await world.callAs(null).stories.byId({ id })).carers).toBeNull();
    const shared = await tell({ published: false });
    await explain(author, shared);
    const { prisma } = world.database;
    await prisma.story.update({ where: { id: shared }, data: { sharedWithId: ana.id } });
    expect(await read(shared, author)).toHaveLength(1);
    expect(await read(shared, ana)).toEqual([]);
    expect(await listed(shared, author)).toEqual([]);
    await prisma.story.update({ where: { id }, data: { hiddenAt: new Date() } });
    expect(await listed(id, author)).toEqual([]);
  });

  it('is limited for each story', async () => {
    const id = await tell();
    const { maxPerStory } = limits.explanations;
    await world.database.prisma.correction.createMany({
      data: Array.from({ length: maxPerStory }, (_, index) => ({
        id: randomUUID(),
        storyId: id,
        userId: ana.id,
        text: 'x',
        said: 'y',
        regions: ['chile'],
        headword: 'x',
        headwordKey: 'x\tx',
        startMs: index,
        endMs: 50_000,
        decidedAt: new Date(),
        state: 'accepted',
      })),
    });
    await expectRefusal(explain(author, id), 'EXPLANATIONS_TOO_MANY');
    await explain(beto, id);
    await expectRefusal(decide((await receive(id))[0]?.id ?? '', true), 'EXPLANATIONS_TOO_MANY');
  });
});

describe('the text', () => {
  it('keeps explanations on their words when its author edits it, and drops them with the words', async () => {
    const id = await tell();
    await accept(id, ana);
    await rewrite(id, `Ay, ${text}`);
    expect(await read(id)).toMatchObject([{ range: { from: 3, to: 3 } }]);
    await rewrite(id, text.replace('guagua', 'yaya'));
    expect([await read(id), await listed(id)]).toEqual([[], []]);
    await rewrite(id, text);
    // Nobody has declined the explanation.
    await explain(ana, id);
    expect(await receive(id)).toHaveLength(1);
  });

  it('lists words with their new spelling, and drops them if their letters change', async () => {
    const id = await tell();
    await accept(id, ana);
    await rewrite(id, text.replace('guagua', '¡Guágua!'));
    expect([await read(id), await listed(id)]).toMatchObject([[{ word: 'Guágua' }], ['Guágua']]);
    await explain(beto, id, 'camioneta', { span: { ...bus, text: '¡Guágua!' } });
    await rewrite(id, text);
    const [waiting] = await receive(id);
    await decide(waiting?.id ?? '', true);
    expect(await listed(id)).toEqual(['guagua', 'guagua']);
    const dish = spanOf(3);
    await explain(beto, id, 'tubérculo', { span: dish });
    await explain(author, id, 'tubérculo', { span: dish });
    await rewrite(id, text.replace('Ñame', 'Name'));
    expect(await listed(id)).toEqual(['guagua', 'guagua']);
    expect(await receive(id)).toMatchObject([{ said: 'tubérculo', isOutdated: true }]);
  });

  it('has them at the new times after another transcription, also in the list', async () => {
    const id = await tell();
    await accept(id, ana);
    const { recordingId } = await world.database.prisma.story.findUniqueOrThrow({ where: { id } });
    const { run } = await world.database.prisma.transcript.update({
      where: { recordingId },
      data: { replacesText: true },
    });
    const heard = {
      text: `${text} ya`,
      words: toWords(`${text} ya`, 20),
      engine: 'local',
      model: null,
    } as const;
    await storeTranscription(world.services, { recordingId, run }, { ...heard, isUnsure: false });
    expect(await read(id)).toMatchObject([{ range: { from: 2, to: 2 } }]);
    const { items } = await world.callAs(null).corrections.explainedWords({ limit: 50 });
    expect(items.find(({ story }) => story.id === id)).toMatchObject({ startMs: 220, endMs: 300 });
  });
});

it('lists explained words in the order of a dictionary, page by page, without suspended users', async () => {
  const id = await tell();
  const eva = await world.addUser('eva');
  for (const index of [6, 5, 3, 2]) await explain(author, id, 'x', { span: spanOf(index) });
  await accept(id, eva, 'y');
  expect(await listed(id)).toEqual(
    ['guagua', 'guagua', 'papá', 'papas', 'ñame'].toSorted(new Intl.Collator('es').compare),
  );
  const pages = await readPages((cursor) =>
    world.callAs(null).corrections.explainedWords({ cursor, limit: 1 }),
  );
  expect(pages.flat().filter(({ story }) => story.id === id)).toHaveLength(5);
  const suspendedAt = new Date();
  await world.database.prisma.user.update({ where: { id: eva.id }, data: { suspendedAt } });
  expect(await listed(id)).toHaveLength(4);
  await world.callAs(beto).blocks.mute({ userId: author.id });
  expect(await listed(id, beto)).toEqual([]);
});

it('lists the longest words of any script page by page', async () => {
  const { maxWordLength } = limits.explanations;
  const scripts = ['я', '語', '한', 'İ', 'a\u0301\u0302'].flatMap((letter) =>
    Array.from({ length: maxWordLength }, (_, index) => letter.repeat(maxWordLength - index)),
  );
  // The longest text of each script that counts as a word.
  const longest = scripts.filter(
    (word, index) =>
      toHeadword(say(word), only) !== null &&
      (index % maxWordLength === 0 || toHeadword(say(scripts[index - 1] ?? ''), only) === null),
  );
  expect(longest).toHaveLength(5);
  const id = await tell();
  await rewriteWords(id, longest);
  for (const [index, word] of longest.entries())
    await explain(author, id, 'x', { span: { startMs: index * 100, endMs: index * 100 + 80, text: word } });
  const pages = await readPages((cursor) =>
    world.callAs(null).corrections.explainedWords({ cursor, limit: 1 }),
  );
  expect(pages.flat().filter(({ story }) => story.id === id)).toHaveLength(longest.length);
});
