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

const resend = async (email: string): Promise<string> => {
  const mail = await trial.verificationFor(email);
  if (!mail) throw new Error('Nothing to confirm');
  return mail.token;
};

describe('SEC-24: a confirmation link', () => {
  it('works once, and then says that it was used', async () => {
    const token = await trial.signUp(trial.stranger());
    await trial.auth.verifyEmail(token);
    await expect(trial.auth.verifyEmail(token)).rejects.toMatchObject({ code: 'LINK_USED' });
  });

  it('works once of 50 times at once', async () => {
    const token = await trial.signUp(trial.stranger());
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => trial.auth.verifyEmail(token)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refusals).toEqual(
      Array.from({ length: 49 }, () => expect.objectContaining({ code: 'LINK_USED' })),
    );
  });

  it('works for 24 hours', async () => {
    const [early, late] = [await trial.signUp(trial.stranger()), await trial.signUp(trial.stranger())];
    trial.advance(limits.mailToken.verificationHours - 0.01);
    await trial.auth.verifyEmail(early);
    trial.advance(0.02);
    await expect(trial.auth.verifyEmail(late)).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
  });

  it('is not one for anything else, and the other way round', async () => {
    const person = trial.stranger();
    const verification = await trial.signUp(person);
    const reset = await trial.requestReset(person.email);
    await expect(trial.auth.resetPassword(verification, 'otra frase larga')).rejects.toMatchObject({
      code: 'LINK_INVALID',
    });
    await expect(trial.auth.verifyEmail(reset)).rejects.toMatchObject({ code: 'LINK_INVALID' });
    await trial.auth.verifyEmail(verification);
    await expect(trial.auth.resetPassword(verification, 'otra frase larga')).rejects.toMatchObject({
      code: 'LINK_INVALID',
    });
  });

  it('is not one when it is made up or what the table holds', async () => {
    const person = trial.stranger();
    const token = await trial.signUp(person);
    const stored = await database.prisma.mailToken.findFirstOrThrow({ where: { email: person.email } });
    for (const wrong of ['', 'x', stored.id, `${token}x`, token.slice(1), '\u0000']) {
      await expect(trial.auth.verifyEmail(wrong)).rejects.toMatchObject({ code: 'LINK_INVALID' });
    }
  });

  it('confirms the address that it was sent to and no other', async () => {
    const person = trial.stranger();
    const token = await trial.signUp(person);
    const { email } = trial.stranger();
    await database.prisma.user.update({ where: { email: person.email }, data: { email } });
    await expect(trial.auth.verifyEmail(token)).rejects.toMatchObject({ code: 'LINK_INVALID' });
    expect((await database.prisma.user.findUnique({ where: { email } }))?.emailVerifiedAt).toBeNull();
    // The case of the letters is no other address.
    await database.prisma.user.update({ where: { email }, data: { email: person.email.toUpperCase() } });
    await trial.auth.verifyEmail(token);
  });

  it('stays unused when what it should do fails', async () => {
    const person = trial.stranger();
    const token = await trial.signUp(person);
    await database.prisma.$executeRaw`ALTER TABLE profiles RENAME TO profiles_away`;
    await expect(trial.auth.verifyEmail(token)).rejects.toThrow('profiles');
    await database.prisma.$executeRaw`ALTER TABLE profiles_away RENAME TO profiles`;
    expect(await trial.auth.verifyEmail(token)).toEqual({ username: person.username });
  });

  it('signs nobody in', async () => {
    const person = await trial.member();
    expect(await database.prisma.session.count({ where: { user: { email: person.email } } })).toBe(0);
  });
});

describe('sending the link again', () => {
  it('ends the link from before', async () => {
    const person = trial.stranger();
    const first = await trial.signUp(person);
    const second = await resend(person.email.toUpperCase());
    await expect(trial.auth.verifyEmail(first)).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
    await trial.auth.verifyEmail(second);
  });

  it('leaves one good link when it is asked for many times at once', async () => {
    const person = trial.stranger();
    await trial.signUp(person);
    const tokens = await Promise.all(Array.from({ length: 20 }, () => resend(person.email)));
    const links = await database.prisma.mailToken.findMany({ where: { email: person.email } });
    const unended = links.filter((link) => link.expiresAt.getTime() - link.createdAt.getTime() > 3_600_000);
    expect(links).toHaveLength(1 + tokens.length);
    expect(unended).toHaveLength(1);
  });

  it('mails the address of the account, with its username', async () => {
    const person = trial.stranger();
    await trial.signUp(person);
    expect(await trial.verificationFor(person.email)).toMatchObject({
      kind: 'confirmation',
      email: person.email,
      username: person.username,
    });
  });

  it('mails nothing to an unknown, a confirmed or a suspended address', async () => {
    const [member, suspended] = [await trial.member(), trial.stranger()];
    await trial.signUp(suspended);
    await database.prisma.user.update({
      where: { email: suspended.email },
      data: { suspendedAt: new Date() },
    });
    for (const { email } of [trial.stranger(), member, suspended]) {
      expect(await trial.verificationFor(email)).toBeNull();
    }
  });

  it('ends recovery links of the time before the confirmation once it is done', async () => {
    const person = trial.stranger();
    const token = await trial.signUp(person);
    const reset = await trial.requestReset(person.email);
    await trial.auth.verifyEmail(token);
    await expect(trial.auth.resetPassword(reset, 'otra frase larga')).rejects.toMatchObject({
      code: 'LINK_EXPIRED',
    });
  });
});

async function remaining(emails: readonly string[]): Promise<ReadonlySet<string | null>> {
  const users = await database.prisma.user.findMany({ where: { email: { in: [...emails] } } });
  return new Set(users.map(({ email }) => email));
}

describe('an account that was never confirmed', () => {
  it('goes some days after the last sign-up with its address, and no other account does', async () => {
    const [forgotten, again, suspended, identified] = Array.from({ length: 4 }, () => trial.stranger());
    const [member, people] = [await trial.member(), [forgotten, again, suspended, identified]];
    for (const person of people) if (person) await trial.signUp(person);
    const change = (person: typeof forgotten, data: object) =>
      database.prisma.user.update({ where: { email: person?.email ?? '' }, data });
    await change(suspended, { suspendedAt: new Date() });
    await change(identified, { identities: { create: { provider: 'facebook', providerUserId: 'f-12' } } });
    const all = [member, ...people].map((person) => person?.email ?? '');
    trial.advance(limits.unconfirmedAccount.days * 24 - 1);
    if (again) await trial.signUp(again);
    await trial.auth.deleteExpired();
    expect(await remaining(all)).toEqual(new Set(all));
    trial.advance(2);
    await trial.auth.deleteExpired();
    expect(await remaining(all)).toEqual(new Set(all.filter((email) => email !== forgotten?.email)));
    if (forgotten) await trial.auth.verifyEmail(await trial.signUp(forgotten));
  });

  it('stays as long as a link that was mailed for it', async () => {
    const person = trial.stranger();
    await trial.signUp(person);
    trial.advance(limits.unconfirmedAccount.days * 24 - 1);
    const token = await resend(person.email);
    trial.advance(2);
    await trial.auth.deleteExpired();
    expect(await trial.auth.verifyEmail(token)).toEqual({ username: person.username });
  });
});
