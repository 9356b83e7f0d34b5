import { serverLimits } from '@relato/contract/server-limits';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { setupAuthFixture } from '../testing/auth-fixture.ts';

const fixture = setupAuthFixture();

const newPassword = 'una frase nueva';

describe('resetting a password', () => {
  it('SEC-10: D16: replaces the old password and ends every session of its own account only', async () => {
    const [person, other] = [await fixture.newMember(), await fixture.newMember()];
    const sessions = [await fixture.signIn(person), await fixture.signIn(person)];
    const others = await fixture.signIn(other);
    const findUser = () => fixture.database.prisma.user.findUnique({ where: { email: person.email } });
    const before = await findUser();
    const token = await fixture.requestResetToken(person.email);
    expect(await fixture.auth.resetPassword(token, newPassword)).toEqual({
      email: person.email,
      unlinked: [],
    });
    for (const session of sessions) expect(await fixture.auth.validateSession(session.token)).toBeNull();
    expect(await fixture.auth.validateSession(others.token)).not.toBeNull();
    await expectRefusal(fixture.signIn(person), 'INVALID_CREDENTIALS');
    await fixture.signIn({ ...person, password: newPassword });
    await fixture.signIn(other);
    // The time of the first confirmation of the address stays.
    expect((await findUser())?.emailVerifiedAt).toEqual(before?.emailVerifiedAt);
  });

  it('confirms the address and gives the account its username', async () => {
    const person = fixture.newUser();
    const verification = await fixture.signUp(person);
    await fixture.auth.resetPassword(await fixture.requestResetToken(person.email), newPassword);
    expect((await fixture.signIn({ ...person, password: newPassword })).user.username).toBe(person.username);
    await expectRefusal(fixture.auth.verifyEmail(verification), 'LINK_EXPIRED');
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

  it('sends no mail to an unknown or suspended address', async () => {
    const suspended = await fixture.newMember();
    await fixture.suspend(suspended.email);
    for (const { email } of [fixture.newUser(), suspended]) {
      expect(await fixture.requestResetMail(email)).toBeNull();
    }
  });
});

describe('SEC-24: a reset token', () => {
  it('works in one of many parallel uses with different passwords', async () => {
    const person = await fixture.newMember();
    const token = await fixture.requestResetToken(person.email);
    const passwords = Array.from({ length: 4 }, (_, index) => `frase de intento ${index}`);
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
    fixture.advance(serverLimits.mailToken.recoveryHours - 0.01);
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
});
