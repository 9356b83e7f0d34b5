import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { createAuth } from '../auth.ts';
import { hashToken } from '../tokens.ts';
import { setupAuthFixture } from '../testing/auth-fixture.ts';

const fixture = setupAuthFixture();

describe('signing up', () => {
  it('mails a token of at least 128 bits, without which the account cannot sign in', async () => {
    const person = fixture.newUser();
    const { email, username } = person;
    const token = await fixture.signUp(person);
    expect(token).toMatch(/^[\w-]{22,}$/);
    await expectRefusal(fixture.signIn(person), 'EMAIL_NOT_CONFIRMED');
    expect(await fixture.database.prisma.session.count({ where: { user: { email } } })).toBe(0);
    expect(await fixture.verifyEmail(token)).toMatchObject({ username });
    expect(await fixture.database.prisma.session.count({ where: { user: { email } } })).toBe(0);
    expect((await fixture.signIn(person)).user).toMatchObject({ username, email });
  });

  it('refuses a common password and one that contains the username', async () => {
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

  it('L318-319: gives a username to only one of several users who confirm it at once', async () => {
    const { username } = fixture.newUser();
    const people = Array.from({ length: 3 }, () => ({ ...fixture.newUser(), username }));
    const tokens = await Promise.all(people.map((person) => fixture.signUp(person)));
    const results = await Promise.all(tokens.map((token) => fixture.verifyEmail(token)));
    expect(results.filter((each) => each.username === username)).toHaveLength(1);
    expect(results.filter((each) => each.username === null)).toHaveLength(2);
    // The other sign-ups have lost the name.
    expect(await fixture.database.prisma.mailToken.count({ where: { wantedUsername: username } })).toBe(0);
    const sessions = await Promise.all(people.map((person) => fixture.signIn(person)));
    expect(sessions.filter(({ user }) => user.username === null)).toHaveLength(2);
  });
});

describe('SEC-20: signing up with an address that has an account', () => {
  it('leaves the account unchanged and returns the address for the notification, in upper or lower case', async () => {
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
    // Neither address has reserved the name, for the same user or for another.
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
  // A Node timer counts from the start of the event loop turn that sets it, so it may fire some milliseconds early.
  expect(times.filter((each) => each < minimumDurationMs - 10)).toEqual([]);
});

describe('SEC-25: signing up with an address that has a pending sign-up', () => {
  it('applies the password and username of the used token and revokes the others', async () => {
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
    const tokens = await Promise.all(Array.from({ length: 4 }, () => fixture.signUp(person)));
    expect(await fixture.database.prisma.user.count({ where: { email: person.email } })).toBe(1);
    const results = await Promise.allSettled(tokens.map((token) => fixture.verifyEmail(token)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await fixture.signIn(person)).user.username).toBe(person.username);
  });
});

const as = (email: string) => ({ ...fixture.newUser(), email });

/** Signs the owner up before or after an attacker. Returns the owner's token. */
async function confirmOwn(place: 'first' | 'last') {
  const { email } = fixture.newUser();
  const [owner, attacker] = [as(email), as(email)];
  if (place === 'last') await fixture.signUp(attacker);
  const link = await fixture.signUp(owner);
  if (place === 'first') await fixture.signUp(attacker);
  return { owner, attacker, link };
}

describe('SEC-47: competing sign-ups with one address', () => {
  it.each(['first', 'last'] as const)(
    'apply the password and username of the own token, when the owner signs up %s',
    async (place) => {
      const { owner, attacker, link } = await confirmOwn(place);
      expect(await fixture.verifyEmail(link)).toMatchObject({ username: owner.username });
      expect((await fixture.signIn(owner)).user.username).toBe(owner.username);
      await expectRefusal(fixture.signIn(attacker), 'INVALID_CREDENTIALS');
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
    const { owner, attacker } = await confirmOwn('first');
    const mail = await fixture.requestVerificationMail(owner.email);
    expect(mail).toMatchObject({ email: owner.email, username: null });
    expect(await fixture.verifyEmail(mail?.token ?? '', owner)).toMatchObject({ username: owner.username });
    await fixture.signIn(owner);
    await expectRefusal(fixture.signIn(attacker), 'INVALID_CREDENTIALS');
  });
});

describe('SEC-58: a link for the sign-up of a stranger', () => {
  it('never applies the password of the stranger, whoever follows it', async () => {
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

  it('refuses the proof of a sign-up with another address', async () => {
    const [stranger, other] = [fixture.newUser(), fixture.newUser()];
    const link = await fixture.signUp(stranger);
    await fixture.signUp(other);
    await expectRefusal(fixture.verifyEmail(link, other), 'LINK_NEEDS_PASSWORD');
  });

  it('lets the reader choose an uncommon password, and applies no username if those of strangers differ', async () => {
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
      isAdded: false,
      username: null,
    });
  });
});
