import { limits } from '@relato/contract/limits';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { setupAuthFixture } from '../testing/auth-fixture.ts';

const fixture = setupAuthFixture();

const newPassword = 'una frase nueva';

describe('resetting a password', () => {
  it('replaces the old password and returns the address to notify', async () => {
    const person = await fixture.newMember();
    expect(
      await fixture.auth.resetPassword(await fixture.requestResetToken(person.email), newPassword),
    ).toEqual({
      email: person.email,
      userId: expect.any(String),
      unlinked: [],
    });
    await expectRefusal(fixture.signIn(person), 'INVALID_CREDENTIALS');
    await fixture.signIn({ ...person, password: newPassword });
  });

  it('SEC-10: D16: ends every session of the account and none of other accounts', async () => {
    const [person, other] = [await fixture.newMember(), await fixture.newMember()];
    const sessions = [await fixture.signIn(person), await fixture.signIn(person)];
    const others = await fixture.signIn(other);
    await fixture.auth.resetPassword(await fixture.requestResetToken(person.email), newPassword);
    for (const { token } of sessions) expect(await fixture.auth.validateSession(token)).toBeNull();
    expect(await fixture.auth.validateSession(others.token)).not.toBeNull();
  });

  it('confirms the address and gives the account its username', async () => {
    const person = fixture.newUser();
    const verification = await fixture.signUp(person);
    await fixture.auth.resetPassword(await fixture.requestResetToken(person.email), newPassword);
    expect((await fixture.signIn({ ...person, password: newPassword })).user.username).toBe(person.username);
    await expectRefusal(fixture.auth.verifyEmail(verification), 'LINK_EXPIRED');
  });

  it('keeps the time at which the address was first confirmed', async () => {
    const person = await fixture.newMember();
    const before = await fixture.database.prisma.user.findUnique({ where: { email: person.email } });
    await fixture.auth.resetPassword(await fixture.requestResetToken(person.email), newPassword);
    const after = await fixture.database.prisma.user.findUnique({ where: { email: person.email } });
    expect(after?.emailVerifiedAt).toEqual(before?.emailVerifiedAt);
  });

  it('refuses a common password and leaves the token valid', async () => {
    const person = await fixture.newMember();
    const token = await fixture.requestResetToken(person.email);
    for (const [password, code] of [
      ['12345678', 'PASSWORD_COMMON'],
      [person.username, 'PASSWORD_PERSONAL'],
      [person.email, 'PASSWORD_PERSONAL'],
    ] as const) {
      await expectRefusal(fixture.auth.resetPassword(token, password), code);
    }
    await fixture.auth.resetPassword(token, newPassword);
  });

  it('mails nothing to an unknown or suspended address', async () => {
    const suspended = await fixture.newMember();
    await fixture.database.prisma.user.update({
      where: { email: suspended.email },
      data: { suspendedAt: new Date() },
    });
    for (const { email } of [fixture.newUser(), suspended]) {
      expect(await fixture.requestResetMail(email)).toBeNull();
    }
  });
});

describe('SEC-24: a reset token', () => {
  it('works in one of many parallel uses with different passwords', async () => {
    const person = await fixture.newMember();
    const token = await fixture.requestResetToken(person.email);
    const passwords = Array.from({ length: 12 }, (_, index) => `frase de intento ${index}`);
    const results = await Promise.allSettled(
      passwords.map((each) => fixture.auth.resetPassword(token, each)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const winner = passwords[results.findIndex(({ status }) => status === 'fulfilled')] ?? '';
    await fixture.signIn({ ...person, password: winner });
    await expectRefusal(fixture.auth.resetPassword(token, newPassword), 'LINK_USED');
  });

  it('expires after one hour', async () => {
    const [early, late] = [await fixture.newMember(), await fixture.newMember()];
    const tokens = [
      await fixture.requestResetToken(early.email),
      await fixture.requestResetToken(late.email),
    ] as const;
    fixture.advance(limits.mailToken.recoveryHours - 0.01);
    await fixture.auth.resetPassword(tokens[0], newPassword);
    fixture.advance(0.02);
    await expectRefusal(fixture.auth.resetPassword(tokens[1], newPassword), 'LINK_EXPIRED');
  });

  it('is revoked by a newer request', async () => {
    const person = await fixture.newMember();
    const first = await fixture.requestResetToken(person.email);
    const second = await fixture.requestResetToken(person.email);
    await expectRefusal(fixture.auth.resetPassword(first, newPassword), 'LINK_EXPIRED');
    await fixture.auth.resetPassword(second, newPassword);
  });

  it('changes the password of its own account only', async () => {
    const [person, other] = [await fixture.newMember(), await fixture.newMember()];
    await fixture.auth.resetPassword(await fixture.requestResetToken(other.email), newPassword);
    expect((await fixture.signIn(person)).user.email).toBe(person.email);
  });
});
