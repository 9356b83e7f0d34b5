import { createAuth } from '@relato/auth';
import { rateLimits, type OauthProvider } from '@relato/contract';
import {
  decideAt,
  startFakeProviders,
  type FakePerson,
  type FakeProviders,
} from '@relato/testing/oauth/providers';
import { errorCode } from '@relato/testing/error-code';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';

let fake: FakeProviders;
beforeAll(async () => {
  fake = await startFakeProviders();
});
afterAll(() => fake.stop());

const test = useTestApp(() => {
  const { google, facebook } = fake.clients;
  const baseUrl = fake.url;
  return { providers: { google: { ...google, baseUrl }, facebook: { ...facebook, baseUrl } } };
});
let ana: TestUser;
beforeAll(async () => {
  ana = await test.signUp('ana');
});

let createdPersons = 0;
/** Creates a user of the fake providers with a new id and address. */
const createPerson = (fields: Partial<FakePerson> = {}): FakePerson => {
  createdPersons += 1;
  const id = String(createdPersons);
  return { id, name: 'Ana', email: `g${id}@example.org`, emailVerified: true, ...fields };
};

const appPage = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' };

let networks = 0;

/** Creates a browser with cookies in a network of its own, because the limits per network apply. */
function createBrowser(cookies = new Map<string, string>()) {
  networks += 1;
  const incoming = { socket: { remoteAddress: `10.0.0.${networks}`, remotePort: 1, remoteFamily: 'IPv4' } };
  const lines: string[] = [];
  return {
    cookies,
    /** All Set-Cookie lines so far. */
    lines,
    get: async (path: string, more: Readonly<Record<string, string>> = appPage) => {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      const answer = await test.app.request(path, { headers: { ...more, cookie } }, { incoming });
      for (const line of answer.headers.getSetCookie()) {
        lines.push(line);
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      return answer;
    },
  };
}
type Browser = ReturnType<typeof createBrowser>;

const locationOf = (answer: Response): string => answer.headers.get('location') ?? '';

async function decideAtProvider(
  browser: Browser,
  provider: OauthProvider,
  person: FakePerson | null,
  query = '',
): Promise<string> {
  const url = locationOf(await browser.get(`/auth/${provider}${query === '' ? '?' : `${query}&`}terms`));
  const { pathname, search } = await decideAt(url, person);
  return pathname + search;
}

/** Visits the provider and returns. Resolves with the final redirect. */
async function signInWith(browser: Browser, provider: OauthProvider, person: FakePerson | null, query = '') {
  return locationOf(await browser.get(await decideAtProvider(browser, provider, person, query)));
}

const readToken = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
const sessionOf = (token: string | undefined) => test.world.services.auth.validateSession(token ?? '');

describe('sign-in with a provider', () => {
  it.each(['google', 'facebook'] as const)(
    'L329: signs in with %s and returns to the requested page',
    async (provider) => {
      const browser = createBrowser();
      const person = createPerson({ email: '' });
      expect(await signInWith(browser, provider, person, '?return=/record')).toBe(
        `/record#auth=signed-in.${provider}`,
      );
      expect(await sessionOf(browser.cookies.get('relato_session'))).toMatchObject({
        user: { username: null },
      });
      expect(browser.cookies.has('relato_browser')).toBe(true);
      const kept = browser.lines.filter((line) => /^relato_(session|oauth|browser)=/.test(line));
      expect(kept).toHaveLength(3);
      for (const line of kept) expect(line).toMatch(/; HttpOnly.*; SameSite=Lax|; SameSite=Lax.*; HttpOnly/);
    },
  );

  it('makes no account for a page that confirmed a lower age than the server requires', async () => {
    expect(await signInWith(createBrowser(), 'google', createPerson(), '?terms=13')).toBe(
      '/#auth=TERMS_NOT_ACCEPTED.google',
    );
  });

  it('refuses a suspended user with the reason by mail, and without an address by a link to appeal', async () => {
    const moderator = await test.world.addUser('moderadora', 'moderator');
    const suspend = async (person: FakePerson) => {
      const browser = createBrowser();
      await signInWith(browser, 'google', person);
      const session = await sessionOf(browser.cookies.get('relato_session'));
      const userId = session?.user.id ?? ana.viewer.id;
      await test.world.callAs(moderator).users.suspend({ userId, reason: 'Acoso' });
      return userId;
    };
    const { visitor } = test.world;
    const mailed = createPerson();
    await suspend(mailed);
    expect(await signInWith(createBrowser(), 'google', mailed)).toBe('/#auth=ACCOUNT_SUSPENDED.google');
    const token = await test.world.readMailedToken(mailed.email);
    expect(await visitor.appeals.noticeByLink({ token })).toMatchObject({ reason: 'Acoso' });

    const person = createPerson({ email: '' });
    const userId = await suspend(person);
    const replaced = readToken(await signInWith(createBrowser(), 'google', person));
    const again = createBrowser();
    const link = await signInWith(again, 'google', person);
    expect(link).toMatch(/^http:\/\/relato\.test\/apelar#/);
    expect(again.cookies.has('relato_session')).toBe(false);
    await expect(visitor.appeals.noticeByLink({ token: replaced })).rejects.toEqual(
      errorCode('LINK_INVALID'),
    );
    await visitor.appeals.createByLink({ token: readToken(link), text: 'No fui yo' });
    await test.world.callAs(moderator).users.restore({ userId, reason: 'Error' });
    expect(await signInWith(createBrowser(), 'google', person)).toBe('/#auth=signed-in.google');
  });

  it('reports a cancelled sign-in, which no cache stores', async () => {
    const browser = createBrowser();
    expect(await signInWith(browser, 'google', null)).toBe('/#auth=OAUTH_DENIED.google');
    expect(browser.cookies.has('relato_session')).toBe(false);
    for (const path of ['/auth/google', '/auth/google/callback'])
      expect((await browser.get(path)).headers.get('cache-control')).toBe('no-store');
  });

  it('mails a link to confirm an unverified e-mail, and reports the mail', async () => {
    const person = createPerson();
    const browser = createBrowser();
    expect(await signInWith(browser, 'facebook', person)).toBe('/#auth=confirm-email.facebook');
    const mail = (await test.world.readMails()).find(({ to }) => to === person.email);
    expect(mail?.link).toMatch(/^http:\/\/relato\.test\/confirmar#token=\S{22,}$/);
    const session = await sessionOf(browser.cookies.get('relato_session'));
    await test.world
      .callAs(session?.user ?? null)
      .account.verifyEmail({ token: readToken(mail?.link ?? '') });
    expect(await sessionOf(browser.cookies.get('relato_session'))).toMatchObject({
      user: { email: person.email },
    });
  });

  it('mails the owner of an account when a provider is added to it', async () => {
    const bea = await test.signUp('bea');
    const browser = createBrowser();
    await signInWith(browser, 'google', createPerson({ email: bea.viewer.email ?? '' }));
    expect((await sessionOf(browser.cookies.get('relato_session')))?.user.id).toBe(bea.viewer.id);
    const mail = (await test.world.readMails()).findLast(({ to }) => to === bea.viewer.email);
    expect(mail?.subject).toBe('Ya puedes entrar en Relato con Google');
    expect(mail?.link).toBe('http://relato.test/profile?entrar=recuperar');
  });
});

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

const signedIn = (person: TestUser) => createBrowser(new Map([['relato_session', person.token]]));

describe('linking a provider to an account', () => {
  const query = '?link&return=/profile';

  it('works from the app with a fresh session, and can be unlinked', async () => {
    expect(await signInWith(signedIn(ana), 'google', createPerson(), query)).toBe(
      '/profile#auth=linked.google',
    );
    const caller = test.world.callAs(ana.viewer, ana.token);
    expect(await caller.account.identities()).toMatchObject([{ provider: 'google', canUnlink: true }]);
    await caller.account.unlinkIdentity({ provider: 'google' });
    expect(await caller.account.identities()).toEqual([]);
  });

  it('SEC-14: cannot be started from another site or by a typed address', async () => {
    for (const headers of [{ 'sec-fetch-site': 'none' }, {}])
      expect(locationOf(await signedIn(ana).get(`/auth/google${query}`, headers))).toBe('/');
    const referer = { referer: 'http://relato.test/profile' };
    const answer = await signedIn(ana).get(`/auth/google${query}`, referer);
    expect(locationOf(answer)).toContain(fake.url);
  });

  it('reports the error in the address of the app', async () => {
    const visitor = await createBrowser().get(`/auth/google${query}`);
    expect(locationOf(visitor)).toBe('/profile#auth=UNAUTHENTICATED.google');
    const taken = createPerson();
    await signInWith(createBrowser(), 'google', taken);
    expect(await signInWith(signedIn(ana), 'google', taken, query)).toBe(
      '/profile#auth=IDENTITY_IN_USE.google',
    );
  });
});

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

it('a provider that is not configured has no route', async () => {
  for (const path of ['/auth/github', '/auth/constructor'])
    expect((await test.app.request(path)).status).toBe(404);
  expect((await test.world.visitor.settings.public()).oauthProviders).toEqual(['google', 'facebook']);
  const auth = createAuth({
    database: test.world.database,
    secure: false,
    publicUrl: test.world.services.publicUrl,
    providers: {},
  });
  expect((await test.createWith({ auth }).request('/auth/google/callback')).status).toBe(404);
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
