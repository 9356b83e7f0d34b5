import { createTestDatabase, type TestDatabase } from '@relato/db/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuth } from './auth.ts';
import { hashSecret } from './secrets.ts';
import { createTrial, type Trial } from './trial.ts';

let database: TestDatabase;
let trial: Trial;

beforeAll(async () => {
  database = await createTestDatabase();
  trial = createTrial(database);
});
afterAll(() => database.close());

describe('signing up', () => {
  it('makes an account that cannot sign in until its address is confirmed', async () => {
    const person = trial.stranger();
    const token = await trial.signUp(person);
    await expect(trial.signIn(person)).rejects.toMatchObject({ code: 'EMAIL_NOT_CONFIRMED' });
    expect(await database.prisma.session.count({ where: { user: { email: person.email } } })).toBe(0);
    expect(await trial.auth.verifyEmail(token)).toEqual({ username: person.username });
    expect((await trial.signIn(person)).user).toMatchObject({
      username: person.username,
      email: person.email,
    });
  });

  it('mails a link of at least 128 bits to the address, with the username', async () => {
    const person = trial.stranger();
    const result = await trial.auth.signUp(person);
    expect(result).toEqual({
      outcome: 'confirm',
      email: person.email,
      username: person.username,
      token: expect.stringMatching(/^[\w-]{22,}$/),
      isRepeated: false,
    });
  });

  it('gives ids that sort by time', async () => {
    const [first, second] = [await trial.member(), await trial.member()];
    const ids = await database.prisma.user.findMany({
      where: { email: { in: [second.email, first.email] } },
      orderBy: { id: 'asc' },
    });
    expect(ids.map(({ email }) => email)).toEqual([first.email, second.email]);
    expect(ids[0]?.id[14]).toBe('7');
  });

  it('refuses a common password and one made of the name', async () => {
    const person = trial.stranger();
    await expect(trial.auth.signUp({ ...person, password: 'Contraseña' })).rejects.toMatchObject({
      code: 'PASSWORD_COMMON',
    });
    await expect(trial.auth.signUp({ ...person, password: person.username })).rejects.toMatchObject({
      code: 'PASSWORD_PERSONAL',
    });
    expect(await database.prisma.user.count({ where: { email: person.email } })).toBe(0);
  });

  it('refuses the username of a member whatever its case, ñ and accents in capitals too', async () => {
    const member = { ...trial.stranger(), username: 'Ñandú_á' };
    await trial.auth.verifyEmail(await trial.signUp(member));
    await expect(trial.auth.signUp({ ...trial.stranger(), username: 'ñANDÚ_Á' })).rejects.toMatchObject({
      code: 'USERNAME_TAKEN',
    });
  });

  it('L318-319: gives a username to one of those who confirm at the same time, and the others choose another later', async () => {
    const { username } = trial.stranger();
    const people = Array.from({ length: 5 }, () => ({ ...trial.stranger(), username }));
    const tokens = await Promise.all(people.map((person) => trial.signUp(person)));
    const results = await Promise.all(tokens.map((token) => trial.auth.verifyEmail(token)));
    expect(results.filter((each) => each.username === username)).toHaveLength(1);
    expect(results.filter((each) => each.username === null)).toHaveLength(4);
    // Whoever did not get it is not after it any more.
    expect(await database.prisma.mailToken.count({ where: { wantedUsername: username } })).toBe(0);
    const sessions = await Promise.all(people.map((person) => trial.signIn(person)));
    expect(sessions.filter(({ user }) => user.username === null)).toHaveLength(4);
  });
});

describe('SEC-20: signing up with an address that has an account', () => {
  it('changes nothing of the account and says whom to tell, whatever the case of the address', async () => {
    const owner = await trial.member();
    const before = await database.prisma.user.findUnique({ where: { email: owner.email } });
    const email = owner.email.toUpperCase();
    const result = await trial.auth.signUp({ ...trial.stranger(), email });
    expect(result).toEqual({ outcome: 'address-in-use', email });
    expect(await database.prisma.user.findUnique({ where: { email: owner.email } })).toEqual(before);
  });

  it('cannot be told from a new address by which usernames are taken afterwards', async () => {
    const owner = await trial.member();
    const { username } = trial.stranger();
    await trial.auth.signUp({ ...trial.stranger(), email: owner.email, username });
    const other = { ...trial.stranger(), username };
    await trial.auth.signUp(other);
    // Neither the known nor the new address has reserved the name, for the same person or for another.
    for (const person of [
      other,
      { ...trial.stranger(), username },
      { ...trial.stranger(), email: owner.email, username },
    ]) {
      await expect(trial.auth.signUp(person)).resolves.toBeDefined();
    }
    expect(await database.prisma.profile.count({ where: { username } })).toBe(0);
  });

  it('refuses a taken username alike for known and new addresses', async () => {
    const [owner, other] = [await trial.member(), await trial.member()];
    for (const email of [owner.email, trial.stranger().email]) {
      await expect(
        trial.auth.signUp({ ...trial.stranger(), email, username: other.username }),
      ).rejects.toMatchObject({ code: 'USERNAME_TAKEN' });
    }
  });
});

async function time(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}

it('SEC-20: takes as long for a known address as for a new one, for each of the questions that would tell', async () => {
  const paceMs = 300;
  const auth = createAuth({ database, secure: true, paceMs });
  const emails = [(await trial.member()).email, trial.stranger().email];
  const calls = emails.flatMap((email) => [
    () => auth.signUp({ ...trial.stranger(), email }),
    () => auth.createVerification(email, () => {}),
    () => auth.requestPasswordReset(email, () => {}),
  ]);
  const times = await Promise.all(calls.map(time));
  // Node counts from the beginning of the turn in which a timer is set: what ran in it before is missing.
  expect(times.filter((each) => each < paceMs - 10)).toEqual([]);
});

describe('SEC-25: signing up with an address that somebody else has signed up with', () => {
  it('gives the account the password and the name of the link that is followed, and ends the others', async () => {
    const attacker = trial.stranger();
    const theirs = await trial.signUp(attacker);
    const recovery = await trial.requestReset(attacker.email);
    const owner = { ...trial.stranger(), email: attacker.email };
    const ours = await trial.signUp(owner);
    await expect(trial.auth.resetPassword(recovery, 'otra frase larga')).rejects.toMatchObject({
      code: 'LINK_EXPIRED',
    });
    expect(await trial.auth.verifyEmail(ours)).toEqual({ username: owner.username });
    await expect(trial.auth.verifyEmail(theirs)).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
    await expect(trial.signIn(attacker)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect((await trial.signIn(owner)).user.username).toBe(owner.username);
  });

  it('ends a session that the unconfirmed account had against the rules', async () => {
    const attacker = trial.stranger();
    await trial.signUp(attacker);
    const user = await database.prisma.user.findUniqueOrThrow({ where: { email: attacker.email } });
    await database.prisma.session.create({
      data: { id: hashSecret('planted'), userId: user.id, expiresAt: new Date(Date.now() + 86_400_000) },
    });
    await trial.signUp({ ...trial.stranger(), email: attacker.email });
    expect(await database.prisma.session.count({ where: { userId: user.id } })).toBe(0);
  });

  it('never sets a password on an account that signs in through a provider, or on a suspended one', async () => {
    for (const state of ['identity', 'suspended'] as const) {
      const owner = trial.stranger();
      await trial.signUp(owner);
      const before = await database.prisma.user.update({
        where: { email: owner.email },
        data:
          state === 'suspended'
            ? { suspendedAt: new Date() }
            : { identities: { create: { provider: 'facebook', providerUserId: owner.username } } },
      });
      const result = await trial.auth.signUp({ ...trial.stranger(), email: owner.email });
      expect(result.outcome).toBe('address-in-use');
      expect(await database.prisma.user.findUnique({ where: { email: owner.email } })).toEqual(before);
    }
  });

  it('makes one account when the same form is sent many times at once, and one of its links is used', async () => {
    const person = trial.stranger();
    const tokens = await Promise.all(Array.from({ length: 8 }, () => trial.signUp(person)));
    expect(await database.prisma.user.count({ where: { email: person.email } })).toBe(1);
    const results = await Promise.allSettled(tokens.map((token) => trial.auth.verifyEmail(token)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await trial.signIn(person)).user.username).toBe(person.username);
  });
});

const as = (email: string) => ({ ...trial.stranger(), email });

/** The owner and two attackers sign up in this order, and the owner follows the own link. */
async function confirmOwn(place: 'first' | 'middle' | 'last') {
  const { email } = trial.stranger();
  const [owner, ...attackers] = [as(email), as(email), as(email)];
  const order = { first: [], middle: attackers.slice(0, 1), last: attackers }[place];
  for (const each of order) await trial.signUp(each);
  const link = await trial.signUp(owner);
  for (const each of attackers.slice(order.length)) await trial.signUp(each);
  return { owner, attackers, link };
}

describe('SEC-47: whoever signs up with the same address, and when', () => {
  it.each(['first', 'middle', 'last'] as const)(
    'confirms the password and the name of the own link, signed up for %s',
    async (place) => {
      const { owner, attackers, link } = await confirmOwn(place);
      expect(await trial.auth.verifyEmail(link)).toEqual({ username: owner.username });
      expect((await trial.signIn(owner)).user.username).toBe(owner.username);
      for (const attacker of attackers)
        await expect(trial.signIn(attacker)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
      const { id } = await database.prisma.user.findUniqueOrThrow({ where: { email: owner.email } });
      expect(
        await database.prisma.mailToken.count({ where: { userId: id, passwordHash: { not: null } } }),
      ).toBe(0);
    },
  );

  it('REL-20: asks for another mail after one of the version before, which says nothing of the sign-up', async () => {
    const owner = trial.stranger();
    const token = await trial.signUp(owner);
    const { prisma } = database;
    await prisma.mailToken.updateMany({ where: { email: owner.email }, data: { passwordHash: null } });
    await expect(trial.auth.verifyEmail(token)).rejects.toMatchObject({ code: 'LINK_INVALID' });
    const mail = await trial.verificationFor(owner.email);
    await trial.auth.resetPassword(mail?.token ?? '', 'una frase nueva');
    expect((await trial.signIn({ ...owner, password: 'una frase nueva' })).user.email).toBe(owner.email);
  });

  it('says in a mail that it is not the first one', async () => {
    const { email } = trial.stranger();
    const results = [await trial.auth.signUp(as(email)), await trial.auth.signUp(as(email))];
    expect(results).toMatchObject([{ isRepeated: false }, { isRepeated: true }]);
  });

  it('lets the mailbox choose a password when another mail is asked for, whose ever the sign-ups are', async () => {
    const { owner, attackers } = await confirmOwn('first');
    const mail = await trial.verificationFor(owner.email);
    expect(mail).toMatchObject({ kind: 'recovery', email: owner.email });
    await trial.auth.resetPassword(mail?.token ?? '', 'una frase nueva');
    // Nobody is given the name of a sign-up that may be another's.
    expect((await trial.signIn({ ...owner, password: 'una frase nueva' })).user.username).toBeNull();
    for (const attacker of attackers)
      await expect(trial.signIn(attacker)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  });

  it('ends the links of attackers with a recovery, and their promises', async () => {
    const { email } = trial.stranger();
    const attacker = as(email);
    const theirs = await trial.signUp(attacker);
    await trial.auth.resetPassword(await trial.requestReset(email), 'una frase nueva');
    await expect(trial.auth.verifyEmail(theirs)).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
    await trial.signIn({ email, password: 'una frase nueva' });
  });
});
