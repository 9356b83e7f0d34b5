import { limits, userId as toUserId, type OauthProvider, type UserId } from '@relato/contract';
import { createTestDatabase, type TestDatabase } from '@relato/db/testing/database';
import { createUser } from '@relato/db/testing/factories';
import {
  decideAt,
  startFakeProviders,
  type FakePerson,
  type FakeProviders,
} from '@relato/testing/oauth/providers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashSecret } from '../secrets.ts';
import { createTrial, type Trial } from '../trial.ts';
import { ProviderError } from './call-provider.ts';
import type { OauthOutcome } from './oauth.ts';

let database: TestDatabase;
let fake: FakeProviders;
let trial: Trial;
beforeAll(async () => {
  [database, fake] = await Promise.all([createTestDatabase(), startFakeProviders()]);
});
beforeEach(() => {
  const { google, facebook } = fake.clients;
  const baseUrl = fake.url;
  trial = createTrial(database, { google: { ...google, baseUrl }, facebook: { ...facebook, baseUrl } });
});
afterAll(async () => {
  await fake.stop();
  await database.close();
});

let people = 0;
const somebody = (fields: Partial<FakePerson> = {}): FakePerson => {
  people += 1;
  const id = `1000${people}`;
  return { id, name: `Ana ${people}`, email: `ana${people}@correo.example`, emailVerified: true, ...fields };
};

interface Way {
  readonly returnTo?: string;
  readonly browserToken?: string | null;
  readonly link?: { readonly userId: UserId; readonly token: string };
}

const leave = (provider: OauthProvider, { returnTo = '/record', browserToken = null, link }: Way = {}) =>
  trial.auth.oauth.start({ provider, returnTo, browserToken, link: link ?? null });

const back = (
  provider: OauthProvider,
  url: URL,
  browserToken: string | null,
  viewerId: UserId | null = null,
): Promise<OauthOutcome> =>
  trial.auth.oauth.finish({
    provider,
    state: url.searchParams.get('state'),
    code: url.searchParams.get('code'),
    error: url.searchParams.get('error'),
    browserToken,
    viewerId,
    userAgent: 'vitest',
  });

/** The whole way of a browser. */
async function come(
  provider: OauthProvider,
  person: FakePerson | null,
  way: Way = {},
): Promise<OauthOutcome> {
  const { url, browserToken } = await leave(provider, way);
  return back(provider, await decideAt(url, person), browserToken, way.link?.userId ?? null);
}

/** Throws unless somebody was let in. */
async function signIn(provider: OauthProvider, person: FakePerson) {
  const outcome = await come(provider, person);
  if (outcome.outcome !== 'signed-in') throw new Error(JSON.stringify(outcome));
  return outcome;
}

const accountOf = (provider: OauthProvider, { id }: FakePerson) =>
  database.prisma.user.findFirst({
    where: { identities: { some: { provider, providerUserId: id } } },
    include: { profile: true, identities: true },
  });

async function everything(): Promise<unknown> {
  const { prisma } = database;
  return Promise.all([
    prisma.user.findMany({ orderBy: { id: 'asc' } }),
    prisma.identity.findMany({ orderBy: { providerUserId: 'asc' } }),
    prisma.session.findMany({ orderBy: { id: 'asc' } }),
    prisma.mailToken.findMany({ orderBy: { id: 'asc' } }),
  ]);
}

/** An account with a session, as people make it. */
async function member() {
  const person = await trial.member();
  const { token, user } = await trial.signIn(person);
  return { ...person, token, userId: user.id };
}

describe('an identity', () => {
  it('makes an account with its name and, from Google, its verified e-mail, without a username', async () => {
    const person = somebody({ name: ' Ana\u202e  Ñandú\u200b ' });
    const { session, returnTo, notice } = await signIn('google', person);
    expect(session.user).toMatchObject({ username: null, email: person.email, role: 'user' });
    expect([returnTo, notice]).toEqual(['/record', null]);
    expect(await accountOf('google', person)).toMatchObject({
      emailVerifiedAt: expect.any(Date),
      passwordHash: null,
      profile: { username: null, fullName: 'Ana Ñandú' },
    });
    expect((await trial.auth.validateSession(session.token))?.user.id).toBe(session.user.id);
  });

  it('signs in to its account again, by its id, whatever e-mail it has by now', async () => {
    const person = somebody();
    const first = await signIn('google', person);
    const other = await trial.member();
    const second = await signIn('google', { ...person, email: other.email });
    expect(second.session.user).toMatchObject({ id: first.session.user.id, email: person.email });
    expect(second.session.token).not.toBe(first.session.token);
  });

  it('of Facebook makes an account without an e-mail, when there is none', async () => {
    const person = somebody({ email: '' });
    const { session, notice } = await signIn('facebook', person);
    expect(session.user.email).toBeNull();
    expect(notice).toBeNull();
    expect((await signIn('facebook', person)).session.user.id).toBe(session.user.id);
  });

  it('makes one account when it comes many times at once', async () => {
    const person = somebody();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => signIn('google', person)));
    expect(new Set(outcomes.map(({ session }) => session.user.id)).size).toBe(1);
    expect(await database.prisma.user.count({ where: { email: person.email } })).toBe(1);
  });

  it('and a sign-up with its address at the same time make one account, which is the owner’s', async () => {
    const person = somebody();
    const attacker = { ...trial.stranger(), email: person.email };
    const [outcome] = await Promise.all([signIn('google', person), trial.auth.signUp(attacker)]);
    expect(await database.prisma.user.count({ where: { email: person.email } })).toBe(1);
    expect((await signIn('google', person)).session.user.id).toBe(outcome.session.user.id);
    await expect(trial.signIn(attacker)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  });

  it('of a suspended account opens nothing', async () => {
    const person = somebody();
    const { session } = await signIn('google', person);
    await database.prisma.user.update({
      where: { id: session.user.id },
      data: { suspendedAt: new Date() },
    });
    expect(await come('google', person)).toMatchObject({ outcome: 'suspended', userId: session.user.id });
    expect(await database.prisma.session.count({ where: { userId: session.user.id } })).toBe(1);
  });

  it('with an id, a name or an e-mail of nonsense is refused or goes without', async () => {
    for (const sub of [7, '', 'x'.repeat(300), 'a b', null]) {
      fake.nextClaims({ sub });
      expect(await come('google', somebody())).toMatchObject({ code: 'OAUTH_FAILED' });
    }
    fake.nextClaims({ email: 'no address', name: { a: 1 } });
    const person = somebody();
    expect((await signIn('google', person)).session.user.email).toBeNull();
    expect((await accountOf('google', person))?.profile?.fullName).toBeNull();
  });
});

describe('SEC-09: signing in with an identity', () => {
  it('starts a new session each time and leaves the others', async () => {
    const person = somebody();
    const tokens = [await signIn('google', person), await signIn('google', person)].map(
      ({ session }) => session.token,
    );
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect(await trial.auth.validateSession(token)).not.toBeNull();
  });
});

describe('SEC-25: pre-hijacking', () => {
  it('classic-federated merge: the owner of an account that was never confirmed takes it over with all it has', async () => {
    const attacker = trial.stranger();
    const link = await trial.signUp(attacker);
    const recovery = await trial.requestReset(attacker.email);
    const { prisma } = database;
    const planted = await prisma.user.findUniqueOrThrow({ where: { email: attacker.email } });
    const owner = somebody({ email: attacker.email.toUpperCase() });
    const { session } = await signIn('google', owner);
    expect(session.user).toMatchObject({ id: planted.id, username: null });
    await expect(trial.signIn(attacker)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    await expect(trial.auth.verifyEmail(link)).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
    await expect(trial.auth.resetPassword(recovery, 'otra frase 9')).rejects.toMatchObject({
      code: 'LINK_EXPIRED',
    });
    expect(await accountOf('google', owner)).toMatchObject({
      passwordHash: null,
      wantedUsername: null,
      emailVerifiedAt: expect.any(Date),
      profile: { username: null },
    });
  });

  it('unexpired session: one that the unconfirmed account had against the rules ends', async () => {
    const attacker = trial.stranger();
    await trial.signUp(attacker);
    const { prisma } = database;
    const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { email: attacker.email } });
    const expiresAt = new Date(Date.now() + 86_400_000);
    await prisma.session.create({ data: { id: hashSecret('planted'), userId, expiresAt } });
    await signIn('google', somebody({ email: attacker.email }));
    expect(await trial.auth.validateSession('planted')).toBeNull();
  });

  it('trojan identifier: another identity that the unconfirmed account had signs in no more', async () => {
    const attacker = trial.stranger();
    await trial.signUp(attacker);
    const { prisma } = database;
    const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { email: attacker.email } });
    const trojan = somebody({ email: '' });
    await prisma.identity.create({ data: { provider: 'facebook', providerUserId: trojan.id, userId } });
    await signIn('google', somebody({ email: attacker.email }));
    expect(await accountOf('facebook', trojan)).toBeNull();
  });

  it('unexpired e-mail change: who follows the mail of a stranger’s account does not give it their address', async () => {
    const victim = trial.stranger();
    const { notice, session } = await signIn('facebook', somebody({ email: victim.email }));
    const link = notice?.kind === 'add-email' ? notice.token : '';
    expect(link).not.toBe('');
    // The victim, who is not signed in to that account, presses the button of the mail.
    await expect(trial.auth.verifyEmail(link)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const { userId } = await member();
    await expect(trial.auth.verifyEmail(link, userId)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const { session: theirs } = await signIn('google', somebody({ email: victim.email }));
    expect(theirs.user.id).not.toBe(session.user.id);
    // The stranger cannot take it any more either.
    await expect(trial.auth.verifyEmail(link, session.user.id)).rejects.toMatchObject({
      code: 'OAUTH_EMAIL_IN_USE',
    });
  });

  it('non-verifying provider: an address that nobody verified opens no account that has it', async () => {
    const owner = await trial.member();
    const before = await everything();
    for (const [provider, emailVerified] of [
      ['google', false],
      ['facebook', true],
    ] as const) {
      const attacker = somebody({ email: owner.email.toUpperCase(), emailVerified });
      expect(await come(provider, attacker)).toMatchObject({
        outcome: 'refused',
        code: 'OAUTH_EMAIL_IN_USE',
        returnTo: '/record',
      });
    }
    expect(await everything()).toEqual(before);
  });
});

describe('SEC-26: the word of a provider about an e-mail', () => {
  it('joins a Google identity to the confirmed account of its verified e-mail, and says so to the owner', async () => {
    const owner = await trial.member();
    const person = somebody({ email: owner.email.toUpperCase() });
    const { session, notice } = await signIn('google', person);
    expect(session.user).toMatchObject({ username: owner.username, email: owner.email });
    expect(notice).toEqual({ kind: 'identity-linked', email: owner.email, provider: 'google' });
    // The password goes on working, and the next time there is nothing to tell.
    await trial.signIn(owner);
    expect((await signIn('google', person)).notice).toBeNull();
  });

  it.each([false, 'true', 1, null])('counts as no verification: %j', async (verified) => {
    const owner = await trial.member();
    fake.nextClaims({ email_verified: verified });
    expect(await come('google', somebody({ email: owner.email }))).toMatchObject({
      code: 'OAUTH_EMAIL_IN_USE',
    });
  });

  it('joins no second identity of the provider: the address went to somebody else', async () => {
    const first = somebody();
    await signIn('google', first);
    expect(await come('google', somebody({ email: first.email }))).toMatchObject({
      code: 'OAUTH_EMAIL_IN_USE',
    });
  });

  it('joins nothing to a suspended account', async () => {
    const owner = await trial.member();
    await database.prisma.user.update({ where: { email: owner.email }, data: { suspendedAt: new Date() } });
    const person = somebody({ email: owner.email });
    expect(await come('google', person)).toMatchObject({ code: 'ACCOUNT_SUSPENDED' });
    expect(await accountOf('google', person)).toBeNull();
  });

  it.each(['google', 'facebook'] as const)(
    'unverified, from %s, is added when its mailbox and the session of the account agree',
    async (provider) => {
      const person = somebody({ emailVerified: false });
      const { session, notice } = await signIn(provider, person);
      expect(session.user.email).toBeNull();
      expect(notice).toEqual({
        kind: 'add-email',
        email: person.email,
        provider,
        token: expect.stringMatching(/^[\w-]{22,}$/),
      });
      const token = notice?.kind === 'add-email' ? notice.token : '';
      await trial.auth.verifyEmail(token, session.user.id);
      expect(await accountOf(provider, person)).toMatchObject({
        email: person.email,
        emailVerifiedAt: expect.any(Date),
      });
      await expect(trial.auth.verifyEmail(token, session.user.id)).rejects.toMatchObject({
        code: 'LINK_USED',
      });
    },
  );

  it('unverified, is no claim on an account that was never confirmed, whose owner may still confirm it', async () => {
    const pending = trial.stranger();
    const link = await trial.signUp(pending);
    const { session, notice } = await signIn('facebook', somebody({ email: pending.email }));
    expect(session.user.email).toBeNull();
    await trial.auth.verifyEmail(link);
    await trial.signIn(pending);
    const token = notice?.kind === 'add-email' ? notice.token : '';
    await expect(trial.auth.verifyEmail(token, session.user.id)).rejects.toMatchObject({
      code: 'OAUTH_EMAIL_IN_USE',
    });
  });

  it('unverified, replaces an account that was never confirmed once the mailbox is proven', async () => {
    const pending = trial.stranger();
    await trial.signUp(pending);
    const { session, notice } = await signIn('facebook', somebody({ email: pending.email }));
    const token = notice?.kind === 'add-email' ? notice.token : '';
    await trial.auth.verifyEmail(token, session.user.id);
    await expect(trial.signIn(pending)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  });
});

describe('SEC-27: an attempt', () => {
  it('asks with what binds the answer to it', async () => {
    const { url } = await leave('google');
    const { searchParams } = new URL(url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: 'https://relato.test/auth/google/callback',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const facebook = new URL((await leave('facebook')).url).searchParams;
    expect([facebook.get('scope'), facebook.has('code_challenge')]).toEqual(['email public_profile', false]);
  });

  it('is of one use, also when it is used many times at once', async () => {
    const { url, browserToken } = await leave('google');
    const address = await decideAt(url, somebody());
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => back('google', address, browserToken)),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'signed-in')).toHaveLength(1);
    expect(await back('google', address, browserToken)).toEqual({
      outcome: 'refused',
      returnTo: '/',
      code: 'OAUTH_EXPIRED',
    });
  });

  it('is of one browser: without its cookie, or with another’s, there is no session, and its own goes on', async () => {
    const [mine, theirs] = [await leave('google'), await leave('google')];
    const address = await decideAt(mine.url, somebody());
    for (const browserToken of [null, '', 'made up', theirs.browserToken]) {
      expect(await back('google', address, browserToken)).toMatchObject({ code: 'OAUTH_EXPIRED' });
    }
    expect(await back('google', address, mine.browserToken)).toMatchObject({ outcome: 'signed-in' });
  });

  it('is of one provider', async () => {
    const { url, browserToken } = await leave('google');
    const address = await decideAt(url, somebody());
    expect(await back('facebook', address, browserToken)).toMatchObject({ code: 'OAUTH_EXPIRED' });
  });

  it('needs its state', async () => {
    const { url, browserToken } = await leave('google');
    const address = await decideAt(url, somebody());
    for (const state of ['', 'made up', browserToken]) {
      const changed = new URL(address);
      changed.searchParams.set('state', state);
      expect(await back('google', changed, browserToken)).toMatchObject({ code: 'OAUTH_EXPIRED' });
    }
  });

  it('lasts ten minutes', async () => {
    const [early, late] = [await leave('google'), await leave('google')];
    const addresses = [await decideAt(early.url, somebody()), await decideAt(late.url, somebody())] as const;
    trial.advance((limits.oauth.attemptMinutes - 1) / 60);
    expect(await back('google', addresses[0], early.browserToken)).toMatchObject({ outcome: 'signed-in' });
    trial.advance(2 / 60);
    expect(await back('google', addresses[1], late.browserToken)).toMatchObject({ code: 'OAUTH_EXPIRED' });
    await trial.auth.deleteExpired();
    expect(
      await database.prisma.oauthAttempt.count({ where: { browser: hashSecret(late.browserToken) } }),
    ).toBe(0);
  });

  it('goes on in one tab while another begins in the next', async () => {
    const first = await leave('google');
    const second = await leave('facebook', { browserToken: first.browserToken });
    expect(second.browserToken).toBe(first.browserToken);
    for (const [provider, { url, browserToken }] of [
      ['google', first],
      ['facebook', second],
    ] as const) {
      const address = await decideAt(url, somebody());
      expect(await back(provider, address, browserToken)).toMatchObject({ outcome: 'signed-in' });
    }
  });

  it('begins with no cookie that we did not make', async () => {
    expect((await leave('google', { browserToken: 'planted' })).browserToken).not.toBe('planted');
  });

  it('takes no code of another attempt: the verifier and the nonce are not its own', async () => {
    const [mine, theirs] = [await leave('google'), await leave('google')];
    const [address, stolen] = [await decideAt(mine.url, somebody()), await decideAt(theirs.url, somebody())];
    address.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    expect(await back('google', address, mine.browserToken)).toMatchObject({ code: 'OAUTH_FAILED' });
  });

  it.each([
    ['nonce', { nonce: 'another' }],
    ['nonce', { nonce: undefined }],
    ['aud', { aud: 'another client' }],
    ['aud', { aud: ['1234-relato.apps.googleusercontent.com', 'another'] }],
    ['azp', { azp: 'another client' }],
    ['iss', { iss: 'https://evil.example' }],
    ['exp', { exp: Math.floor(Date.now() / 1000) - 1 }],
    ['exp', { exp: 'never' }],
  ])('takes no token with another %s', async (claim, claims) => {
    fake.nextClaims(claims);
    const outcome = await come('google', somebody());
    expect(outcome).toMatchObject({
      code: 'OAUTH_FAILED',
      cause: expect.objectContaining({ message: `id_token: wrong ${claim}` }),
    });
  });

  it('leaves no secret in the database', async () => {
    const { url, browserToken } = await leave('google');
    const state = new URL(url).searchParams.get('state') ?? '';
    const text = JSON.stringify(await database.prisma.oauthAttempt.findMany());
    expect(text).toContain(hashSecret(state));
    for (const secret of [state, browserToken]) expect(text).not.toContain(secret);
  });
});

describe('a provider that does not do its part', () => {
  const garbage = {
    kind: 'answer',
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<html>',
  } as const;

  it.each([
    ['answers garbage', garbage],
    ['answers a list', { kind: 'answer', status: 200, body: '[]' }],
    ['answers nothing that is needed', { kind: 'answer', status: 200, body: {} }],
    ['answers too much', { kind: 'answer', status: 200, body: 'x'.repeat(limits.oauth.maxAnswerBytes + 1) }],
    ['is broken', { kind: 'answer', status: 500, body: {} }],
    ['sends elsewhere', { kind: 'answer', status: 302, headers: { location: 'http://127.0.0.1:9/' } }],
    ['resets', { kind: 'reset' }],
    ['breaks off', { kind: 'cut' }],
  ] as const)('and %s lets nobody in, and says so without secrets', async (_what, failure) => {
    for (const [provider, on] of [
      ['google', 'token'],
      ['facebook', 'token'],
      ['facebook', 'profile'],
    ] as const) {
      fake.nextFailure(failure, { on });
      const outcome = await come(provider, somebody());
      expect(outcome).toMatchObject({ outcome: 'refused', code: 'OAUTH_FAILED', returnTo: '/record' });
      const { cause } = outcome.outcome === 'refused' ? outcome : { cause: null };
      expect(cause).toBeInstanceOf(ProviderError);
      expect(String(cause)).not.toMatch(/4\/|secret|127\.0\.0\.1/);
      expect(cause).not.toHaveProperty('cause');
    }
  });

  it('and refuses the code says only the name of its error', async () => {
    const { url, browserToken } = await leave('google');
    const address = await decideAt(url, somebody());
    address.searchParams.set('code', 'made up');
    expect(await back('google', address, browserToken)).toMatchObject({
      cause: expect.objectContaining({ message: 'token: status 400, invalid_grant' }),
    });
  });

  it('and sends back somebody who cancelled, or with another error, or with nothing', async () => {
    expect(await come('google', null)).toMatchObject({ code: 'OAUTH_DENIED', returnTo: '/record' });
    expect(await come('facebook', null)).toMatchObject({ code: 'OAUTH_DENIED', returnTo: '/record' });
    for (const query of ['error=server_error', 'code=', `code=${'x'.repeat(5_000)}`, '']) {
      const { url, browserToken } = await leave('google');
      const state = new URL(url).searchParams.get('state') ?? '';
      const address = new URL(`https://relato.test/auth/google/callback?state=${state}&${query}`);
      expect(await back('google', address, browserToken)).toMatchObject({ code: 'OAUTH_FAILED' });
    }
  });
});

describe('adding an identity to an account', () => {
  it('gives who is signed in one more way in, whatever e-mail it has, and tells the owner', async () => {
    const owner = await member();
    const person = somebody({ emailVerified: false });
    const outcome = await come('google', person, { link: owner, returnTo: '/profile' });
    expect(outcome).toEqual({
      outcome: 'linked',
      returnTo: '/profile',
      notice: { kind: 'identity-linked', email: owner.email, provider: 'google' },
    });
    expect((await signIn('google', person)).session.user.id).toBe(owner.userId);
    // Once more changes nothing and tells nobody.
    expect(await come('google', person, { link: owner })).toMatchObject({ outcome: 'linked', notice: null });
  });

  it('takes none that signs in to another account, and no second one of a provider', async () => {
    const [owner, other] = [await member(), somebody()];
    await signIn('google', other);
    expect(await come('google', other, { link: owner })).toMatchObject({ code: 'IDENTITY_IN_USE' });
    await come('google', somebody(), { link: owner });
    expect(await come('google', somebody(), { link: owner })).toMatchObject({ code: 'IDENTITY_IN_USE' });
    expect(await trial.auth.oauth.listIdentities(owner.userId)).toHaveLength(1);
  });

  it('is for who signed in a short time ago', async () => {
    const owner = await member();
    trial.advance((limits.session.freshMinutes + 1) / 60);
    await expect(leave('google', { link: owner })).rejects.toMatchObject({ code: 'SESSION_NOT_FRESH' });
  });

  it('ends when somebody else comes back, or nobody', async () => {
    const [owner, other] = [await member(), await member()];
    for (const viewerId of [null, other.userId]) {
      const { url, browserToken } = await leave('google', { link: owner });
      const person = somebody();
      const outcome = await back('google', await decideAt(url, person), browserToken, viewerId);
      expect(outcome).toMatchObject({ outcome: 'refused', code: 'UNAUTHENTICATED' });
      expect(await accountOf('google', person)).toBeNull();
    }
  });

  it('by two accounts at once gives it to one of them', async () => {
    const owners = [await member(), await member()];
    const person = somebody();
    const outcomes = await Promise.all(owners.map((owner) => come('google', person, { link: owner })));
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['linked', 'refused']);
  });
});

describe('taking an identity off an account', () => {
  it('is possible while a password or another identity signs in', async () => {
    const owner = await member();
    const [google, facebook] = [somebody(), somebody()];
    await come('google', google, { link: owner });
    expect(await trial.auth.oauth.listIdentities(owner.userId)).toEqual([
      { provider: 'google', email: google.email, canUnlink: true },
    ]);
    await come('facebook', facebook, { link: owner });
    await database.prisma.user.update({ where: { id: owner.userId }, data: { passwordHash: null } });
    await trial.auth.oauth.unlinkIdentity(owner.userId, 'google');
    expect(await accountOf('google', google)).toBeNull();
    await expect(trial.auth.oauth.unlinkIdentity(owner.userId, 'facebook')).rejects.toMatchObject({
      code: 'IDENTITY_LAST',
    });
  });

  it('never takes the last way in, also when both go at once', async () => {
    const person = somebody();
    const { session } = await signIn('google', person);
    const { id } = session.user;
    await come('facebook', somebody(), { link: { userId: id, token: session.token } });
    const results = await Promise.allSettled(
      (['google', 'facebook'] as const).map((each) => trial.auth.oauth.unlinkIdentity(id, each)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await trial.auth.oauth.listIdentities(id)).toMatchObject([{ canUnlink: false }]);
  });

  it('does nothing where there is none', async () => {
    const id = toUserId.parse(await createUser(database.prisma));
    await trial.auth.oauth.unlinkIdentity(id, 'google');
    expect(await trial.auth.oauth.listIdentities(id)).toEqual([]);
  });
});

it('knows no provider without settings', async () => {
  const { auth } = createTrial(database, { google: { ...fake.clients.google, baseUrl: fake.url } });
  expect(auth.oauth.providers).toEqual(['google']);
  const start = auth.oauth.start({ provider: 'facebook', returnTo: null, browserToken: null, link: null });
  await expect(start).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
