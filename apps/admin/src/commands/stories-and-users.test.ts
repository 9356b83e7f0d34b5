import { randomUUID } from 'node:crypto';
import { createReport } from '@relato/db/testing/factories';
import { errorCode } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { lineOf, note, reason, useStaff } from '../testing/staff.ts';

const { world, jefa, moderator, author, read } = useStaff();

describe('stories', () => {
  it('are listed, shown, hidden and restored', async () => {
    const id = await world.publishStory(author.viewer, { title: 'El tren de las 6' });
    expect(lineOf(await read('stories list --search TREN'), id)).toMatch(
      new RegExp(String.raw`^${id} +0 +0 +\S+Z +@${author.username} +El tren de las 6$`, 'u'),
    );
    expect(await jefa.readJson('stories list --search xyzzy')).toEqual({ items: [], nextCursor: null });
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
    const { prisma } = world.database;
    const id = await world.publishStory(author.viewer, { title: 'dueño' });
    await createReport(prisma, { storyId: id });
    // Stories from before a rule removed such characters may still contain them.
    await prisma.story.update({ where: { id }, data: { title } });
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
      items: [{ id: author.viewer.id, email: null, viewer: { canSuspend: true } }],
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
