import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits, type StoryId } from '@relato/contract';
import { createReport } from '@relato/db/testing/factories';
import { errorCode } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { createAdminClient } from '../client.ts';
import { idOf, lineOf, note, reason, useStaff } from '../testing/staff.ts';

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
    const words = ['desastre', 'ruina'];
    await writeFile(file, [...words, '', 'Calamidad', ''].join('\n'));
    const id = await world.publishStory(author.viewer, { title: '¡Qué calamidad!' });
    expect(await read('words list')).toBe('No lists');
    expect(await read(`words save Insultos --weight 10 --file ${file}`)).toContain('Saved 3 words');
    const early = await jefa.type('words on Insultos');
    expect([early.code, early.errors.join()]).toEqual([1, expect.stringContaining('WATCHED_LIST_UNTRIED')]);
    const tried = await read('words try Insultos');
    expect(tried).toMatch(/Found +1 of \d+ stories/u);
    expect(lineOf(tried, id)).toMatch(/ calamidad +title +-$/u);
    expect(await read('words on Insultos')).toBe('On');
    expect(await read('words list')).toMatch(/Insultos +yes +10 +3 +\S+Z +1 of \d+ stories$/mu);
    expect(await read('words save Insultos --weight 4')).toBe('Saved the weight of 3 words');
    expect(await read('words list')).toMatch(/Insultos +yes +4 +3 /mu);
    const save = `words save Insultos --weight 10 --file ${file}`;
    expect(await read(save)).toBe('Saved 3 words; the list stays on');
    await writeFile(file, words.join('\n'));
    expect(await read(save)).toBe('Saved 2 words, which switched the list off. Try them: words try');
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

it('SEC-07: hides a reported story with its audio at once, decides on the appeal, and leaves an unchangeable log', async () => {
  const id = await world.publishStory(author.viewer, { title: 'El tren' });
  const listen = async () => (await fetch(`${world.url}/audio/${id}`)).status;
  const visitor = createAdminClient({ url: world.url, token: null });
  const { appeals, news } = world.callAs(author.viewer);
  await visitor.reports.create.mutate({ storyId: id, reason: 'spam' });
  expect(await listen()).toBe(200);
  await read(`reports review ${id}`, [], moderator);
  await read(`reports resolve ${id} --story hide --yes`, note, moderator);
  // The change applies at once, because no cache keeps the public state.
  expect(await listen()).toBe(404);
  await expect(visitor.stories.byId.query({ id })).rejects.toEqual(errorCode('STORY_NOT_FOUND'));
  const [notice] = (await news.list({})).items;
  await appeals.create({ id: notice?.id ?? '', text: 'Es mi historia' });
  const { items } = (await jefa.readJson('appeals list')) as { items: { id: string }[] }; // a page of them
  await read(`appeals decide ${items[0]?.id} grant --yes`, note);
  expect(await listen()).toBe(200);

  const log = await read('log --all');
  expect(
    log
      .split('\n')
      .slice(1, 6)
      .map((line) => line.split(/ {2,}/u)[2]),
  ).toEqual(['restore-story', 'grant-appeal', 'hide-story', 'resolve-reports', 'review-reports']);
  const { prisma } = world.database;
  await expect(prisma.$executeRaw`UPDATE moderation_log SET reason = 'nada'`).rejects.toThrow('append-only');
  await expect(prisma.$executeRaw`DELETE FROM moderation_log`).rejects.toThrow('append-only');
  expect(await read('log --all')).toBe(log);
});

describe('appeals', () => {
  it('are listed with whether the caller may decide, and decided', async () => {
    const [first, second] = [
      await world.publishStory(author.viewer, { title: 'El tren' }),
      await world.publishStory(author.viewer, { title: 'El mar' }),
    ];
    const { appeals, news } = world.callAs(author.viewer);
    for (const id of [first, second]) await read(`stories hide ${id} --yes`, reason, moderator);
    for (const { id } of (await news.list({})).items) await appeals.create({ id, text: 'No es\nspam' });
    const table = await read('appeals list');
    expect(table.split('\n')[1]).toMatch(
      /open +\S+Z +@\S+ +story_hidden +@revisora +yes +El (tren|mar) +Es spam +No es spam$/u,
    );
    expect((await read('appeals list', [], moderator)).split('\n')[1]).toMatch(/@revisora +no /u);
    const { items } = (await jefa.readJson('appeals list')) as { items: { id: string }[] }; // a page of them
    const [grant, reject] = items.map(({ id }) => id);
    const own = await moderator.type(`appeals decide ${grant} grant --yes`, note);
    expect([own.code, own.errors.join()]).toEqual([1, expect.stringContaining('APPEAL_OWN_DECISION')]);
    expect(await read(`appeals decide ${grant} grant --yes`, note)).toBe('Granted');
    expect(await jefa.readJson(`appeals decide ${reject} reject --yes`, note)).toEqual({ isBack: null });
    expect(await read('appeals list')).toBe('No appeals');
    expect(await read('appeals list --status granted')).toContain(grant);
  });
});

describe('statements', () => {
  it('are printed in the fields of the transparency database, as CSV and as JSON', async () => {
    await world.database.prisma.statement.deleteMany();
    const id = await world.publishStory(author.viewer, { title: 'El tren' });
    await read(`stories hide ${id} --rule respect --yes`, reason);
    const year = new Date().getUTCFullYear();
    const day = new Date().toISOString().slice(0, 10);
    const [head = '', row = '', ...more] = (await read(`statements --year ${year}`)).split('\n');
    expect(more).toEqual([]);
    const cells = row.split(',');
    const fields = Object.fromEntries(head.split(',').map((name, index) => [name, cells[index]]));
    expect(fields).toMatchObject({
      decision_visibility: 'DECISION_VISIBILITY_CONTENT_DISABLED',
      decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
      incompatible_content_ground: 'Cuida a los demás',
      category: 'STATEMENT_CATEGORY_ILLEGAL_OR_HARMFUL_SPEECH',
      content_type: 'CONTENT_TYPE_AUDIO|CONTENT_TYPE_TEXT',
      content_date: day,
      application_date: day,
      source_type: 'SOURCE_VOLUNTARY',
      automated_detection: 'No',
      automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
    });
    const [statement] = (await jefa.readJson(`statements --year ${year}`)) as object[]; // one a decision
    expect(statement).toMatchObject({
      decision_visibility: ['DECISION_VISIBILITY_CONTENT_DISABLED'],
      territorial_scope: expect.arrayContaining(['ES', 'DE']),
      puid: fields.puid,
    });
    expect(JSON.stringify(statement)).not.toMatch(new RegExp(`${author.username}|revisora|jefa|spam`, 'u'));
    expect(await read('statements --year 2001')).toBe(head);
  });
});

describe('the log', () => {
  it('lists each action with its actor and reason', async () => {
    const id = await world.publishStory(author.viewer, { title: 'El tren' });
    await read(`stories hide ${id} --yes`, ['--reason', 'Spam\u001B[2J\nfalso'], moderator);
    const table = await read(`log --target-id ${id}`);
    expect(table.split('\n')).toEqual([
      expect.stringMatching(/^AT +BY +ACTION +TARGET +ID +REASON$/u),
      expect.stringMatching(new RegExp(`Z +@revisora +hide-story +story +${id} +Spam\\[2J falso$`, 'u')),
    ]);
    expect(await jefa.readJson(`log --target-id ${id} --action hide-story`)).toMatchObject({
      items: [{ action: 'hide-story', targetId: id, actor: { username: 'revisora' } }],
    });
    expect(await read(`log --target-id ${id} --action set-role`)).toBe('Nothing yet');
  });
});
