import { describe, expect, it } from 'vitest';
import { lineOf, reason, useStaff } from '../testing/staff.ts';

const { world, jefa, moderator, author, read } = useStaff();

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
