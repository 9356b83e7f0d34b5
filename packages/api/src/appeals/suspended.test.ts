import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { useModerationWorld } from '../testing/moderation-world.ts';

const { world, cast, as } = useModerationWorld();

describe('a suspended user', () => {
  it('reads the reason and appeals once through the mailed link', async () => {
    const token = await suspend();
    expect(await world.visitor.appeals.noticeByLink({ token })).toMatchObject({
      kind: 'account_suspended',
      reason: 'Acoso',
      canAppeal: true,
    });
    await world.visitor.appeals.createByLink({ token, text: 'No fui yo' });
    const again = world.visitor.appeals.createByLink({ token, text: 'De verdad' });
    await expectRefusal(again, 'CONFLICT');
    const { items } = await as(cast.colleague).appeals.list({});
    const appeal = items.find(({ user }) => user.id === cast.author.id);
    expect(appeal?.text).toBe('No fui yo');
    await as(cast.colleague).appeals.decide({ id: appeal?.id ?? '', decision: 'grant', note: 'Perdona' });
    const found = await world.database.prisma.user.findUniqueOrThrow({ where: { id: cast.author.id } });
    expect(found.suspendedAt).toBeNull();
    expect((await world.readMails()).findLast(({ to }) => to === cast.author.email)?.subject).toMatch(
      'vuelve a estar activa',
    );
  });

  it('is mailed the answer that rejects the appeal, with a link to it', async () => {
    const token = await suspend();
    await world.visitor.appeals.createByLink({ token, text: 'No fui yo' });
    await reject(cast.author, 'Sí fuiste');
    const mail = (await world.readMails()).findLast(({ to }) => to === cast.author.email);
    expect(mail?.subject).toBe('Respondimos a tu apelación en Relato');
    expect(mail?.text).toContain('Sí fuiste');
    const linked = { token: await world.readMailedToken(cast.author.email ?? '') };
    expect(await world.visitor.appeals.noticeByLink(linked)).toMatchObject({
      appeal: { status: 'rejected', note: 'Sí fuiste' },
    });
  });

  it('is mailed no rejection after the suspension has ended, or without an address', async () => {
    const { prisma } = world.database;
    const token = await suspend();
    await world.visitor.appeals.createByLink({ token, text: 'No fui yo' });
    await reject(cast.author, 'Sí fuiste');
    await as(cast.colleague).users.restore({ userId: cast.author.id, reason: 'Error' });
    const subjects = async (email: string | null) =>
      (await world.readMails()).filter(({ to }) => to === email).map(({ subject }) => subject);
    expect(await subjects(cast.author.email)).not.toContain('Respondimos a tu apelación en Relato');

    const shown = await suspend(cast.ana);
    await world.visitor.appeals.createByLink({ token: shown, text: 'No fui yo' });
    await prisma.user.update({ where: { id: cast.ana.id }, data: { email: null } });
    await reject(cast.ana, 'Sí fuiste');
    expect(await subjects(cast.ana.email)).toEqual(['Tu cuenta de Relato está suspendida']);
  });

  it('SEC-20: D20: deletes the account through the link, and a new sign-up gets the usual answer but no account', async () => {
    const { prisma } = world.database;
    const leaver = await world.addUser('quienseva');
    const email = leaver.email ?? '';
    const identity = { provider: 'google', providerUserId: 'g-quienseva' } as const;
    await prisma.identity.create({ data: { ...identity, userId: leaver.id } });
    const token = await suspend(leaver);
    const leave = (by: string) => world.visitor.account.deleteByLink({ token: by, confirmation: 'ELIMINAR' });
    await expectRefusal(leave(`${token}x`), 'LINK_INVALID');
    expect(await prisma.user.count({ where: { id: leaver.id } })).toBe(1);
    expect(await leave(token)).toEqual({ userId: leaver.id });
    expect(await prisma.user.count({ where: { id: leaver.id } })).toBe(0);
    await expectRefusal(leave(token), 'LINK_INVALID');
    const signUp = (username: string, address: string) =>
      world.visitor.account.signUp({
        username,
        email: address,
        password: 'tortuga-azul-7',
        acceptsTerms: true,
      });
    expect(await signUp('otravez', email.toUpperCase())).toEqual(await signUp('primera', 'p@example.org'));
    expect(await prisma.user.count({ where: { email } })).toBe(0);
    const mails = (await world.readMails()).filter(({ to }) => to.toLowerCase() === email.toLowerCase());
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Todavía no puedes volver a Relato con este correo',
      'Tu cuenta de Relato está suspendida',
      'Tu cuenta de Relato ya no existe',
    ]);
    const bars = await prisma.signUpBar.findMany();
    expect(bars).toHaveLength(2);
    expect(JSON.stringify(bars)).not.toContain('quienseva');
  });

  it('cannot delete the account through the link once the suspension has ended', async () => {
    const token = await suspend();
    await as(cast.colleague).users.restore({ userId: cast.author.id, reason: 'Error' });
    const leave = world.visitor.account.deleteByLink({ token, confirmation: 'ELIMINAR' });
    await expectRefusal(leave, 'CONFLICT');
    expect(await world.database.prisma.user.count({ where: { id: cast.author.id } })).toBe(1);
  });

  it('SEC-11: has a link whose stored form grants no access', async () => {
    const token = await suspend();
    const { appealKey } = await world.database.prisma.notice.findFirstOrThrow({
      where: { userId: cast.author.id },
    });
    expect(appealKey).not.toBe(token);
    for (const wrong of [appealKey ?? '', `${token}x`, 'x']) {
      await expectRefusal(world.visitor.appeals.noticeByLink({ token: wrong }), 'LINK_INVALID');
    }
  });
});

/** Rejects the open appeal of a user. */
async function reject(person: Viewer, note: string): Promise<void> {
  const { items } = await as(cast.colleague).appeals.list({ limit: 50 });
  const appeal = items.find(({ user }) => user.id === person.id);
  await as(cast.colleague).appeals.decide({ id: appeal?.id ?? '', decision: 'reject', note });
}

/** Suspends the user and returns the token of the mail about it. */
async function suspend(person: Viewer = cast.author): Promise<string> {
  await as(cast.moderator).users.suspend({ userId: person.id, reason: 'Acoso' });
  return world.readMailedToken(person.email ?? '');
}
