import { randomUUID } from 'node:crypto';
import { limits } from '@relato/contract';
import { createStories } from '@relato/db/testing/factories';
import { errorCode } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { useWatchedWords } from '../../testing/reports/watched-words.ts';
import { tryWatchedList } from './mutations.ts';

const { world, cast, logOf, lists, tell } = useWatchedWords();

describe('a list of watched words', () => {
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
    const { maxWords, maxLists } = limits.watched;
    const list = { name: 'Larga', weight: 1 };
    const many = Array.from({ length: maxWords }, (_, index) => `v${index}`);
    await expect(lists().saveWatchedList({ ...list, words: [...many, 'x'] })).rejects.toThrow(
      'WATCHED_WORDS_TOO_MANY',
    );
    expect(await lists().saveWatchedList({ ...list, words: many })).toBe(maxWords);
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
    await createStories(
      prisma,
      Array.from({ length: batchSize }, () => ({ userId: cast.author.id })),
    );
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
});
