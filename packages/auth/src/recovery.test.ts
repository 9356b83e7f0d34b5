import { limits } from '@relato/contract/limits';
import { createTestDatabase, type TestDatabase } from '@relato/db/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTrial, type Trial } from './trial.ts';

let database: TestDatabase;
let trial: Trial;

beforeAll(async () => {
  database = await createTestDatabase();
  trial = createTrial(database);
});
afterAll(() => database.close());

const newPassword = 'una frase nueva';

describe('recovering a password', () => {
  it('replaces the old one and answers the address to tell', async () => {
    const person = await trial.member();
    expect(await trial.auth.resetPassword(await trial.requestReset(person.email), newPassword)).toEqual({
      email: person.email,
      userId: expect.any(String),
      unlinked: [],
    });
    await expect(trial.signIn(person)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    await trial.signIn({ ...person, password: newPassword });
  });

  it('SEC-10: D16: ends every session of the account and none of another', async () => {
    const [person, other] = [await trial.member(), await trial.member()];
    const sessions = [await trial.signIn(person), await trial.signIn(person)];
    const others = await trial.signIn(other);
    await trial.auth.resetPassword(await trial.requestReset(person.email), newPassword);
    for (const { token } of sessions) expect(await trial.auth.validateSession(token)).toBeNull();
    expect(await trial.auth.validateSession(others.token)).not.toBeNull();
  });

  it('confirms the address, for the mailbox is proven, and the account gets its username', async () => {
    const person = trial.stranger();
    const verification = await trial.signUp(person);
    await trial.auth.resetPassword(await trial.requestReset(person.email), newPassword);
    expect((await trial.signIn({ ...person, password: newPassword })).user.username).toBe(person.username);
    await expect(trial.auth.verifyEmail(verification)).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
  });

  it('keeps when the address was first confirmed', async () => {
    const person = await trial.member();
    const before = await database.prisma.user.findUnique({ where: { email: person.email } });
    await trial.auth.resetPassword(await trial.requestReset(person.email), newPassword);
    const after = await database.prisma.user.findUnique({ where: { email: person.email } });
    expect(after?.emailVerifiedAt).toEqual(before?.emailVerifiedAt);
  });

  it('refuses a common password and leaves the link good', async () => {
    const person = await trial.member();
    const token = await trial.requestReset(person.email);
    for (const [password, code] of [
      ['12345678', 'PASSWORD_COMMON'],
      [person.username, 'PASSWORD_PERSONAL'],
      [person.email, 'PASSWORD_PERSONAL'],
    ] as const) {
      await expect(trial.auth.resetPassword(token, password)).rejects.toMatchObject({ code });
    }
    await trial.auth.resetPassword(token, newPassword);
  });

  it('mails nothing to an unknown or a suspended address', async () => {
    const suspended = await trial.member();
    await database.prisma.user.update({
      where: { email: suspended.email },
      data: { suspendedAt: new Date() },
    });
    for (const { email } of [trial.stranger(), suspended]) {
      expect(await trial.recoveryFor(email)).toBeNull();
    }
  });
});

describe('SEC-24: a recovery link', () => {
  it('works once, also when used many times at once with different passwords', async () => {
    const person = await trial.member();
    const token = await trial.requestReset(person.email);
    const passwords = Array.from({ length: 12 }, (_, index) => `frase de intento ${index}`);
    const results = await Promise.allSettled(passwords.map((each) => trial.auth.resetPassword(token, each)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const winner = passwords[results.findIndex(({ status }) => status === 'fulfilled')] ?? '';
    await trial.signIn({ ...person, password: winner });
    await expect(trial.auth.resetPassword(token, newPassword)).rejects.toMatchObject({ code: 'LINK_USED' });
  });

  it('works for one hour', async () => {
    const [early, late] = [await trial.member(), await trial.member()];
    const tokens = [await trial.requestReset(early.email), await trial.requestReset(late.email)] as const;
    trial.advance(limits.mailToken.recoveryHours - 0.01);
    await trial.auth.resetPassword(tokens[0], newPassword);
    trial.advance(0.02);
    await expect(trial.auth.resetPassword(tokens[1], newPassword)).rejects.toMatchObject({
      code: 'LINK_EXPIRED',
    });
  });

  it('ends when a newer one is asked for', async () => {
    const person = await trial.member();
    const first = await trial.requestReset(person.email);
    const second = await trial.requestReset(person.email);
    await expect(trial.auth.resetPassword(first, newPassword)).rejects.toMatchObject({
      code: 'LINK_EXPIRED',
    });
    await trial.auth.resetPassword(second, newPassword);
  });

  it('is of its account only', async () => {
    const [person, other] = [await trial.member(), await trial.member()];
    await trial.auth.resetPassword(await trial.requestReset(other.email), newPassword);
    expect((await trial.signIn(person)).user.email).toBe(person.email);
  });
});
