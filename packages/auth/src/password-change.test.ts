import { createTestDatabase, type TestDatabase } from '@relato/db/testing/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTrial, type Trial } from './trial.ts';

let database: TestDatabase;
let trial: Trial;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  trial = createTrial(database);
});
afterAll(() => database.close());

const newPassword = 'colorín colorado 8';

/** Somebody with a session, and what claims a change in it. */
async function signedIn() {
  const person = await trial.member();
  const { token, user } = await trial.signIn(person);
  return { person, user, token, claim: { userId: user.id, token, password: person.password } };
}

const withoutPassword = (id: string) =>
  database.prisma.user.update({ where: { id }, data: { passwordHash: null } });

describe('changing the password', () => {
  it('SEC-10: ends every other session at once and keeps the one it is made in', async () => {
    const { person, claim, token } = await signedIn();
    const others = [await trial.signIn(person), await trial.signIn(person)];
    expect(await trial.auth.changePassword(claim, newPassword)).toEqual({
      email: person.email,
      unlinked: [],
    });
    for (const other of others) expect(await trial.auth.validateSession(other.token)).toBeNull();
    expect(await trial.auth.validateSession(token)).not.toBeNull();
    await expect(trial.signIn(person)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    await trial.signIn({ ...person, password: newPassword });
  });

  it('takes the present password of an account that has one, and nothing instead', async () => {
    const { person, claim } = await signedIn();
    const change = (password: string | undefined) =>
      trial.auth.changePassword({ ...claim, password }, newPassword);
    await expect(change('otra cosa')).rejects.toMatchObject({ code: 'PASSWORD_WRONG' });
    // Not even fresh.
    await expect(change(undefined)).rejects.toMatchObject({ code: 'PASSWORD_REQUIRED' });
    await trial.signIn(person);
  });

  it('gives a first one to who has none and has just signed in', async () => {
    const { person, user, claim } = await signedIn();
    await withoutPassword(user.id);
    const fresh = { ...claim, password: undefined };
    await expect(trial.auth.changePassword(claim, newPassword)).rejects.toMatchObject({
      code: 'PASSWORD_WRONG',
    });
    await trial.auth.changePassword(fresh, newPassword);
    await trial.signIn({ ...person, password: newPassword });
  });

  it('gives no first one to who found a browser open', async () => {
    const { user, claim } = await signedIn();
    await withoutPassword(user.id);
    trial.advance(0.26);
    await expect(
      trial.auth.changePassword({ ...claim, password: undefined }, newPassword),
    ).rejects.toMatchObject({ code: 'SESSION_NOT_FRESH' });
  });

  it('SEC-21: refuses the new one as at sign-up, with the reason, and changes nothing', async () => {
    const { person, claim } = await signedIn();
    for (const [password, code] of [
      ['contraseña', 'PASSWORD_COMMON'],
      [`${person.username}1`, 'PASSWORD_PERSONAL'],
    ] as const) {
      await expect(trial.auth.changePassword(claim, password)).rejects.toMatchObject({ code });
    }
    await trial.signIn(person);
  });

  it('ends what was mailed before: a recovery, and another address that was asked for', async () => {
    const { person, claim } = await signedIn();
    const reset = await trial.requestReset(person.email);
    const change = await trial.auth.requestEmailChange(claim, trial.stranger().email);
    await trial.auth.changePassword(claim, newPassword);
    await expect(trial.auth.resetPassword(reset, 'otra frase 9')).rejects.toMatchObject({
      code: 'LINK_EXPIRED',
    });
    const token = change.outcome === 'confirm' ? change.token : '';
    await expect(trial.auth.confirmEmailChange(claim, token)).rejects.toMatchObject({
      code: 'LINK_EXPIRED',
    });
  });

  it('loses against a recovery that comes first: the session it was asked in is over', async () => {
    const { person, claim } = await signedIn();
    await trial.auth.resetPassword(await trial.requestReset(person.email), newPassword);
    await expect(trial.auth.changePassword(claim, 'otra frase 9')).rejects.toMatchObject({
      code: 'PASSWORD_WRONG',
    });
    await expect(
      trial.auth.changePassword({ ...claim, password: newPassword }, 'otra frase 9'),
    ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await trial.signIn({ ...person, password: newPassword });
  });

  it('of several at once one succeeds', async () => {
    const { person, claim } = await signedIn();
    const wanted = Array.from({ length: 5 }, (_, index) => `colorín colorado ${index}`);
    const answers = await Promise.allSettled(
      wanted.map((password) => trial.auth.changePassword(claim, password)),
    );
    const winner = answers.findIndex(({ status }) => status === 'fulfilled');
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await trial.signIn({ ...person, password: wanted[winner] ?? '' });
  });
});
