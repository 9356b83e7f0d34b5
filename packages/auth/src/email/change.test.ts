import argon2 from '@node-rs/argon2';
import { countStatements } from '@relato/db/testing/count-statements';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it, vi } from 'vitest';
import { createAuth } from '../auth.ts';
import { setupAuthFixture, type SignedInUser } from '../testing/auth-fixture.ts';

const fixture = setupAuthFixture();

/** Requests a change and returns the token in the mail to the new address. */
async function requestChange(credentials: SignedInUser['credentials'], email: string): Promise<string> {
  const request = await fixture.auth.requestEmailChange(credentials, email);
  if (request.outcome !== 'confirm') throw new Error('The address is in use');
  return request.token;
}
const emailOf = async (id: string) =>
  (await fixture.database.prisma.user.findUniqueOrThrow({ where: { id } })).email;

describe('changing the e-mail address', () => {
  it('SEC-10: takes effect when the mailbox confirms it, and ends all access through the old address', async () => {
    const { person, userId, credentials } = await fixture.newSignedInUser();
    await expectRefusal(requestChange(credentials, person.email.toUpperCase()), 'EMAIL_UNCHANGED');
    const other = await fixture.signIn(person);
    const reset = await fixture.requestResetToken(person.email);
    const { email } = fixture.newUser();
    const token = await requestChange(credentials, email);
    expect(await emailOf(userId)).toBe(person.email);
    expect(await fixture.auth.getOwnAccount(userId)).toEqual({
      email: person.email,
      hasPassword: true,
      pendingEmail: email,
    });
    expect(await fixture.auth.confirmEmailChange(credentials, token)).toEqual({ before: person.email });
    await expectRefusal(fixture.signIn(person), 'INVALID_CREDENTIALS');
    expect((await fixture.signIn({ ...person, email })).user.id).toBe(userId);
    expect(await fixture.auth.getOwnAccount(userId)).toMatchObject({ email, pendingEmail: null });
    expect(await fixture.auth.validateSession(other.token)).toBeNull();
    expect(await fixture.auth.validateSession(credentials.token)).not.toBeNull();
    await expectRefusal(fixture.auth.resetPassword(reset, 'otra frase 9'), 'LINK_EXPIRED');
  });

  it('D22: requires the password, or a fresh session of an account without one', async () => {
    const { userId, credentials } = await fixture.newSignedInUser();
    const { email } = fixture.newUser();
    await expectRefusal(requestChange({ ...credentials, password: 'otra cosa' }, email), 'PASSWORD_WRONG');
    const open = { ...credentials, password: undefined };
    // A fresh session does not replace the password.
    await expectRefusal(fixture.auth.requestEmailChange(open, email), 'PASSWORD_REQUIRED');
    await requestChange(credentials, email);
    await fixture.database.prisma.user.update({ where: { id: userId }, data: { passwordHash: null } });
    await fixture.auth.requestEmailChange(open, email);
    fixture.advance(0.26);
    await expectRefusal(fixture.auth.requestEmailChange(open, email), 'SESSION_NOT_FRESH');
  });

  it('sets the first address of an account without one', async () => {
    const { userId, credentials } = await fixture.newSignedInUser();
    await fixture.database.prisma.user.update({
      where: { id: userId },
      data: { email: null, emailVerifiedAt: null },
    });
    const { email } = fixture.newUser();
    expect(
      await fixture.auth.confirmEmailChange(credentials, await requestChange(credentials, email)),
    ).toEqual({ before: null });
    expect(await emailOf(userId)).toBe(email);
  });

  it('SEC-25: refuses the link of an account that is not signed in', async () => {
    const attacker = await fixture.newSignedInUser();
    const victim = await fixture.newSignedInUser();
    const token = await requestChange(attacker.credentials, fixture.newUser().email);
    await expectRefusal(fixture.auth.confirmEmailChange(victim.credentials, token), 'FORBIDDEN');
    await fixture.auth.signOut(attacker.token);
    await expectRefusal(fixture.auth.confirmEmailChange(attacker.credentials, token), 'UNAUTHENTICATED');
    expect(await emailOf(attacker.userId)).toBe(attacker.person.email);
  });
});

describe('SEC-24: the token of an e-mail change', () => {
  it('succeeds in one of five parallel uses', async () => {
    const { credentials } = await fixture.newSignedInUser();
    const token = await requestChange(credentials, fixture.newUser().email);
    const answers = await Promise.allSettled(
      Array.from({ length: 5 }, () => fixture.auth.confirmEmailChange(credentials, token)),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['LINK_USED']));
  });

  it('expires after a day, after a newer request and after a password reset', async () => {
    const { person, credentials } = await fixture.newSignedInUser();
    const first = await requestChange(credentials, fixture.newUser().email);
    const second = await requestChange(credentials, fixture.newUser().email);
    await expectRefusal(fixture.auth.confirmEmailChange(credentials, first), 'LINK_EXPIRED');
    await fixture.auth.resetPassword(await fixture.requestResetToken(person.email), 'otra frase 9');
    const { token } = await fixture.signIn({ ...person, password: 'otra frase 9' });
    const renewed = { ...credentials, token, password: 'otra frase 9' };
    await expectRefusal(fixture.auth.confirmEmailChange(renewed, second), 'LINK_EXPIRED');
    const third = await requestChange(renewed, fixture.newUser().email);
    fixture.advance(24);
    await expectRefusal(fixture.auth.confirmEmailChange(renewed, third), 'LINK_EXPIRED');
  });

  it('is valid for its own purpose only', async () => {
    const { person, credentials } = await fixture.newSignedInUser();
    const token = await requestChange(credentials, fixture.newUser().email);
    const invalid = { code: 'LINK_INVALID' };
    await expect(fixture.auth.verifyEmail(token)).rejects.toMatchObject(invalid);
    await expect(fixture.auth.resetPassword(token, 'otra frase 9')).rejects.toMatchObject(invalid);
    const reset = await fixture.requestResetToken(person.email);
    await expect(fixture.auth.confirmEmailChange(credentials, reset)).rejects.toMatchObject(invalid);
    const [stored] = await fixture.database.prisma.mailToken.findMany({
      where: { userId: credentials.userId, purpose: 'change_email' },
    });
    await expect(fixture.auth.confirmEmailChange(credentials, stored?.id ?? '')).rejects.toMatchObject(
      invalid,
    );
  });
});

describe('changing to an address of another account', () => {
  it('SEC-20: runs the same statements and leaves the same rows as a free address', async () => {
    const known = await fixture.newMember();
    const { database, take } = countStatements(fixture.database);
    const counted = createAuth({ database, secure: true, minimumDurationMs: 0 });
    const runs = [];
    for (const email of [known.email, fixture.newUser().email]) {
      const { userId, credentials } = await fixture.newSignedInUser();
      take();
      const verify = vi.spyOn(argon2, 'verify');
      const { outcome } = await counted.requestEmailChange(credentials, email);
      const verified = verify.mock.calls.length;
      verify.mockRestore();
      const { pendingEmail } = (await fixture.auth.getOwnAccount(userId)) ?? {};
      runs.push({ outcome, shown: pendingEmail === email, verified, statements: take() });
    }
    const [taken, free] = runs;
    expect([taken?.outcome, free?.outcome]).toEqual(['address-in-use', 'confirm']);
    expect(taken?.statements.length).toBeGreaterThan(3);
    expect({ ...taken, outcome: null }).toEqual({ ...free, outcome: null });
    expect(free).toMatchObject({ shown: true, verified: 1 });
  });

  it('gives the address to one of two accounts that confirm it at once', async () => {
    const [one, two] = [await fixture.newSignedInUser(), await fixture.newSignedInUser()];
    const { email } = fixture.newUser();
    const tokens = [
      await requestChange(one.credentials, email),
      await requestChange(two.credentials, email),
    ] as const;
    const answers = await Promise.allSettled([
      fixture.auth.confirmEmailChange(one.credentials, tokens[0]),
      fixture.auth.confirmEmailChange(two.credentials, tokens[1]),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'EMAIL_IN_USE' },
    });
    expect(await fixture.database.prisma.user.count({ where: { email } })).toBe(1);
  });

  it('replaces an account that never confirmed the address', async () => {
    const squatter = fixture.newUser();
    const old = await fixture.signUp(squatter);
    const { userId, credentials } = await fixture.newSignedInUser();
    await fixture.auth.confirmEmailChange(credentials, await requestChange(credentials, squatter.email));
    expect(await emailOf(userId)).toBe(squatter.email);
    await expectRefusal(fixture.auth.verifyEmail(old), 'LINK_INVALID');
  });
});
