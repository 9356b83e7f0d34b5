import { randomUUID } from 'node:crypto';
import { commentId, limits, storyId, type StoryId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { errorCode } from '@relato/testing/error-code';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prepareJobQueue } from '../../jobs/queue.ts';
import { useModerationWorld } from '../../testing/moderation-world.ts';
import { forgetReported } from '../jobs.ts';
import { watchStory } from './jobs.ts';
import { tryWatchedList } from './mutations.ts';

const { world, cast, as, report, assign, logOf } = useModerationWorld();
const lists = () => as(cast.administrator).reports;

beforeAll(() => prepareJobQueue(world.database.url));
beforeEach(async () => {
  await world.database.prisma.watchedList.deleteMany();
  await world.database.prisma.$executeRaw`DELETE FROM pgboss.job`;
});

async function watch(name: string, words: string[], weight = 10): Promise<void> {
  await lists().saveWatchedList({ name, weight, words });
  while (!(await lists().tryWatchedList({ name })).isDone);
  await lists().switchWatchedList({ name, isOn: true });
}

/** Runs the queued jobs as a worker does, and returns their stories. */
async function workOff(): Promise<readonly string[]> {
  const rows = await world.database.prisma.$queryRaw<{ data: { storyId: string } }[]>`
    DELETE FROM pgboss.job WHERE name = 'watch-story' RETURNING data`;
  for (const { data } of rows) await watchStory(world.services, data);
  return rows.map(({ data }) => data.storyId);
}

const toWords = (text: string) =>
  text.split(' ').map((word, index) => ({
    text: word,
    startMs: index * 1_000,
    endMs: index * 1_000 + 900,
    confidence: null,
  }));

/** Publishes a story of the author. */
async function tell(transcript: string, fields: { title?: string; tags?: string[] } = {}): Promise<StoryId> {
  const id = storyId.parse(
    await createStory(world.database.prisma, {
      userId: cast.author.id,
      published: false,
      publishedAt: null,
      transcript,
      transcriptWords: toWords(transcript),
      ...fields,
    }),
  );
  await as(cast.author).stories.publish({ id });
  return id;
}

const rename = (fullName: string) =>
  world.database.prisma.profile.update({ where: { id: cast.author.id }, data: { fullName } });

const caseOf = async (id: StoryId) =>
  (await as(cast.moderator).reports.queue({ limit: 50 })).items.find(({ story }) => story.id === id);

describe('a watched word', () => {
  it('is found in public replies, as soon as they are public, until they are removed', async () => {
    const originId = await world.publishStory(cast.ana);
    await watch('Insultos', ['malo']);
    const say = async (isLetIn: boolean) => {
      const reply = { originId, originKind: 'reply', published: false, publishedAt: null, isLetIn } as const;
      const said = { userId: cast.author.id, transcript: 'Era malo', ...reply };
      return storyId.parse(await createStory(world.database.prisma, said));
    };
    const [open, waiting] = [await say(true), await say(false)];
    expect(await workOff()).toEqual([open]);
    expect(await caseOf(open)).toMatchObject({ watched: [{ word: 'malo' }] });
    await as(cast.ana).stories.letIn({ id: waiting, isLetIn: true });
    expect(await workOff()).toEqual([waiting]);
    expect(await caseOf(waiting)).toBeDefined();
    await as(cast.ana).stories.leaveThread({ id: waiting });
    await as(cast.ana).stories.delete({ id: originId });
    for (const id of [open, waiting]) expect(await caseOf(id)).toBeUndefined();
  });

  it('is searched in the changes of a reply after its story returns', async () => {
    await watch('Insultos', ['malo']);
    const { prisma } = world.database;
    const originId = await world.publishStory(cast.ana);
    const say = async (fields: { isLetIn?: boolean; hiddenAt?: Date }) => {
      const reply = {
        originId,
        originKind: 'reply',
        published: false,
        publishedAt: null,
        isLetIn: true,
      } as const;
      const said = { userId: cast.author.id, transcript: 'Era bueno', ...reply, ...fields };
      return storyId.parse(await createStory(prisma, said));
    };
    const id = await say({});
    await say({ isLetIn: false });
    await say({ hiddenAt: new Date() });
    const ways = [
      [
        () => as(cast.ana).stories.unpublish({ id: originId }),
        () => as(cast.ana).stories.publish({ id: originId }),
      ],
      [
        () => as(cast.moderator).stories.hide({ id: originId, reason: 'Spam' }),
        () => as(cast.moderator).stories.restore({ id: originId, reason: 'Error' }),
      ],
    ] as const;
    for (const [takeAway, bringBack] of ways) {
      await takeAway();
      await as(cast.author).stories.update({ id, transcript: 'Era malo' });
      await workOff();
      expect(await caseOf(id)).toBeUndefined();
      await bringBack();
      expect((await workOff()).toSorted()).toEqual([id, originId].toSorted());
      expect(await caseOf(id)).toMatchObject({ watched: [{ word: 'malo' }] });
      // One job is enough, however often the story disappears and returns.
      await takeAway();
      await bringBack();
      await takeAway();
      await as(cast.author).stories.update({ id, transcript: 'Era bueno' });
      await bringBack();
      expect((await workOff()).toSorted()).toEqual([id, originId].toSorted());
      expect(await caseOf(id)).toBeUndefined();
    }
  });

  it('puts a story before a moderator, with the second where it is said, and hides and tells nothing', async () => {
    await watch('Insultos', ['Malo', 'tren']);
    const id = await tell('Era un hombre m.a.l.o y malo');
    expect(await workOff()).toEqual([id]);
    expect(await caseOf(id)).toMatchObject({
      status: 'pending',
      reasons: [{ reason: 'watched', count: 1 }],
      places: [],
      watched: [
        { list: 'Insultos', word: 'malo', field: 'transcript', atMs: 3_000, commentId: null },
        { list: 'Insultos', word: 'malo', field: 'transcript', atMs: 5_000 },
      ],
    });
    expect(await as(cast.ana).stories.byId({ id })).toMatchObject({ published: true });
    expect(await as(cast.author).news.list({})).toMatchObject({ items: [] });
    expect(await as(cast.author).reports.mine({})).toMatchObject({ items: [] });
    await expect(as(cast.ana).reports.queue({})).rejects.toEqual(errorCode('FORBIDDEN'));
  });

  it('is found in the explanation of a word, once that is public', async () => {
    await watch('Insultos', ['malo']);
    const id = await tell('Era un tren');
    await workOff();
    const span = { startMs: 2_000, endMs: 2_900, text: 'tren' };
    await as(cast.author).corrections.explain({ id, ...span, explanation: 'uno malo', regions: ['chile'] });
    expect(await workOff()).toEqual([id]);
    const [explanation] = (await as(cast.author).stories.byId({ id })).explanations ?? [];
    expect(await caseOf(id)).toMatchObject({
      watched: [{ field: 'explanation', atMs: 2_000, commentId: null, explanationId: explanation?.id }],
    });
  });

  it('is found in the title, tags, names and comments', async () => {
    const word = `palabra${randomUUID().slice(0, 8)}`;
    await watch('Prueba', [word]);
    const id = await tell('Nada', { title: `¡${word.toUpperCase()}!`, tags: [word] });
    await workOff();
    const comment = commentId.parse(randomUUID());
    await world.visitor.comments.create({
      id: comment,
      storyId: id,
      content: `Eso ${word}`,
      authorName: word,
    });
    await world.database.prisma.profile.update({ where: { id: cast.author.id }, data: { fullName: word } });
    expect(await workOff()).toEqual([id]);
    const { watched = [] } = (await caseOf(id)) ?? {};
    expect(watched.map(({ field, commentId: of }) => [field, of])).toEqual([
      ['title', null],
      ['tags', null],
      ['name', null],
      ['comment', comment],
      ['name', comment],
    ]);
  });

  it('is searched again when the text, the tags or the transcript change, and only in public stories', async () => {
    await watch('Insultos', ['malo']);
    const id = await tell('Nada de nada');
    await as(cast.author).stories.update({ id, title: 'Otro' });
    await as(cast.author).stories.updateTags({ id, tags: ['amor'] });
    // A story has only one waiting job.
    expect(await workOff()).toEqual([id]);
    await as(cast.author).stories.updateTags({ id, tags: ['odio'] });
    expect(await workOff()).toEqual([id]);
    await as(cast.author).stories.unpublish({ id });
    await as(cast.author).stories.update({ id, title: 'Malo' });
    expect(await workOff()).toEqual([]);
    await watchStory(world.services, { storyId: id });
    expect(await caseOf(id)).toBeUndefined();
    await as(cast.author).stories.publish({ id });
    expect(await workOff()).toEqual([id]);
    expect(await caseOf(id)).toMatchObject({ watched: [{ field: 'title' }] });
  });

  it('is found in a changed name, with the newest story', async () => {
    const word = `palabra${randomUUID().slice(0, 8)}`;
    await watch('Prueba', [word]);
    await rename('Nadie');
    await tell('Nada');
    const id = await tell('Nada más');
    await workOff();
    await rename(word);
    expect(await workOff()).toEqual([id]);
    expect(await caseOf(id)).toMatchObject({ watched: [{ field: 'name' }] });
  });

  it('counts with the sum of the weights of the lists', async () => {
    await watch('Leve', ['feo', 'malo'], 4);
    await watch('Otra', ['raro'], 6);
    const light = await tell('Feo, malo y feo');
    const heavy = await tell('Feo y raro');
    await workOff();
    expect(await caseOf(light)).toBeUndefined();
    expect((await caseOf(heavy))?.watched.map(({ list }) => list)).toEqual(['Leve', 'Otra']);
  });

  it('does not return after a moderator has dismissed it, unless the words around it change', async () => {
    await watch('Insultos', ['malo']);
    const id = await tell('Un perro malo y viejo');
    await workOff();
    await watchStory(world.services, { storyId: id });
    expect((await caseOf(id))?.reportsCount).toBe(1);
    await assign(cast.moderator, id);
    await as(cast.moderator).reports.dismiss({ storyId: id, note: 'No incumple' });
    await as(cast.author).stories.update({ id, title: 'Mi perro' });
    await workOff();
    expect(await caseOf(id)).toBeUndefined();
    await as(cast.author).stories.update({ id, transcript: 'Un vecino malo y viejo' });
    await workOff();
    expect(await caseOf(id)).toMatchObject({
      status: 'pending',
      reportsCount: 1,
      watched: [{ word: 'malo' }],
    });
  });

  it('no longer counts once it was dismissed', async () => {
    await watch('Grave', ['malo']);
    await watch('Leve', ['feo'], 4);
    const id = await tell('Un perro malo y viejo');
    await workOff();
    await assign(cast.moderator, id);
    await as(cast.moderator).reports.dismiss({ storyId: id, note: 'No incumple' });
    await as(cast.author).stories.update({ id, title: 'Feo' });
    await workOff();
    expect(await caseOf(id)).toBeUndefined();
  });

  it('is named before many words of a lighter list, and only named words are remembered', async () => {
    const { maxFinds } = limits.watched;
    await watch('Grave', ['malo']);
    await watch('Leve', ['feo'], 4);
    const id = await tell(`${Array.from({ length: maxFinds }, (_, n) => `feo w${n}`).join(' ')} malo`);
    await workOff();
    const { watched = [] } = (await caseOf(id)) ?? {};
    expect(watched).toHaveLength(maxFinds);
    expect(watched.at(-1)).toMatchObject({ word: 'malo' });
    const { watchedKeys } = await world.database.prisma.report.findFirstOrThrow({ where: { storyId: id } });
    expect(watchedKeys).toHaveLength(maxFinds);
  });

  it('is deleted with the decision and with the story, and not visible before that', async () => {
    const { prisma } = world.database;
    await watch('Insultos', ['malo']);
    const id = await tell('Un perro malo');
    await workOff();
    await assign(cast.moderator, id);
    await as(cast.moderator).reports.dismiss({ storyId: id, note: 'No incumple' });
    const { items } = await as(cast.moderator).reports.queue({ status: 'dismissed' });
    expect(items.find(({ story }) => story.id === id)).toMatchObject({ watched: [], places: [] });
    const kept = () =>
      prisma.$queryRaw`SELECT watched, cardinality(watched_keys) AS keys FROM reports WHERE id = ${report}::uuid`;
    const { id: report } = await prisma.report.findFirstOrThrow({ where: { storyId: id } });
    await forgetReported(world.services);
    expect(await kept()).toEqual([{ watched: null, keys: 1 }]);
    await prisma.story.delete({ where: { id } });
    await forgetReported(world.services);
    expect(await kept()).toEqual([{ watched: null, keys: 0 }]);
  });

  it('is not reported if the story was unpublished meanwhile', async () => {
    await watch('Insultos', ['malo']);
    const id = await tell('Un perro malo');
    const { prisma } = world.database;
    const $transaction = async (work: () => Promise<void>) => {
      await as(cast.author).stories.unpublish({ id });
      return prisma.$transaction(work);
    };
    const late = Object.create(prisma, { $transaction: { value: $transaction } }) as typeof prisma; // with one more step
    await watchStory({ database: { ...world.database, prisma: late } }, { storyId: id });
    expect(await prisma.report.count({ where: { storyId: id } })).toBe(0);
  });

  it.each([
    ['takes the story back', (id: StoryId) => as(cast.author).stories.unpublish({ id })],
    [
      'changes the words',
      async (id: StoryId) => {
        await as(cast.author).stories.update({ id, transcript: 'Un perro' });
        await workOff();
      },
    ],
    ['deletes the story', (id: StoryId) => world.database.prisma.story.delete({ where: { id } })],
  ])('is withdrawn when its author %s, also in a review', async (_, change) => {
    await watch('Insultos', ['malo']);
    for (const isInReview of [false, true]) {
      const id = await tell('Un perro malo');
      await workOff();
      if (isInReview) await assign(cast.moderator, id);
      const { id: report } = await world.database.prisma.report.findFirstOrThrow({ where: { storyId: id } });
      await change(id);
      expect(await world.database.prisma.report.count({ where: { id: report } })).toBe(0);
    }
  });

  it('returns with a story that is published again', async () => {
    await watch('Insultos', ['malo']);
    const id = await tell('Un perro malo');
    await workOff();
    await report(cast.ana, id);
    await as(cast.author).stories.unpublish({ id });
    expect(await caseOf(id)).toMatchObject({ reasons: [{ reason: 'spam' }], watched: [] });
    await assign(cast.moderator, id);
    await as(cast.moderator).reports.dismiss({ storyId: id, note: 'No incumple' });
    await as(cast.author).stories.publish({ id });
    await workOff();
    expect(await caseOf(id)).toMatchObject({ reasons: [{ reason: 'watched' }], watched: [{ word: 'malo' }] });
  });

  it('is no reason that a user can choose', async () => {
    const id = await tell('Nada');
    await expect(report(cast.ana, id, 'watched' as 'spam')).rejects.toThrow('REPORT_REASON_REQUIRED');
  });
});

describe('a list', () => {
  it('can be switched on only after a trial, and is switched off by new words', async () => {
    const list = { name: 'Insultos', weight: 10, words: ['Malo', 'málo', 'Hijo  del diablo'] };
    expect(await lists().saveWatchedList(list)).toBe(2);
    const start = () => lists().switchWatchedList({ name: 'Insultos', isOn: true });
    await expect(start()).rejects.toEqual(errorCode('WATCHED_LIST_UNTRIED'));
    while (!(await lists().tryWatchedList({ name: 'Insultos' })).isDone);
    await start();
    await lists().saveWatchedList({ ...list, weight: 3 });
    expect(await lists().watchedLists()).toMatchObject([{ weight: 3, wordsCount: 2, isOn: true }]);
    expect(await lists().saveWatchedList({ ...list, words: ['feo'], adds: true })).toBe(3);
    expect(await lists().watchedLists()).toMatchObject([{ wordsCount: 3, isOn: false, trial: null }]);
    await expect(start()).rejects.toEqual(errorCode('WATCHED_LIST_UNTRIED'));
    await expect(lists().switchWatchedList({ name: 'Otra', isOn: true })).rejects.toEqual(
      errorCode('WATCHED_LIST_NOT_FOUND'),
    );
    const { id } = await world.database.prisma.watchedList.findFirstOrThrow();
    await lists().deleteWatchedList({ name: 'Insultos' });
    await lists().deleteWatchedList({ name: 'Insultos' });
    expect((await logOf(id)).map(([action, , reason]) => [action, reason])).toEqual([
      ['delete-watched-list', 'Insultos'],
      ['save-watched-list', 'Insultos: 3'],
      ['save-watched-list', 'Insultos: 2'],
      ['start-watched-list', 'Insultos'],
      ['try-watched-list', expect.stringMatching(/^Insultos: \d+\/\d+$/u)],
      ['save-watched-list', 'Insultos: 2'],
    ]);
  });

  it.each([
    ['mal.*', 'WATCHED_WORD_PATTERN'],
    ['(malo|feo)', 'WATCHED_WORD_PATTERN'],
    ['¡…!', 'WATCHED_WORD_INVALID'],
    ['', 'WATCHED_WORD_INVALID'],
    ['x'.repeat(limits.watched.word.maxLength + 1), 'WATCHED_WORD_INVALID'],
  ] as const)('refuses %s', async (word, code) => {
    const list = { name: 'Insultos', weight: 10, words: ['malo', word] };
    await expect(lists().saveWatchedList(list)).rejects.toThrow(code);
  });

  it('needs words', async () => {
    const list = { name: 'Insultos', weight: 10, words: [] };
    await expect(lists().saveWatchedList(list)).rejects.toEqual(errorCode('WATCHED_WORD_INVALID'));
  });

  it('is limited in its words and in number', async () => {
    const { maxWords, maxWordsPerCall, maxLists } = limits.watched;
    const list = { name: 'Larga', weight: 1 };
    const words = Array.from({ length: maxWordsPerCall }, (_, index) => `w${index}`);
    await expect(lists().saveWatchedList({ ...list, words: [...words, 'x'] })).rejects.toThrow(
      'WATCHED_WORDS_TOO_MANY',
    );
    await lists().saveWatchedList({ ...list, words: ['w'] });
    const many = Array.from({ length: maxWords }, (_, index) => `v${index}`);
    await world.database.prisma.watchedList.updateMany({ data: { words: many } });
    await expect(lists().saveWatchedList({ ...list, words: ['w'], adds: true })).rejects.toEqual(
      errorCode('WATCHED_WORDS_TOO_MANY'),
    );
    const rows = Array.from({ length: maxLists - 1 }, (_, index) => ({
      id: randomUUID(),
      name: `Lista ${index}`,
      weight: 1,
      words: ['w'],
      digest: '',
    }));
    await world.database.prisma.watchedList.createMany({ data: rows });
    await expect(lists().saveWatchedList({ name: 'Otra', weight: 1, words: ['w'] })).rejects.toEqual(
      errorCode('WATCHED_LISTS_TOO_MANY'),
    );
  });

  it('is tried only on the public stories of the last days, batch by batch, and reports nothing', async () => {
    const { days, batchSize } = limits.watched.trial;
    const { prisma } = world.database;
    await prisma.story.updateMany({ data: { published: false } });
    const word = `palabra${randomUUID().slice(0, 8)}`;
    const id = await tell(`Una ${word}`);
    const old = await tell(word);
    const dayMs = 86_400_000;
    await prisma.story.update({
      where: { id: old },
      data: { publishedAt: new Date(Date.now() - (days + 1) * dayMs) },
    });
    for (let n = 0; n < batchSize; n += 1) await createStory(prisma, { userId: cast.author.id });
    await lists().saveWatchedList({ name: 'Prueba', weight: 1, words: [word] });
    const attempt = (maxMs?: number) =>
      tryWatchedList(world.services, cast.administrator, { name: 'Prueba' }, maxMs);
    expect(await attempt(0)).toEqual({ tested: batchSize, found: 0, examples: [], isDone: false });
    const done = {
      tested: batchSize + 1,
      found: 1,
      examples: [
        {
          list: 'Prueba',
          word,
          field: 'transcript',
          atMs: 1_000,
          commentId: null,
          storyId: id,
        },
      ],
      isDone: true,
    };
    expect(await attempt()).toEqual(done);
    expect(await lists().watchedLists()).toMatchObject([{ trial: done }]);
    expect(await prisma.report.count({ where: { storyId: id } })).toBe(0);
    // The trial starts over.
    expect(await attempt(0)).toMatchObject({ tested: batchSize, isDone: false });
    expect(await lists().tryWatchedList({ name: 'Prueba' })).toEqual(done);
  });

  it('is only for administrators', async () => {
    const { reports } = as(cast.moderator);
    await expect(reports.watchedLists()).rejects.toEqual(errorCode('FORBIDDEN'));
    await expect(reports.deleteWatchedList({ name: 'x' })).rejects.toEqual(errorCode('FORBIDDEN'));
  });
});
