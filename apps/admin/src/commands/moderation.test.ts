import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits, type StoryId } from '@relato/contract';
import { createReport } from '@relato/db/testing/factories';
import { errorCode } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { createAdminClient } from '../client.ts';
import { createTerminal } from '../testing/terminal.ts';
import { idOf, lineOf, note, useStaff } from '../testing/staff.ts';

const { world, jefa, moderator, author, read } = useStaff();

const reason = ['--reason', 'Es spam'];
const publicPage = { items: [], nextCursor: null };

async function publishReportedStory(title = 'El tren'): Promise<StoryId> {
  const id = await world.publishStory(author.viewer, { title });
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
    const { items, nextCursor } = (await jefa.readJson('reports list --all --limit 1')) as typeof publicPage; // a page
    expect([items.length, nextCursor]).toEqual([all.printed.length - 1, null]);
    expect((await jefa.type('reports list --cursor nonsense')).errors).toEqual([
      'The server refused: CURSOR_INVALID',
    ]);
  });
});

describe('stories', () => {
  it('are listed, shown, hidden and restored', async () => {
    const id = await world.publishStory(author.viewer, { title: 'El tren de las 6' });
    expect(lineOf(await read('stories list --search TREN'), id)).toMatch(
      new RegExp(String.raw`^${id} +0 +0 +\S+Z +@${author.username} +El tren de las 6$`, 'u'),
    );
    expect(await jefa.readJson('stories list --search xyzzy')).toEqual(publicPage);
    expect(await read('stories list --tags xyzzy')).toBe('No public stories');
    expect(await read(`stories hide ${id} --yes`, reason)).toContain(`stories restore ${id}`);
    expect(lineOf(await read('stories hidden'), id)).toContain('Es spam');
    const shown = await read(`stories show ${id}`);
    expect(shown).toMatch(/^State +hidden since \S+: Es spam$/mu);
    expect(shown).toMatch(/^Title +El tren de las 6$/mu);
    expect(await moderator.readJson(`stories show ${id}`)).toMatchObject({
      id,
      hidden: { reason: 'Es spam' },
    });
    const twice = await moderator.type(`stories hide ${id} --yes`, reason);
    expect(twice.errors.join()).toMatch(/CONFLICT\. Last was hide-story by @jefa at .*: Es spam$/u);
    expect(await moderator.readJson(`stories restore ${id}`, reason)).toBeNull();
    expect(await read(`stories show ${id}`)).toMatch(/^State +public$/mu);
    expect(lineOf(await read('stories hidden'), id)).toBe('');
  });

  it('cannot move the cursor of the terminal or imitate another line', async () => {
    const title = '\u001B[2J\u001B]0;dueño\u0007Bien\r\nOK\u009B31m\u202Enert\u2028fin';
    const id = await publishReportedStory('dueño');
    // Stories from before a rule removed such characters may still contain them.
    await world.database.prisma.story.update({ where: { id }, data: { title } });
    for (const line of ['stories list --search dueño', 'reports list --all', `stories show ${id}`]) {
      const printed = await read(line);
      expect(printed).not.toMatch(/[^\n\P{Cc}]|\p{Cf}|\p{Zl}/u);
      expect(printed).toContain('Bien OK\uFFFD31m\uFFFDnert fin');
    }
    const { printed } = await jefa.type(`stories show ${id} --json`);
    expect(printed.join('')).not.toMatch(/[\p{Cc}\u202E\u2028]/u);
    expect(JSON.parse(printed.join(''))).toMatchObject({ title });
    const { questions } = await jefa.type(`stories hide ${id}`, reason, { answers: ['n'] });
    expect(questions.join()).toMatch(/^Hide «\uFFFD\[2J.*fin» by @\w+\? \[y\/N\] $/u);
  });

  it('are hidden only after a confirmation, and never without a terminal or --yes', async () => {
    const id = await world.publishStory(author.viewer, { title: 'El tren' });
    const state = async () => (await world.callAs(null).stories.byId({ id })).hidden;
    for (const answer of ['', 'n', 'yup']) {
      const output = await jefa.type(`stories hide ${id}`, reason, { answers: [answer] });
      expect(output).toMatchObject({
        code: 2,
        errors: ['Nothing was done.'],
        questions: [`Hide «El tren» by @${author.username}? [y/N] `],
      });
    }
    expect(await jefa.type(`stories hide ${id}`, reason)).toMatchObject({
      code: 2,
      errors: [expect.stringContaining('Add --yes')],
    });
    expect(await state()).toBeNull();
    expect((await jefa.type(`stories hide ${id}`, reason, { answers: ['Y'] })).code).toBe(0);
    await expect(state()).rejects.toEqual(errorCode('STORY_NOT_FOUND'));
  });
});

describe('comments', () => {
  it('are listed, and removed with a reason', async () => {
    const id = await world.publishStory(author.viewer, { title: 'El tren' });
    const [first, second] = [randomUUID(), randomUUID()];
    const { comments } = world.callAs(null);
    await comments.create({ id: first, storyId: id, content: 'Qué\nbonito', authorName: 'Ana' });
    await world.callAs(author.viewer).comments.create({ id: second, storyId: id, content: 'Gracias' });
    const table = await read(`comments list ${id}`);
    expect(lineOf(table, first)).toMatch(/  Ana +Qué bonito$/u);
    expect(lineOf(table, second)).toMatch(new RegExp(`@${author.username} +Gracias$`, 'u'));
    expect(await read(`comments remove ${first} --yes`, reason)).toBe('Removed');
    expect(await jefa.readJson(`comments list ${id}`)).toMatchObject({ items: [{ id: second }] });
    expect(await jefa.readJson(`comments remove ${second} --yes`, reason)).toBeNull();
    expect(await read(`comments list ${id}`)).toBe('No comments');
    const never = await jefa.type(`comments remove ${randomUUID()} --yes`, reason);
    expect([never.code, never.errors]).toEqual([1, ['The server refused: COMMENT_NOT_FOUND']]);
  });
});

describe('explanations of words', () => {
  it('are shown with their story, removed with a reason, and restored by an appeal if the words still exist', async () => {
    const { prisma } = world.database;
    await prisma.statement.deleteMany();
    const id = await world.publishStory(author.viewer, { title: 'El bus' });
    const transcriptWords = [{ text: 'guagua', startMs: 0, endMs: 500, confidence: null }];
    await prisma.story.update({ where: { id }, data: { transcript: 'guagua', transcriptWords } });
    const { appeals, corrections, stories } = world.callAs(author.viewer);
    const span = { id, startMs: 0, endMs: 500, text: 'guagua' };
    await corrections.explain({ ...span, explanation: 'autobús', regions: ['caribe'] });
    const explained = (await stories.byId({ id })).explanations?.[0]?.id ?? '';
    const appeal = async (): Promise<string> => {
      const notice = await prisma.notice.findFirstOrThrow({ where: { targetId: explained, liftedAt: null } });
      await appeals.create({ id: notice.id, text: 'Se dice así' });
      const { id: appealed } = await prisma.appeal.findUniqueOrThrow({ where: { noticeId: notice.id } });
      return read(`appeals decide ${appealed} grant --yes`, note);
    };
    const shown = await read(`stories show ${id}`);
    expect(shown).toMatch(
      new RegExp(`^Explanation +${explained}\nWord +guagua\nMeaning +autobús\nBy +@`, 'mu'),
    );
    expect(await read(`explanations remove ${explained} --yes`, reason, moderator)).toBe('Removed');
    expect(await read(`stories show ${id}`)).not.toContain('Explanation');
    expect(await appeal()).toBe('Granted');
    expect(await read(`stories show ${id}`)).toContain(explained);
    await prisma.story.update({ where: { id }, data: { transcript: 'tren', transcriptWords: [] } });
    expect(await read(`explanations remove ${explained} --rule spam --yes`, reason, moderator)).toBe(
      'Removed',
    );
    expect(await appeal()).toBe('Granted\nWhat was removed could not return: its place is gone, or taken');
    const removed = {
      decision_visibility: ['DECISION_VISIBILITY_CONTENT_REMOVED'],
      content_type: ['CONTENT_TYPE_TEXT'],
    };
    const year = new Date().getUTCFullYear();
    expect(await jefa.readJson(`statements --year ${year}`)).toMatchObject([removed, removed]);
    const never = await jefa.type(`explanations remove ${randomUUID()} --yes`, reason);
    expect(never.errors).toEqual(['The server refused: EXPLANATION_NOT_FOUND']);
  });
});

describe('users', () => {
  it('are listed, with e-mail addresses for administrators only', async () => {
    const search = author.username.toUpperCase();
    const table = await read(`users list --search ${search}`);
    expect(table.split('\n')[0]).toContain('E-MAIL');
    expect(lineOf(table, author.viewer.id)).toMatch(
      new RegExp(String.raw`@${author.username} +user +\S+Z( +0){4} +${author.email} +-$`, 'u'),
    );
    const less = await read(`users list --search ${search}`, [], moderator);
    expect(less).not.toMatch(/E-MAIL|example\.org/u);
    expect(await moderator.readJson(`users list --search ${search}`)).toMatchObject({
      items: [{ id: author.viewer.id, email: null, viewer: { canSuspend: true, canSetRole: false } }],
    });
    expect(await read('users list --search xyzzy')).toBe('No users');
  });

  it('are suspended and restored by id, username or e-mail address', async () => {
    const { username, email, viewer } = author;
    expect(await read(`users suspend @${username} --yes`, reason)).toBe('Suspended');
    expect(lineOf(await read('users list --suspended'), viewer.id)).toContain('Es spam');
    expect(lineOf(await read('users list --no-suspended'), viewer.id)).toBe('');
    expect(await read(`users restore ${email.toUpperCase()}`, reason)).toBe('Restored');
    expect(await jefa.readJson(`users suspend ${viewer.id} --yes`, reason)).toBeNull();
    expect(await moderator.readJson(`users restore ${username.toUpperCase()}`, reason)).toBeNull();
    const { questions } = await jefa.type(`users suspend ${email}`, reason, { answers: ['no'] });
    expect(questions).toEqual([`Suspend @${username} (${viewer.id})? [y/N] `]);
    const part = username.slice(0, -1);
    for (const line of [`users suspend ${part}`, 'users restore nadie@example.org', 'users suspend @']) {
      expect(await jefa.type(`${line} --yes`, reason)).toMatchObject({
        code: 1,
        errors: [expect.stringContaining('There is no user')],
      });
    }
  });

  it('lose the texts and the picture of their profile', async () => {
    const { questions, errors } = await jefa.type(`users clear-profile @${author.username}`, reason, {
      answers: ['yes'],
    });
    expect(questions).toEqual([`Clear the profile of @${author.username} (${author.viewer.id})? [y/N] `]);
    // The profile is empty.
    expect(errors.join()).toContain('CONFLICT');
  });

  it('are sanctioned by the rule that the command names', async () => {
    const { prisma } = world.database;
    const { id } = author.viewer;
    await prisma.profile.update({ where: { id }, data: { about: 'Vendo de todo' } });
    expect(await read(`users clear-profile ${id} --rule spam --yes`, reason)).toBe('Cleared');
    expect(await read(`users suspend ${id} --rule respect --yes`, reason)).toBe('Suspended');
    await read(`users restore ${id}`, reason);
    const notices = await prisma.notice.findMany({
      where: { userId: id, statement: { rule: { not: null } } },
      select: { kind: true, statement: { select: { rule: true } } },
      orderBy: { id: 'asc' },
    });
    expect(notices.map(({ kind, statement }) => [kind, statement?.rule])).toEqual([
      ['profile_cleared', 'spam'],
      ['account_suspended', 'respect'],
    ]);
  });

  it('are given roles by administrators', async () => {
    expect(await read(`users role ${author.username} moderator --yes`)).toBe('The role is moderator');
    expect(lineOf(await read('users list --role moderator'), author.viewer.id)).toContain('moderator');
    const refused = await moderator.type(`users role ${author.username} user --yes`);
    expect([refused.code, refused.errors.join()]).toEqual([
      1,
      expect.stringContaining('The server refused: FORBIDDEN. This needs'),
    ]);
    expect(await jefa.readJson(`users role ${author.username} user --yes`)).toBeNull();
    expect((await jefa.type('users role jefa user --yes')).errors.join()).toContain('LAST_ADMINISTRATOR');
  });
});

describe('watched words', () => {
  it('come from a file, are tried, and are switched on afterwards', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'relato-words-'));
    const file = join(folder, 'palabras.txt');
    const words = Array.from({ length: limits.watched.maxWordsPerCall + 1 }, (_, index) => `w${index}`);
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
    expect(await read('words list')).toMatch(/Insultos +yes +10 +502 +\S+Z +1 of \d+ stories$/mu);
    expect(await read('words save Insultos --weight 4')).toBe('Saved the weight of 502 words');
    expect(await read('words list')).toMatch(/Insultos +yes +4 +502 /mu);
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

it('refuses commands of moderators to a user without that role', async () => {
  const terminal = await createTerminal();
  const { email, password } = await world.signUp('una');
  await terminal.type(`sign-in --url ${world.url} --email ${email}`, [], { answers: [password] });
  for (const line of ['reports list', 'users list', 'stats', 'counters repair --yes']) {
    expect(await terminal.type(line)).toMatchObject({ code: 1, printed: [] });
  }
  await terminal.close();
});
