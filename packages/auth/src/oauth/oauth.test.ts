import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it } from 'vitest';
import { hashToken } from '../tokens.ts';
import { setupOauthFixture } from '../testing/oauth-fixture.ts';

const oauth = setupOauthFixture();
const { fixture, newPerson, complete, signIn, findAccount, snapshotAccounts, newMember } = oauth;

describe('an identity', () => {
  it('creates an account with its name and its verified Google address, without a username', async () => {
    const person = newPerson({ name: ' Ana\u202e  Ñandú\u200b ' });
    const { session, returnTo, notice } = await signIn('google', person);
    expect(session.user).toMatchObject({ username: null, email: person.email, role: 'user' });
    expect([returnTo, notice]).toEqual(['/record', null]);
    expect(await findAccount('google', person)).toMatchObject({
      emailVerifiedAt: expect.any(Date),
      passwordHash: null,
      profile: { username: null, fullName: 'Ana Ñandú' },
    });
    expect((await fixture.auth.validateSession(session.token))?.user.id).toBe(session.user.id);
  });

  it('SEC-09: signs in to its account by its id, in a new session, even with another e-mail address', async () => {
    const person = newPerson();
    const first = await signIn('google', person);
    const other = await fixture.newMember();
    const second = await signIn('google', { ...person, email: other.email });
    expect(second.session.user).toMatchObject({ id: first.session.user.id, email: person.email });
    expect(second.session.token).not.toBe(first.session.token);
    for (const { session } of [first, second])
      expect(await fixture.auth.validateSession(session.token)).not.toBeNull();
  });

  it('of Facebook without an e-mail address creates an account without one', async () => {
    const person = newPerson({ email: '' });
    const { session, notice } = await signIn('facebook', person);
    expect(session.user.email).toBeNull();
    expect(notice).toBeNull();
    expect((await signIn('facebook', person)).session.user.id).toBe(session.user.id);
  });

  it('creates one account in many parallel sign-ins', async () => {
    const person = newPerson();
    const outcomes = await Promise.all(Array.from({ length: 3 }, () => signIn('google', person)));
    expect(new Set(outcomes.map(({ session }) => session.user.id)).size).toBe(1);
    expect(await fixture.database.prisma.user.count({ where: { email: person.email } })).toBe(1);
  });

  it('and a parallel sign-up with its address create one account, which belongs to the owner', async () => {
    const person = newPerson();
    const attacker = { ...fixture.newUser(), email: person.email };
    const [outcome] = await Promise.all([signIn('google', person), fixture.auth.signUp(attacker)]);
    expect(await fixture.database.prisma.user.count({ where: { email: person.email } })).toBe(1);
    expect((await signIn('google', person)).session.user.id).toBe(outcome.session.user.id);
    await expectRefusal(fixture.signIn(attacker), 'INVALID_CREDENTIALS');
  });

  it('creates no account without accepted terms, but signs in to an existing one', async () => {
    const person = newPerson();
    const without = () => oauth.complete('google', person, { acceptsTerms: false });
    expect(await without()).toMatchObject({ outcome: 'refused', code: 'TERMS_NOT_ACCEPTED' });
    expect(await findAccount('google', person)).toBeNull();
    await signIn('google', person);
    expect((await findAccount('google', person))?.acceptedTermsAt).toBeInstanceOf(Date);
    expect(await without()).toMatchObject({ outcome: 'signed-in' });
  });

  it('of a suspended account does not sign in', async () => {
    const person = newPerson();
    const { session } = await signIn('google', person);
    await fixture.database.prisma.user.update({
      where: { id: session.user.id },
      data: { suspendedAt: new Date() },
    });
    expect(await complete('google', person)).toMatchObject({ outcome: 'suspended', userId: session.user.id });
    expect(await fixture.database.prisma.session.count({ where: { userId: session.user.id } })).toBe(1);
  });

  it('with an invalid id is refused, and without an invalid name or address is accepted', async () => {
    for (const sub of [7, '', 'x'.repeat(300), 'a b', null]) {
      oauth.fake.nextClaims({ sub });
      expect(await complete('google', newPerson())).toMatchObject({ code: 'OAUTH_FAILED' });
    }
    oauth.fake.nextClaims({ email: 'no address', name: { a: 1 } });
    const person = newPerson();
    expect((await signIn('google', person)).session.user.email).toBeNull();
    expect((await findAccount('google', person))?.profile?.fullName).toBeNull();
  });
});

describe('SEC-25: pre-hijacking', () => {
  it('classic-federated merge: the owner replaces an unconfirmed account, and nothing of the attacker remains', async () => {
    const attacker = fixture.newUser();
    const link = await fixture.signUp(attacker);
    const recovery = await fixture.requestResetToken(attacker.email);
    const { prisma } = fixture.database;
    const planted = await prisma.user.findUniqueOrThrow({ where: { email: attacker.email } });
    const owner = newPerson({ email: attacker.email.toUpperCase() });
    const { session } = await signIn('google', owner);
    expect(session.user).toMatchObject({ id: planted.id, username: null });
    await expectRefusal(fixture.signIn(attacker), 'INVALID_CREDENTIALS');
    await expectRefusal(fixture.auth.verifyEmail(link), 'LINK_EXPIRED');
    await expectRefusal(fixture.auth.resetPassword(recovery, 'otra frase 9'), 'LINK_EXPIRED');
    expect(await findAccount('google', owner)).toMatchObject({
      passwordHash: null,
      emailVerifiedAt: expect.any(Date),
      profile: { username: null },
    });
  });

  it('unexpired session and trojan identifier: planted sessions and identities of the unconfirmed account end', async () => {
    const attacker = fixture.newUser();
    await fixture.signUp(attacker);
    const { prisma } = fixture.database;
    const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { email: attacker.email } });
    const expiresAt = new Date(Date.now() + 86_400_000);
    await prisma.session.create({ data: { id: hashToken('planted'), userId, expiresAt } });
    const trojan = newPerson({ email: '' });
    await prisma.identity.create({ data: { provider: 'facebook', providerUserId: trojan.id, userId } });
    await signIn('google', newPerson({ email: attacker.email }));
    expect(await fixture.auth.validateSession('planted')).toBeNull();
    expect(await findAccount('facebook', trojan)).toBeNull();
  });

  it('unexpired e-mail change: following the mail of an attacker’s account does not give it the address', async () => {
    const victim = fixture.newUser();
    const { notice, session } = await signIn('facebook', newPerson({ email: victim.email }));
    const link = notice?.kind === 'add-email' ? notice.token : '';
    expect(link).not.toBe('');
    // The victim follows the link of the mail without being signed in to that account.
    await expectRefusal(fixture.auth.verifyEmail(link), 'UNAUTHENTICATED');
    const { userId } = await newMember();
    await expectRefusal(fixture.auth.verifyEmail(link, { viewerId: userId }), 'FORBIDDEN');
    const { session: theirs } = await signIn('google', newPerson({ email: victim.email }));
    expect(theirs.user.id).not.toBe(session.user.id);
    // The attacker can no longer attach the address either.
    await expectRefusal(fixture.auth.verifyEmail(link, { viewerId: session.user.id }), 'OAUTH_EMAIL_IN_USE');
  });

  it('D15: non-verifying provider: an unverified address does not sign in to the account that has it', async () => {
    const owner = await fixture.newMember();
    const before = await snapshotAccounts();
    for (const [provider, emailVerified] of [
      ['google', false],
      ['facebook', true],
    ] as const) {
      const attacker = newPerson({ email: owner.email.toUpperCase(), emailVerified });
      expect(await complete(provider, attacker)).toMatchObject({
        outcome: 'refused',
        code: 'OAUTH_EMAIL_IN_USE',
        returnTo: '/record',
      });
    }
    expect(await snapshotAccounts()).toEqual(before);
  });
});

describe('SEC-26: an e-mail address from a provider', () => {
  it('D15: verified by Google, links the identity to its confirmed account and notifies the owner', async () => {
    const owner = await fixture.newMember();
    const person = newPerson({ email: owner.email.toUpperCase() });
    const { session, notice } = await signIn('google', person);
    expect(session.user).toMatchObject({ username: owner.username, email: owner.email });
    expect(notice).toEqual({ kind: 'identity-linked', email: owner.email, provider: 'google' });
    // The password still works, and the next sign-in sends no notification.
    await fixture.signIn(owner);
    expect((await signIn('google', person)).notice).toBeNull();
  });

  it.each([false, 'true'])('is unverified if email_verified is %j', async (verified) => {
    const owner = await fixture.newMember();
    oauth.fake.nextClaims({ email_verified: verified });
    expect(await complete('google', newPerson({ email: owner.email }))).toMatchObject({
      code: 'OAUTH_EMAIL_IN_USE',
    });
  });

  it('does not link a second identity of the same provider', async () => {
    const first = newPerson();
    await signIn('google', first);
    expect(await complete('google', newPerson({ email: first.email }))).toMatchObject({
      code: 'OAUTH_EMAIL_IN_USE',
    });
  });

  it('links nothing to a suspended account', async () => {
    const owner = await fixture.newMember();
    await fixture.suspend(owner.email);
    const person = newPerson({ email: owner.email });
    expect(await complete('google', person)).toMatchObject({ code: 'ACCOUNT_SUSPENDED' });
    expect(await findAccount('google', person)).toBeNull();
  });

  it.each(['google', 'facebook'] as const)(
    'unverified, from %s, is attached by its mailbox and the session of the account',
    async (provider) => {
      const person = newPerson({ emailVerified: false });
      const { session, notice } = await signIn(provider, person);
      expect(session.user.email).toBeNull();
      expect(notice).toEqual({
        kind: 'add-email',
        email: person.email,
        provider,
        token: expect.stringMatching(/^[\w-]{22,}$/),
      });
      const token = notice?.kind === 'add-email' ? notice.token : '';
      expect(await fixture.auth.verifyEmail(token, { viewerId: session.user.id })).toMatchObject({
        isAdded: true,
      });
      expect(await findAccount(provider, person)).toMatchObject({
        email: person.email,
        emailVerifiedAt: expect.any(Date),
      });
      await expectRefusal(fixture.auth.verifyEmail(token, { viewerId: session.user.id }), 'LINK_USED');
    },
  );

  it('unverified, leaves an unconfirmed account to the owner of the address', async () => {
    const pending = fixture.newUser();
    const link = await fixture.signUp(pending);
    const { session, notice } = await signIn('facebook', newPerson({ email: pending.email }));
    expect(session.user.email).toBeNull();
    await fixture.verifyEmail(link);
    await fixture.signIn(pending);
    const token = notice?.kind === 'add-email' ? notice.token : '';
    await expectRefusal(fixture.auth.verifyEmail(token, { viewerId: session.user.id }), 'OAUTH_EMAIL_IN_USE');
  });

  it('unverified, replaces an unconfirmed account once the mailbox is proven', async () => {
    const pending = fixture.newUser();
    await fixture.signUp(pending);
    const { session, notice } = await signIn('facebook', newPerson({ email: pending.email }));
    const token = notice?.kind === 'add-email' ? notice.token : '';
    await fixture.auth.verifyEmail(token, { viewerId: session.user.id });
    await expectRefusal(fixture.signIn(pending), 'INVALID_CREDENTIALS');
  });
});
