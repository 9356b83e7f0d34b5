import { createAuth } from '@relato/auth';
import { errorCode } from '@relato/testing/error-code';
import type { FakePerson } from '@relato/testing/oauth/providers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPerson, locationOf, signInWith, useOauthApp } from '../../testing/oauth-app.ts';
import type { TestUser } from '../../testing/test-app.ts';

const { fake, test, createBrowser, sessionOf } = useOauthApp();
let ana: TestUser;
beforeAll(async () => {
  ana = await test.signUp('ana');
});

const readToken = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';

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
