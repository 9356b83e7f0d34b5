import { limits } from '@relato/contract';
import { decideAt } from '@relato/testing/oauth/providers';
import { describe, expect, it } from 'vitest';
import { hashSecret } from '../secrets.ts';
import { createTrial } from '../trial.ts';
import { ProviderError } from './call-provider.ts';
import { useOauthTrial } from '../testing/oauth-trial.ts';

const world = useOauthTrial();
const { somebody, leave, back, come } = world;

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
    world.trial.advance((limits.oauth.attemptMinutes - 1) / 60);
    expect(await back('google', addresses[0], early.browserToken)).toMatchObject({ outcome: 'signed-in' });
    world.trial.advance(2 / 60);
    expect(await back('google', addresses[1], late.browserToken)).toMatchObject({ code: 'OAUTH_EXPIRED' });
    await world.trial.auth.deleteExpired();
    expect(
      await world.database.prisma.oauthAttempt.count({ where: { browser: hashSecret(late.browserToken) } }),
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
    world.fake.nextClaims(claims);
    const outcome = await come('google', somebody());
    expect(outcome).toMatchObject({
      code: 'OAUTH_FAILED',
      cause: expect.objectContaining({ message: `id_token: wrong ${claim}` }),
    });
  });

  it('leaves no secret in the database', async () => {
    const { url, browserToken } = await leave('google');
    const state = new URL(url).searchParams.get('state') ?? '';
    const text = JSON.stringify(await world.database.prisma.oauthAttempt.findMany());
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
      world.fake.nextFailure(failure, { on });
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

it('knows no provider without settings', async () => {
  const { auth } = createTrial(world.database, {
    google: { ...world.fake.clients.google, baseUrl: world.fake.url },
  });
  expect(auth.oauth.providers).toEqual(['google']);
  const start = auth.oauth.start({ provider: 'facebook', returnTo: null, browserToken: null, link: null });
  await expect(start).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
