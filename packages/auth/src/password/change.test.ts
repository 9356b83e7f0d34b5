import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { setupAuthFixture } from '../testing/auth-fixture.ts';

const fixture = setupAuthFixture();

const newPassword = 'colorín colorado 8';

describe('changing the password', () => {
  it('SEC-10: D22: ends every other session at once and keeps the current one', async () => {
    const { person, credentials, token } = await fixture.newSignedInUser();
    const others = [await fixture.signIn(person), await fixture.signIn(person)];
    expect(await fixture.auth.changePassword(credentials, newPassword)).toEqual({
      email: person.email,
      unlinked: [],
    });
    for (const other of others) expect(await fixture.auth.validateSession(other.token)).toBeNull();
    expect(await fixture.auth.validateSession(token)).not.toBeNull();
    await expectRefusal(fixture.signIn(person), 'INVALID_CREDENTIALS');
    await fixture.signIn({ ...person, password: newPassword });
  });

  it('D22: requires the present password of an account that has one', async () => {
    const { person, credentials } = await fixture.newSignedInUser();
    const change = (password: string | undefined) =>
      fixture.auth.changePassword({ ...credentials, password }, newPassword);
    await expectRefusal(change('otra cosa'), 'PASSWORD_WRONG');
    // A fresh session does not replace the password.
    await expectRefusal(change(undefined), 'PASSWORD_REQUIRED');
    await fixture.signIn(person);
  });

  it('accepts a fresh session instead of the password of an account without an address', async () => {
    const { userId, credentials } = await fixture.newSignedInUser();
    await fixture.database.prisma.user.update({
      where: { id: userId },
      data: { email: null, emailVerifiedAt: null },
    });
    const open = { ...credentials, password: undefined };
    await fixture.auth.changePassword(open, newPassword);
    fixture.advance(0.26);
    await expectRefusal(fixture.auth.changePassword(open, newPassword), 'SESSION_NOT_FRESH');
    await fixture.auth.changePassword({ ...credentials, password: newPassword }, `${newPassword}9`);
  });

  it('sets a first password in a fresh session only', async () => {
    const { person, userId, credentials } = await fixture.newSignedInUser();
    await fixture.database.prisma.user.update({ where: { id: userId }, data: { passwordHash: null } });
    const open = { ...credentials, password: undefined };
    await expectRefusal(fixture.auth.changePassword(credentials, newPassword), 'PASSWORD_WRONG');
    fixture.advance(0.26);
    await expectRefusal(fixture.auth.changePassword(open, newPassword), 'SESSION_NOT_FRESH');
    fixture.advance(-0.26);
    await fixture.auth.changePassword(open, newPassword);
    await fixture.signIn({ ...person, password: newPassword });
  });

  it('SEC-21: refuses common and personal passwords like a sign-up, without a change', async () => {
    const { person, credentials } = await fixture.newSignedInUser();
    for (const [password, code] of [
      ['contraseña', 'PASSWORD_COMMON'],
      [`${person.username}1`, 'PASSWORD_PERSONAL'],
    ] as const) {
      await expectRefusal(fixture.auth.changePassword(credentials, password), code);
    }
    await fixture.signIn(person);
  });

  it('revokes pending tokens of a password reset and an e-mail change', async () => {
    const { person, credentials } = await fixture.newSignedInUser();
    const reset = await fixture.requestResetToken(person.email);
    const change = await fixture.auth.requestEmailChange(credentials, fixture.newUser().email);
    await fixture.auth.changePassword(credentials, newPassword);
    await expectRefusal(fixture.auth.resetPassword(reset, 'otra frase 9'), 'LINK_EXPIRED');
    const token = change.outcome === 'confirm' ? change.token : '';
    await expectRefusal(fixture.auth.confirmEmailChange(credentials, token), 'LINK_EXPIRED');
  });

  it('fails after a password reset has ended the session', async () => {
    const { person, credentials } = await fixture.newSignedInUser();
    await fixture.auth.resetPassword(await fixture.requestResetToken(person.email), newPassword);
    await expectRefusal(fixture.auth.changePassword(credentials, 'otra frase 9'), 'PASSWORD_WRONG');
    await expectRefusal(
      fixture.auth.changePassword({ ...credentials, password: newPassword }, 'otra frase 9'),
      'UNAUTHENTICATED',
    );
    await fixture.signIn({ ...person, password: newPassword });
  });

  it('succeeds in one of several parallel changes', async () => {
    const { person, credentials } = await fixture.newSignedInUser();
    const wanted = Array.from({ length: 3 }, (_, index) => `colorín colorado ${index}`);
    const answers = await Promise.allSettled(
      wanted.map((password) => fixture.auth.changePassword(credentials, password)),
    );
    const winner = answers.findIndex(({ status }) => status === 'fulfilled');
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await fixture.signIn({ ...person, password: wanted[winner] ?? '' });
  });
});
