import argon2 from '@node-rs/argon2';
import { retention } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { barSignUps, toSignUpBarIds } from './bar-suspended.ts';
import { setupOauthFixture } from '../testing/oauth-fixture.ts';

const oauth = setupOauthFixture();
const { fixture, newPerson, complete, findAccount, newMember } = oauth;

const refused = (code: string) => expect.objectContaining({ outcome: 'refused', code });

it('the slow hashes of addresses and identities are made without holding a transaction', async () => {
  const { prisma } = fixture.database;
  const { hashRaw } = argon2;
  const open: bigint[] = [];
  const spy = vi.spyOn(argon2, 'hashRaw').mockImplementation(async (...text) => {
    const [row] = await prisma.$queryRaw<{ count: bigint }[]>`SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'idle in transaction'`;
    open.push(row?.count ?? -1n);
    return hashRaw(...text);
  });
  onTestFinished(() => spy.mockRestore());
  const [person, other] = [fixture.newUser(), await newMember()];
  await complete('google', newPerson());
  await complete('google', newPerson(), { link: other });
  const session = { userId: other.userId, token: other.token };
  const claim = { ...session, password: other.password };
  const change = await fixture.auth.requestEmailChange(claim, person.email);
  await fixture.auth.confirmEmailChange(session, change.outcome === 'confirm' ? change.token : '');
  expect(open.length).toBeGreaterThan(3);
  expect(open.filter((count) => count !== 0n)).toEqual([]);
});

describe('the address and identities of a suspended account that was deleted', () => {
  it('are barred from every kind of sign-up for a while', async () => {
    const { prisma } = fixture.database;
    const [person, other] = [fixture.newUser(), await newMember()];
    const google = newPerson();
    const sameAddress = newPerson({ email: person.email });
    const identity = { provider: 'google', providerUserId: google.id } as const;
    await barSignUps(
      prisma,
      await toSignUpBarIds({ email: person.email, identities: [identity] }),
      new Date(),
    );
    const alias = person.email.replace('@', '+otra@');
    const attempts = async () => [
      (await fixture.auth.signUp({ ...person, email: person.email.toUpperCase() })).outcome,
      (await fixture.auth.signUp({ ...person, email: alias })).outcome,
      await complete('google', google),
      await complete('google', sameAddress),
      await complete('google', google, { link: other }),
    ];
    expect(await attempts()).toEqual([
      'address-barred',
      'address-barred',
      refused('ACCOUNT_SUSPENDED'),
      refused('ACCOUNT_SUSPENDED'),
      refused('IDENTITY_IN_USE'),
    ]);
    expect(await prisma.user.count({ where: { email: person.email } })).toBe(0);
    expect(await findAccount('google', google)).toBeNull();
    const session = { userId: other.userId, token: other.token };
    const claim = { ...session, password: other.password };
    const change = await fixture.auth.requestEmailChange(claim, person.email);
    const token = change.outcome === 'confirm' ? change.token : '';
    await expectRefusal(fixture.auth.confirmEmailChange(session, token), 'EMAIL_IN_USE');

    fixture.advance(retention.signUpBar.days * 24 + 1);
    await fixture.auth.deleteExpired();
    expect(await prisma.signUpBar.count()).toBe(0);
    expect((await fixture.auth.signUp(person)).outcome).toBe('confirm');
  });
});
