import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits, type StoryId } from '@relato/contract';
import { createReport } from '@relato/db/testing/factories';
import { describe, expect, it } from 'vitest';
import { idOf, lineOf, note, useStaff } from '../testing/staff.ts';

const { world, jefa, moderator, author, read } = useStaff();

async function publishReportedStory(): Promise<StoryId> {
  const id = await world.publishStory(author.viewer, { title: 'El tren' });
  await createReport(world.database.prisma, { storyId: id });
  await createReport(world.database.prisma, { storyId: id, reason: 'offensive' });
  return id;
}

describe('reports', () => {
  it('are listed by story, as a table and as JSON', async () => {
    const id = await publishReportedStory();
    const table = await read('reports list');
    expect(table.split('\n')[0]).toMatch(
      /^STORY +STATUS +REPORTS +REASONS +SINCE +MODERATOR +AUTHOR +TITLE$/u,
    );
    expect(lineOf(table, id)).toMatch(
      new RegExp(
        String.raw`^${id} {2}pending +2  spam 1, offensive 1 +\d{4}-\S+Z  - +@${author.username} +El tren$`,
        'u',
      ),
    );
    expect(await jefa.readJson('reports list --limit 50')).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({
          reportsCount: 2,
          story: expect.objectContaining({ id, title: 'El tren' }),
        }),
      ]),
      nextCursor: null,
    });
    expect(await read('reports list --status dismissed')).toBe('No reports');
  });

  it('are reviewed, and dismissed or resolved', async () => {
    const [kept, hidden, dismissed] = [
      await publishReportedStory(),
      await publishReportedStory(),
      await publishReportedStory(),
    ];
    for (const id of [kept, hidden]) expect(await read(`reports review ${id}`)).toContain(id);
    await world.database.prisma.report.updateMany({
      where: { status: 'pending', storyId: { not: dismissed } },
      data: { status: 'dismissed', decidedAt: new Date() },
    });
    expect(await jefa.readJson('reports next')).toBe(dismissed);
    expect(await moderator.type('reports next')).toMatchObject({ printed: ['No case waits for you'] });
    expect(await read(`reports dismiss ${dismissed}`, note)).toBe('Dismissed');
    expect(await read(`reports resolve ${kept} --story keep`, note)).toBe('Resolved; the story is kept');
    expect(await read(`reports resolve ${hidden} --story hide --yes`, note)).toBe(
      'Resolved; the story is hidden',
    );
    expect(lineOf(await read('reports list --status dismissed'), dismissed)).toContain('@jefa');
    expect(lineOf(await read('stories hidden'), hidden)).toContain('Nada malo');
    const again = await moderator.type(`reports dismiss ${dismissed}`, note);
    expect([again.code, again.errors.join()]).toEqual([
      1,
      expect.stringMatching(
        /^The server refused: CONFLICT\. Last was dismiss-reports by @jefa at .*: Nada malo$/u,
      ),
    ]);
  });

  it('about a first story that waits say what keeping it publishes', async () => {
    await read('settings set --review-first-story');
    const [first, second] = [
      await world.publishStory(author.viewer, { title: 'La primera' }),
      await world.publishStory(author.viewer, { title: 'La segunda' }),
    ];
    await read('settings set --no-review-first-story');
    expect(lineOf(await read('reports list'), first)).toMatch(/ first 1 +yes, with 1 more +/u);
    await read(`reports review ${first}`);
    const line = `reports resolve ${first} --story keep`;
    const asked = await jefa.type(line, note, { answers: ['n'] });
    expect(asked.questions.join()).toContain('Publish the story');
    expect(asked.questions.join()).toContain('1 more');
    expect(await world.visitor.stories.byIds({ ids: [first, second] })).toEqual([]);
    expect((await jefa.type(`reports dismiss ${first}`, note)).errors.join()).toContain('CONFLICT');
    expect(await read(`${line} --yes`, note)).toBe('Resolved; the story is published, with 1 more');
    expect(await world.visitor.stories.byIds({ ids: [first, second] })).toHaveLength(2);
  });

  it('are listed by page, or all with --all', async () => {
    await publishReportedStory();
    await publishReportedStory();
    const first = await jefa.type('reports list --limit 1');
    expect(first.printed).toHaveLength(2);
    const cursor = /--cursor (\S+)$/u.exec(first.errors.join(''))?.[1] ?? '';
    const second = await jefa.type(`reports list --limit 1 --cursor ${cursor}`);
    expect(second.printed[1]).not.toBe(first.printed[1]);
    const all = await jefa.type('reports list --all');
    expect(all.printed.slice(1, 3).map(idOf)).toEqual([first.printed[1], second.printed[1]].map(idOf));
    expect(all.errors).toEqual([]);
    const { items, nextCursor } = (await jefa.readJson('reports list --all --limit 1')) as {
      items: [];
      nextCursor: null;
    }; // a page
    expect([items.length, nextCursor]).toEqual([all.printed.length - 1, null]);
    expect((await jefa.type('reports list --cursor nonsense')).errors).toEqual([
      'The server refused: CURSOR_INVALID',
    ]);
  });
});

describe('watched words', () => {
  it('come from a file, are tried, and are switched on afterwards', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'relato-words-'));
    const file = join(folder, 'palabras.txt');
    const words = Array.from({ length: 2_000 }, (_, index) => `palabra${index}`);
    await writeFile(file, [...words, '', 'Calamidad', ''].join('\n'));
    const id = await world.publishStory(author.viewer, { title: '¡Qué calamidad!' });
    expect(await read('words list')).toBe('No lists');
    expect(await read(`words save Insultos --weight 10 --file ${file}`)).toContain(
      `Saved ${words.length + 1} words`,
    );
    const early = await jefa.type('words on Insultos');
    expect([early.code, early.errors.join()]).toEqual([1, expect.stringContaining('WATCHED_LIST_UNTRIED')]);
    const tried = await read('words try Insultos');
    expect(tried).toMatch(/Found +1 of \d+ stories/u);
    expect(lineOf(tried, id)).toMatch(/ calamidad +title +-$/u);
    expect(await read('words on Insultos')).toBe('On');
    expect(await read('words list')).toMatch(/Insultos +yes +10 +2001 +\S+Z +1 of \d+ stories$/mu);
    expect(await read('words save Insultos --weight 4')).toBe('Saved the weight of 2001 words');
    expect(await read('words list')).toMatch(/Insultos +yes +4 +2001 /mu);
    const save = `words save Insultos --weight 10 --file ${file}`;
    expect(await read(save)).toBe('Saved 2001 words; the list stays on');
    await writeFile(file, words.join('\n'));
    expect(await read(save)).toBe('Saved 2000 words, which switched the list off. Try them: words try');
    const longest = Array.from({ length: limits.watched.maxWords }, (_, index) =>
      `á${index} `.padEnd(30, 'á'),
    );
    await writeFile(file, longest.join('\n'));
    expect(await read(save)).toBe(`Saved ${longest.length} words. Try them: words try`);
    expect((await jefa.type('words save Otra --weight 4')).errors.join()).toContain('WATCHED_LIST_NOT_FOUND');
    expect(await read('words off Insultos')).toBe('Off');
    await writeFile(file, 'malo\nmal.*\n');
    const pattern = await jefa.type(`words save Insultos --weight 10 --file ${file}`);
    expect([pattern.code, pattern.errors.join()]).toEqual([
      2,
      expect.stringContaining(`${file}:2: WATCHED_WORD_PATTERN`),
    ]);
    await rm(folder, { recursive: true });
    expect((await jefa.type(`words save Insultos --weight 10 --file ${file}`)).code).toBe(2);
    expect(await read('words delete Insultos --yes')).toBe('Deleted');
  });
});
