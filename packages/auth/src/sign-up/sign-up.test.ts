import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { createAuth } from '../auth.ts';
import { hashToken } from '../tokens.ts';
import { setupAuthFixture } from '../testing/auth-fixture.ts';

const fixture = setupAuthFixture();

describe('signing up', () => {
  it('creates an account that cannot sign in until its address is confirmed', async () => {
    const person = fixture.newUser();
    const token = await fixture.signUp(person);
    await expectRefusal(fixture.signIn(person), 'EMAIL_NOT_CONFIRMED');
    expect(await fixture.database.prisma.session.count({ where: { user: { email: person.email } } })).toBe(0);
    expect(await fixture.verifyEmail(token)).toMatchObject({ username: person.username });
    expect((await fixture.signIn(person)).user).toMatchObject({
      username: person.username,
      email: person.email,
    });
  });

  it('mails a token of at least 128 bits with the username', async () => {
    const person = fixture.newUser();
    const result = await fixture.auth.signUp(person);
    expect(result).toEqual({
      outcome: 'confirm',
      email: person.email,
      username: person.username,
      token: expect.stringMatching(/^[\w-]{22,}$/),
      proof: expect.stringMatching(/^[\w-]{22,}$/),
    });
  });

  it('creates ids that sort by time', async () => {
    const [first, second] = [await fixture.newMember(), await fixture.newMember()];
    const ids = await fixture.database.prisma.user.findMany({
      where: { email: { in: [second.email, first.email] } },
      orderBy: { id: 'asc' },
    });
    expect(ids.map(({ email }) => email)).toEqual([first.email, second.email]);
    expect(ids[0]?.id[14]).toBe('7');
  });

  it('refuses a common password and one made of the username', async () => {
    const person = fixture.newUser();
    await expectRefusal(fixture.auth.signUp({ ...person, password: 'Contraseña' }), 'PASSWORD_COMMON');
    await expectRefusal(fixture.auth.signUp({ ...person, password: person.username }), 'PASSWORD_PERSONAL');
    expect(await fixture.database.prisma.user.count({ where: { email: person.email } })).toBe(0);
  });

  it('refuses the username of a member in any case, including ñ and accented capitals', async () => {
    const member = { ...fixture.newUser(), username: 'Ñandú_á' };
    await fixture.verifyEmail(await fixture.signUp(member));
    await expectRefusal(fixture.auth.signUp({ ...fixture.newUser(), username: 'ñANDÚ_Á' }), 'USERNAME_TAKEN');
  });

  it('L318-319: gives a username to one of several users who confirm it at once and leaves the others without', async () => {
    const { username } = fixture.newUser();
    const people = Array.from({ length: 5 }, () => ({ ...fixture.newUser(), username }));
    const tokens = await Promise.all(people.map((person) => fixture.signUp(person)));
    const results = await Promise.all(tokens.map((token) => fixture.verifyEmail(token)));
    expect(results.filter((each) => each.username === username)).toHaveLength(1);
    expect(results.filter((each) => each.username === null)).toHaveLength(4);
    // The other sign-ups no longer ask for the name.
    expect(await fixture.database.prisma.mailToken.count({ where: { wantedUsername: username } })).toBe(0);
    const sessions = await Promise.all(people.map((person) => fixture.signIn(person)));
    expect(sessions.filter(({ user }) => user.username === null)).toHaveLength(4);
  });
});

describe('SEC-20: signing up with an address that has an account', () => {
  it('leaves the account as it is and returns the address to notify, in any case', async () => {
    const owner = await fixture.newMember();
    const before = await fixture.database.prisma.user.findUnique({ where: { email: owner.email } });
    const email = owner.email.toUpperCase();
    const result = await fixture.auth.signUp({ ...fixture.newUser(), email });
    expect(result).toMatchObject({ outcome: 'address-in-use', email });
    expect(await fixture.database.prisma.user.findUnique({ where: { email: owner.email } })).toEqual(before);
  });

  it('reserves no username for a known or a new address', async () => {
    const owner = await fixture.newMember();
    const { username } = fixture.newUser();
    await fixture.auth.signUp({ ...fixture.newUser(), email: owner.email, username });
    const other = { ...fixture.newUser(), username };
    await fixture.auth.signUp(other);
    // Neither the known nor the new address has reserved the name, for the same user or for another.
    for (const person of [
      other,
      { ...fixture.newUser(), username },
      { ...fixture.newUser(), email: owner.email, username },
    ]) {
      await expect(fixture.auth.signUp(person)).resolves.toBeDefined();
    }
    expect(await fixture.database.prisma.profile.count({ where: { username } })).toBe(0);
  });

  it('refuses a taken username for known and new addresses alike', async () => {
    const [owner, other] = [await fixture.newMember(), await fixture.newMember()];
    for (const email of [owner.email, fixture.newUser().email]) {
      await expectRefusal(
        fixture.auth.signUp({ ...fixture.newUser(), email, username: other.username }),
        'USERNAME_TAKEN',
      );
    }
  });
});

async function time(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}

it('SEC-20: takes the same minimum time for a known and a new address in every operation', async () => {
  const minimumDurationMs = 300;
  const auth = createAuth({ database: fixture.database, secure: true, minimumDurationMs });
  const emails = [(await fixture.newMember()).email, fixture.newUser().email];
  const calls = emails.flatMap((email) => [
    () => auth.signUp({ ...fixture.newUser(), email }),
    () => auth.requestVerification(email, () => {}),
    () => auth.requestPasswordReset(email, () => {}),
  ]);
  const times = await Promise.all(calls.map(time));
  // A Node timer counts from the start of the event loop turn in which it is set, so it may fire some milliseconds early.
  expect(times.filter((each) => each < minimumDurationMs - 10)).toEqual([]);
});

describe('SEC-25: signing up with an address that has a pending sign-up', () => {
  it('applies the password and username of the token that is followed and revokes the others', async () => {
    const attacker = fixture.newUser();
    const theirs = await fixture.signUp(attacker);
    const recovery = await fixture.requestResetToken(attacker.email);
    const owner = { ...fixture.newUser(), email: attacker.email };
    const ours = await fixture.signUp(owner);
    await expectRefusal(fixture.auth.resetPassword(recovery, 'otra frase larga'), 'LINK_EXPIRED');
    expect(await fixture.verifyEmail(ours)).toMatchObject({ username: owner.username });
    await expectRefusal(fixture.verifyEmail(theirs), 'LINK_EXPIRED');
    await expectRefusal(fixture.signIn(attacker), 'INVALID_CREDENTIALS');
    expect((await fixture.signIn(owner)).user.username).toBe(owner.username);
  });

  it('ends a session that was planted in the unconfirmed account', async () => {
    const attacker = fixture.newUser();
    await fixture.signUp(attacker);
    const user = await fixture.database.prisma.user.findUniqueOrThrow({ where: { email: attacker.email } });
    await fixture.database.prisma.session.create({
      data: { id: hashToken('planted'), userId: user.id, expiresAt: new Date(Date.now() + 86_400_000) },
    });
    await fixture.signUp({ ...fixture.newUser(), email: attacker.email });
    expect(await fixture.database.prisma.session.count({ where: { userId: user.id } })).toBe(0);
  });

  it('never sets a password on an account with an identity or on a suspended one', async () => {
    for (const state of ['identity', 'suspended'] as const) {
      const owner = fixture.newUser();
      await fixture.signUp(owner);
      const before = await fixture.database.prisma.user.update({
        where: { email: owner.email },
        data:
          state === 'suspended'
            ? { suspendedAt: new Date() }
            : { identities: { create: { provider: 'facebook', providerUserId: owner.username } } },
      });
      const result = await fixture.auth.signUp({ ...fixture.newUser(), email: owner.email });
      expect(result.outcome).toBe('address-in-use');
      expect(await fixture.database.prisma.user.findUnique({ where: { email: owner.email } })).toEqual(
        before,
      );
    }
  });

  it('creates one account when the same form is sent many times at once', async () => {
    const person = fixture.newUser();
    const tokens = await Promise.all(Array.from({ length: 8 }, () => fixture.signUp(person)));
    expect(await fixture.database.prisma.user.count({ where: { email: person.email } })).toBe(1);
    const results = await Promise.allSettled(tokens.map((token) => fixture.verifyEmail(token)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await fixture.signIn(person)).user.username).toBe(person.username);
  });
});

const as = (email: string) => ({ ...fixture.newUser(), email });

/** The owner signs up first, between or after two attackers. Returns the owner's token. */
async function confirmOwn(place: 'first' | 'middle' | 'last') {
  const { email } = fixture.newUser();
  const [owner, ...attackers] = [as(email), as(email), as(email)];
  const order = { first: [], middle: attackers.slice(0, 1), last: attackers }[place];
  for (const each of order) await fixture.signUp(each);
  const link = await fixture.signUp(owner);
  for (const each of attackers.slice(order.length)) await fixture.signUp(each);
  return { owner, attackers, link };
}

describe('SEC-47: competing sign-ups with one address', () => {
  it.each(['first', 'middle', 'last'] as const)(
    'apply the password and username of the own token, when the owner signs up %s',
    async (place) => {
      const { owner, attackers, link } = await confirmOwn(place);
      expect(await fixture.verifyEmail(link)).toMatchObject({ username: owner.username });
      expect((await fixture.signIn(owner)).user.username).toBe(owner.username);
      for (const attacker of attackers) await expectRefusal(fixture.signIn(attacker), 'INVALID_CREDENTIALS');
      const { id } = await fixture.database.prisma.user.findUniqueOrThrow({ where: { email: owner.email } });
      expect(
        await fixture.database.prisma.mailToken.count({ where: { userId: id, passwordHash: { not: null } } }),
      ).toBe(0);
    },
  );

  it('REL-20: ask for a password if a token of the previous version names no sign-up', async () => {
    const owner = fixture.newUser();
    const token = await fixture.signUp(owner);
    const { prisma } = fixture.database;
    await prisma.mailToken.updateMany({ where: { email: owner.email }, data: { passwordHash: null } });
    await expectRefusal(fixture.verifyEmail(token), 'LINK_NEEDS_PASSWORD');
    await fixture.auth.verifyEmail(token, { password: 'una frase nueva' });
    expect((await fixture.signIn({ ...owner, password: 'una frase nueva' })).user.email).toBe(owner.email);
  });

  it('are confirmed by any link of the mailbox, in the browser of the owner', async () => {
    const { owner, attackers } = await confirmOwn('first');
    const mail = await fixture.requestVerificationMail(owner.email);
    expect(mail).toMatchObject({ email: owner.email, username: null });
    expect(await fixture.verifyEmail(mail?.token ?? '', owner)).toMatchObject({ username: owner.username });
    await fixture.signIn(owner);
    for (const attacker of attackers) await expectRefusal(fixture.signIn(attacker), 'INVALID_CREDENTIALS');
  });

  it('lose their tokens and passwords when the password is reset', async () => {
    const { email } = fixture.newUser();
    const attacker = as(email);
    const theirs = await fixture.signUp(attacker);
    await fixture.auth.resetPassword(await fixture.requestResetToken(email), 'una frase nueva');
    await expectRefusal(fixture.verifyEmail(theirs), 'LINK_EXPIRED');
    await fixture.signIn({ email, password: 'una frase nueva' });
  });
});

describe('SEC-58: a link that was mailed for the sign-up of a stranger', () => {
  it('gives nobody the password of the stranger, whoever follows it', async () => {
    const stranger = fixture.newUser();
    const link = await fixture.signUp(stranger);
    const read = () => fixture.database.prisma.user.findUnique({ where: { email: stranger.email } });
    const before = await read();
    for (const proof of [null, '', 'x', link, before?.passwordHash ?? ''])
      await expectRefusal(fixture.auth.verifyEmail(link, { proof }), 'LINK_NEEDS_PASSWORD');
    expect(await read()).toEqual(before);
    await fixture.auth.verifyEmail(link, { password: 'una frase nueva' });
    await expectRefusal(fixture.signIn(stranger), 'INVALID_CREDENTIALS');
    await fixture.signIn({ ...stranger, password: 'una frase nueva' });
  });

  it('confirms the sign-up of the browser that follows it', async () => {
    const stranger = fixture.newUser();
    const link = await fixture.signUp(stranger);
    const owner = as(stranger.email);
    await fixture.signUp(owner);
    expect(await fixture.verifyEmail(link, owner)).toMatchObject({ username: owner.username });
    await expectRefusal(fixture.signIn(stranger), 'INVALID_CREDENTIALS');
    await fixture.signIn(owner);
  });

  it('refuses the proof of a sign-up with another address', async () => {
    const [stranger, other] = [fixture.newUser(), fixture.newUser()];
    const link = await fixture.signUp(stranger);
    await fixture.signUp(other);
    await expectRefusal(fixture.verifyEmail(link, other), 'LINK_NEEDS_PASSWORD');
  });

  it('lets the reader choose a password that is not easy to guess, and no username of several strangers', async () => {
    const stranger = fixture.newUser();
    const link = await fixture.signUp(stranger);
    for (const [password, code] of [
      ['12345678', 'PASSWORD_COMMON'],
      [stranger.username, 'PASSWORD_PERSONAL'],
      [stranger.email, 'PASSWORD_PERSONAL'],
    ] as const)
      await expectRefusal(fixture.auth.verifyEmail(link, { password }), code);
    await fixture.signUp(as(stranger.email));
    expect(await fixture.auth.verifyEmail(link, { password: 'una frase nueva' })).toEqual({
      email: stranger.email,
      username: null,
    });
  });
});
