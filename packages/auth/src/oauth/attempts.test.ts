import { retention, serverLimits } from '@relato/contract';
import { expectRefusal } from '@relato/testing/error-code';
import { decideAt } from '@relato/testing/oauth/providers';
import { describe, expect, it } from 'vitest';
import { createAuth } from '../auth.ts';
import { hashToken } from '../tokens.ts';
import { ProviderError } from './call-provider.ts';
import { setupOauthFixture } from '../testing/oauth-fixture.ts';

const oauth = setupOauthFixture();
const { fixture, newPerson, start, finish, complete } = oauth;

describe('SEC-27: an OAuth attempt', () => {
  it('sends state, nonce and code challenge to the provider', async () => {
    const { url } = await start('google');
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
    const facebook = new URL((await start('facebook')).url).searchParams;
    expect([facebook.get('scope'), facebook.has('code_challenge')]).toEqual(['email public_profile', false]);
  });

  it('is consumed by the first of many parallel uses', async () => {
    const { url, browserToken } = await start('google');
    const address = await decideAt(url, newPerson());
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => finish('google', address, browserToken)),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'signed-in')).toHaveLength(1);
    expect(await finish('google', address, browserToken)).toEqual({
      outcome: 'refused',
      returnTo: '/',
      code: 'OAUTH_EXPIRED',
    });
  });

  it('is bound to its browser: a missing or foreign cookie is refused and leaves it usable', async () => {
    const [mine, theirs] = [await start('google'), await start('google')];
    const address = await decideAt(mine.url, newPerson());
    for (const browserToken of [null, '', 'made up', theirs.browserToken]) {
      expect(await finish('google', address, browserToken)).toMatchObject({ code: 'OAUTH_EXPIRED' });
    }
    expect(await finish('google', address, mine.browserToken)).toMatchObject({ outcome: 'signed-in' });
  });

  it('is bound to its provider and to its state', async () => {
    const { url, browserToken } = await start('google');
    const address = await decideAt(url, newPerson());
    expect(await finish('facebook', address, browserToken)).toMatchObject({ code: 'OAUTH_EXPIRED' });
    for (const state of ['', 'made up', browserToken]) {
      const changed = new URL(address);
      changed.searchParams.set('state', state);
      expect(await finish('google', changed, browserToken)).toMatchObject({ code: 'OAUTH_EXPIRED' });
    }
  });

  it('expires after ten minutes', async () => {
    const [early, late] = [await start('google'), await start('google')];
    const addresses = [
      await decideAt(early.url, newPerson()),
      await decideAt(late.url, newPerson()),
    ] as const;
    fixture.advance((retention.oauthAttempt.minutes - 1) / 60);
    expect(await finish('google', addresses[0], early.browserToken)).toMatchObject({ outcome: 'signed-in' });
    fixture.advance(2 / 60);
    expect(await finish('google', addresses[1], late.browserToken)).toMatchObject({ code: 'OAUTH_EXPIRED' });
    await fixture.auth.deleteExpired();
    expect(
      await fixture.database.prisma.oauthAttempt.count({ where: { browser: hashToken(late.browserToken) } }),
    ).toBe(0);
  });

  it('continues in one tab while another starts in a second tab', async () => {
    const first = await start('google');
    const second = await start('facebook', { browserToken: first.browserToken });
    expect(second.browserToken).toBe(first.browserToken);
    for (const [provider, { url, browserToken }] of [
      ['google', first],
      ['facebook', second],
    ] as const) {
      const address = await decideAt(url, newPerson());
      expect(await finish(provider, address, browserToken)).toMatchObject({ outcome: 'signed-in' });
    }
  });

  it('replaces a cookie that the server did not create', async () => {
    expect((await start('google', { browserToken: 'planted' })).browserToken).not.toBe('planted');
  });

  it('refuses the code of another attempt', async () => {
    const [mine, theirs] = [await start('google'), await start('google')];
    const [address, stolen] = [
      await decideAt(mine.url, newPerson()),
      await decideAt(theirs.url, newPerson()),
    ];
    address.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    expect(await finish('google', address, mine.browserToken)).toMatchObject({ code: 'OAUTH_FAILED' });
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
  ])('refuses an id_token with a wrong %s', async (claim, claims) => {
    oauth.fake.nextClaims(claims);
    const outcome = await complete('google', newPerson());
    expect(outcome).toMatchObject({
      code: 'OAUTH_FAILED',
      cause: expect.objectContaining({ message: `id_token: wrong ${claim}` }),
    });
  });

  it('stores no secret in the database', async () => {
    const { url, browserToken } = await start('google');
    const state = new URL(url).searchParams.get('state') ?? '';
    const text = JSON.stringify(await fixture.database.prisma.oauthAttempt.findMany());
    expect(text).toContain(hashToken(state));
    for (const secret of [state, browserToken]) expect(text).not.toContain(secret);
  });
});

describe('a failing provider', () => {
  const garbage = {
    kind: 'answer',
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<html>',
  } as const;

  it.each([
    ['sends HTML', garbage],
    ['sends an empty object', { kind: 'answer', status: 200, body: {} }],
    [
      'sends too many bytes',
      { kind: 'answer', status: 200, body: 'x'.repeat(serverLimits.oauth.maxAnswerBytes + 1) },
    ],
    ['answers with status 500', { kind: 'answer', status: 500, body: {} }],
    ['redirects', { kind: 'answer', status: 302, headers: { location: 'http://127.0.0.1:9/' } }],
    ['breaks off its answer', { kind: 'cut' }],
  ] as const)('that %s signs nobody in and leaves no secret in the error', async (_what, failure) => {
    for (const [provider, on] of [
      ['google', 'token'],
      ['facebook', 'token'],
      ['facebook', 'profile'],
    ] as const) {
      oauth.fake.nextFailure(failure, { on });
      const outcome = await complete(provider, newPerson());
      expect(outcome).toMatchObject({ outcome: 'refused', code: 'OAUTH_FAILED', returnTo: '/record' });
      const { cause } = outcome.outcome === 'refused' ? outcome : { cause: null };
      expect(cause).toBeInstanceOf(ProviderError);
      expect(String(cause)).not.toMatch(/4\/|secret|127\.0\.0\.1/);
      expect(cause).not.toHaveProperty('cause');
    }
  });

  it('that refuses the code is reported only by the name of its error', async () => {
    const { url, browserToken } = await start('google');
    const address = await decideAt(url, newPerson());
    address.searchParams.set('code', 'made up');
    expect(await finish('google', address, browserToken)).toMatchObject({
      cause: expect.objectContaining({ message: 'token: status 400, invalid_grant' }),
    });
  });

  it('that redirects back with an error or without a code is refused', async () => {
    expect(await complete('google', null)).toMatchObject({ code: 'OAUTH_DENIED', returnTo: '/record' });
    expect(await complete('facebook', null)).toMatchObject({ code: 'OAUTH_DENIED', returnTo: '/record' });
    for (const query of ['error=server_error', 'code=', `code=${'x'.repeat(5_000)}`, '']) {
      const { url, browserToken } = await start('google');
      const state = new URL(url).searchParams.get('state') ?? '';
      const address = new URL(`https://relato.test/auth/google/callback?state=${state}&${query}`);
      expect(await finish('google', address, browserToken)).toMatchObject({ code: 'OAUTH_FAILED' });
    }
  });
});

it('throws NOT_FOUND for a provider without settings', async () => {
  const google = { ...oauth.fake.clients.google, baseUrl: oauth.fake.url };
  const auth = createAuth({ database: fixture.database, secure: true, providers: { google } });
  expect(auth.oauth.providers).toEqual(['google']);
  const start = auth.oauth.start({
    provider: 'facebook',
    returnTo: null,
    browserToken: null,
    link: null,
    acceptsTerms: true,
  });
  await expectRefusal(start, 'NOT_FOUND');
});
