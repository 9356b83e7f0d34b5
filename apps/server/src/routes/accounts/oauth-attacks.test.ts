import { rateLimits } from '@relato/contract';
import { describe, expect, it } from 'vitest';
import {
  createPerson,
  decideAtProvider,
  locationOf,
  signInWith,
  useOauthApp,
} from '../../testing/oauth-app.ts';

const { fake, test, createBrowser, sessionOf } = useOauthApp();

it('SEC-09: sign-in with a provider does not adopt a planted session', async () => {
  const browser = createBrowser(new Map([['relato_session', 'planted']]));
  await signInWith(browser, 'google', createPerson());
  expect(browser.cookies.get('relato_session')).not.toBe('planted');
  expect(await sessionOf('planted')).toBeNull();
});

describe('SEC-15: a GET', () => {
  it('as a prefetch or by a link scanner starts no sign-in', async () => {
    const count = () => test.world.database.prisma.oauthAttempt.count();
    const before = await count();
    for (const headers of [{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }])
      expect((await test.app.request('/auth/google', { headers })).status).toBe(403);
    expect((await test.app.request('/auth/google', { method: 'HEAD' })).status).toBe(403);
    expect(await count()).toBe(before);
  });

  it('of the callback by another client leaves the attempt usable', async () => {
    const browser = createBrowser();
    const address = await decideAtProvider(browser, 'google', createPerson());
    const headers = { cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') };
    await test.app.request(address, { method: 'HEAD', headers });
    await test.app.request(address);
    expect(locationOf(await browser.get(address))).toBe('/#auth=signed-in.google');
  });

  it('from another site starts no sign-in', async () => {
    for (const headers of [{ 'sec-fetch-site': 'same-site' }, { referer: 'https://evil.example/' }]) {
      const answer = await test.app.request('/auth/google?return=/record', { headers });
      expect([locationOf(answer), answer.headers.getSetCookie()]).toEqual(['/', []]);
    }
  });
});

describe('SEC-27: the callback', () => {
  it('creates no session if repeated, in another browser, or for another provider', async () => {
    const browser = createBrowser();
    const address = await decideAtProvider(browser, 'google', createPerson());
    const other = address.replace('/google/', '/facebook/');
    const otherBrowser = createBrowser();
    expect(locationOf(await otherBrowser.get(address))).toBe('/#auth=OAUTH_EXPIRED.google');
    expect(locationOf(await browser.get(other))).toBe('/#auth=OAUTH_EXPIRED.facebook');
    expect(browser.cookies.has('relato_session')).toBe(false);
    expect(locationOf(await browser.get(address))).toBe('/#auth=signed-in.google');
    const session = browser.cookies.get('relato_session');
    expect(locationOf(await browser.get(address))).toBe('/#auth=OAUTH_EXPIRED.google');
    expect(browser.cookies.get('relato_session')).toBe(session);
    expect(otherBrowser.cookies.has('relato_session')).toBe(false);
  });

  it('without the requested data of the provider creates no session and does not fail', async () => {
    for (const query of ['', '?state=x', '?code=x', '?error=access_denied', '?state=%00&code=%00'])
      expect(locationOf(await createBrowser().get(`/auth/google/callback${query}`))).toBe(
        '/#auth=OAUTH_EXPIRED.google',
      );
  });
});

it.each(['//evil.example', '/%2f%2fevil.example', 'javascript:alert(1)'])(
  'SEC-28: the return path is the root instead of %j',
  async (wanted) => {
    const query = `?return=${encodeURIComponent(wanted)}`;
    expect(await signInWith(createBrowser(), 'google', null, query)).toBe('/#auth=OAUTH_DENIED.google');
  },
);

it('SEC-41: the logs contain no code, state, token or address, also when the provider fails', async () => {
  const browser = createBrowser();
  const person = createPerson();
  const address = await decideAtProvider(browser, 'facebook', person);
  fake.nextFailure({ kind: 'answer', status: 500, body: { leak: address } }, { on: 'token' });
  expect(locationOf(await browser.get(address))).toBe('/#auth=OAUTH_FAILED.facebook');
  await signInWith(browser, 'facebook', person);
  const text = test.logs.join('\n');
  expect(text).toContain('token: status 500');
  const { searchParams } = new URL(address, 'http://relato.test');
  const secrets = [searchParams.get('code'), searchParams.get('state'), ...browser.cookies.values()];
  for (const secret of [...secrets, person.email, fake.clients.facebook.clientSecret]) {
    expect(secret).toBeTruthy();
    expect(text).not.toContain(secret ?? '');
  }
});

it('SEC-18: sign-in with a provider is limited per network', async () => {
  const browser = createBrowser();
  const locations: string[] = [];
  for (let count = 0; count <= rateLimits.oauth.calls; count += 1) {
    locations.push(locationOf(await browser.get('/auth/google/callback')));
  }
  expect(locations.indexOf('/#auth=RATE_LIMITED.google')).toBe(rateLimits.oauth.calls);
  expect(locationOf(await browser.get('/auth/google?return=/record'))).toBe(
    '/record#auth=RATE_LIMITED.google',
  );
});
