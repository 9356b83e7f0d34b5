import { serverLimits } from '@relato/contract/server-limits';
import { retention } from '@relato/contract/retention';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { setupAuthFixture } from '../testing/auth-fixture.ts';

const fixture = setupAuthFixture();

const resend = async (email: string): Promise<string> => {
  const mail = await fixture.requestVerificationMail(email);
  if (!mail) throw new Error('Nothing to confirm');
  return mail.token;
};

describe('SEC-24: a confirmation token', () => {
  it('works in one of 50 parallel uses, and in none afterwards', async () => {
    const token = await fixture.signUp(fixture.newUser());
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => fixture.verifyEmail(token)));
    const refusals = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refusals).toEqual(Array(49).fill(expect.objectContaining({ code: 'LINK_USED' })));
    await expectRefusal(fixture.verifyEmail(token), 'LINK_USED');
  });

  it('expires after 24 hours', async () => {
    const [early, late] = [await fixture.signUp(fixture.newUser()), await fixture.signUp(fixture.newUser())];
    fixture.advance(serverLimits.mailToken.verificationHours - 0.01);
    await fixture.verifyEmail(early);
    fixture.advance(0.02);
    await expectRefusal(fixture.verifyEmail(late), 'LINK_EXPIRED');
  });

  it('is invalid as a reset token, and a reset token as a confirmation token', async () => {
    const person = fixture.newUser();
    const verification = await fixture.signUp(person);
    const reset = await fixture.requestResetToken(person.email);
    await expectRefusal(fixture.auth.resetPassword(verification, 'otra frase larga'), 'LINK_INVALID');
    await expectRefusal(fixture.verifyEmail(reset), 'LINK_INVALID');
    await fixture.verifyEmail(verification);
    await expectRefusal(fixture.auth.resetPassword(verification, 'otra frase larga'), 'LINK_INVALID');
  });

  it('is invalid if it is made up or copied from the table', async () => {
    const person = fixture.newUser();
    const token = await fixture.signUp(person);
    const stored = await fixture.database.prisma.mailToken.findFirstOrThrow({
      where: { email: person.email },
    });
    for (const wrong of ['', 'x', stored.id, `${token}x`, token.slice(1), '\u0000']) {
      await expectRefusal(fixture.verifyEmail(wrong), 'LINK_INVALID');
    }
  });

  it('confirms only the address to which it was sent', async () => {
    const person = fixture.newUser();
    const token = await fixture.signUp(person);
    const { email } = fixture.newUser();
    await fixture.database.prisma.user.update({ where: { email: person.email }, data: { email } });
    await expectRefusal(fixture.verifyEmail(token), 'LINK_INVALID');
    expect((await fixture.database.prisma.user.findUnique({ where: { email } }))?.emailVerifiedAt).toBeNull();
    // The same address in another case.
    await fixture.database.prisma.user.update({
      where: { email },
      data: { email: person.email.toUpperCase() },
    });
    await fixture.verifyEmail(token);
  });

  it('stays unused when the confirmation fails', async () => {
    const person = fixture.newUser();
    const token = await fixture.signUp(person);
    await fixture.database.prisma.$executeRaw`ALTER TABLE profiles RENAME TO profiles_away`;
    await expect(fixture.verifyEmail(token)).rejects.toThrow('profiles');
    await fixture.database.prisma.$executeRaw`ALTER TABLE profiles_away RENAME TO profiles`;
    expect(await fixture.verifyEmail(token)).toMatchObject({ username: person.username });
  });
});

describe('requesting another confirmation', () => {
  it('mails the address of the account, and revokes the earlier tokens once it is confirmed', async () => {
    const person = fixture.newUser();
    const { email, username } = person;
    const first = await fixture.signUp(person);
    const reset = await fixture.requestResetToken(email);
    const mail = await fixture.requestVerificationMail(email.toUpperCase());
    expect(mail).toMatchObject({ email, username });
    await expectRefusal(fixture.verifyEmail(first), 'LINK_EXPIRED');
    await fixture.verifyEmail(mail?.token ?? '', person);
    await expectRefusal(fixture.auth.resetPassword(reset, 'otra frase larga'), 'LINK_EXPIRED');
  });

  it('leaves one valid token after many parallel requests', async () => {
    const person = fixture.newUser();
    await fixture.signUp(person);
    const tokens = await Promise.all(Array.from({ length: 5 }, () => resend(person.email)));
    const links = await fixture.database.prisma.mailToken.findMany({ where: { email: person.email } });
    const unended = links.filter((link) => link.expiresAt.getTime() - link.createdAt.getTime() > 3_600_000);
    expect(links).toHaveLength(1 + tokens.length);
    expect(unended).toHaveLength(1);
  });

  it('sends no mail to an unknown, confirmed or suspended address', async () => {
    const [member, suspended] = [await fixture.newMember(), fixture.newUser()];
    await fixture.signUp(suspended);
    await fixture.suspend(suspended.email);
    for (const { email } of [fixture.newUser(), member, suspended]) {
      expect(await fixture.requestVerificationMail(email)).toBeNull();
    }
  });
});

async function remaining(emails: readonly string[]): Promise<ReadonlySet<string | null>> {
  const users = await fixture.database.prisma.user.findMany({ where: { email: { in: [...emails] } } });
  return new Set(users.map(({ email }) => email));
}

describe('an unconfirmed account', () => {
  it('is deleted some days after the last sign-up with its address, unlike other accounts', async () => {
    const [forgotten, again, suspended, identified] = Array.from({ length: 4 }, () => fixture.newUser());
    const [member, people] = [await fixture.newMember(), [forgotten, again, suspended, identified]];
    for (const person of people) if (person) await fixture.signUp(person);
    const change = (person: typeof forgotten, data: object) =>
      fixture.database.prisma.user.update({ where: { email: person?.email ?? '' }, data });
    await change(suspended, { suspendedAt: new Date() });
    await change(identified, { identities: { create: { provider: 'facebook', providerUserId: 'f-12' } } });
    const all = [member, ...people].map((person) => person?.email ?? '');
    fixture.advance(retention.unconfirmedAccount.days * 24 - 1);
    if (again) await fixture.signUp(again);
    await fixture.auth.deleteExpired();
    expect(await remaining(all)).toEqual(new Set(all));
    fixture.advance(2);
    await fixture.auth.deleteExpired();
    expect(await remaining(all)).toEqual(new Set(all.filter((email) => email !== forgotten?.email)));
    if (forgotten) await fixture.verifyEmail(await fixture.signUp(forgotten));
  });

  it('is kept as long as its last token is valid', async () => {
    const person = fixture.newUser();
    await fixture.signUp(person);
    fixture.advance(retention.unconfirmedAccount.days * 24 - 1);
    const token = await resend(person.email);
    fixture.advance(2);
    await fixture.auth.deleteExpired();
    expect(await fixture.verifyEmail(token, person)).toMatchObject({ username: person.username });
  });
});
