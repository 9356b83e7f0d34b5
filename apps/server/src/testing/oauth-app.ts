import type { OauthProvider } from '@relato/contract';
import {
  decideAt,
  startFakeProviders,
  type FakePerson,
  type FakeProviders,
} from '@relato/testing/oauth/providers';
import { afterAll, beforeAll } from 'vitest';
import { useTestApp, type TestApp } from './test-app.ts';

const appPage = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' };

let createdPersons = 0;
/** Creates a user of the fake providers with a new id and address. */
export const createPerson = (fields: Partial<FakePerson> = {}): FakePerson => {
  createdPersons += 1;
  const id = String(createdPersons);
  return { id, name: 'Ana', email: `g${id}@example.org`, emailVerified: true, ...fields };
};

let networks = 0;

/** Creates a browser with cookies in a network of its own, because the limits per network apply. */
function createBrowser({ app }: TestApp, cookies = new Map<string, string>()) {
  networks += 1;
  const incoming = { socket: { remoteAddress: `10.0.0.${networks}`, remotePort: 1, remoteFamily: 'IPv4' } };
  const lines: string[] = [];
  return {
    cookies,
    /** All Set-Cookie lines so far. */
    lines,
    get: async (path: string, more: Readonly<Record<string, string>> = appPage) => {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      const answer = await app.request(path, { headers: { ...more, cookie } }, { incoming });
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

export const locationOf = (answer: Response): string => answer.headers.get('location') ?? '';

export async function decideAtProvider(
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
export async function signInWith(
  browser: Browser,
  provider: OauthProvider,
  person: FakePerson | null,
  query = '',
) {
  return locationOf(await browser.get(await decideAtProvider(browser, provider, person, query)));
}

/** Creates an app whose users sign in with fake providers. */
export function useOauthApp() {
  const fake = {} as FakeProviders; // gets its properties before the app is created
  beforeAll(async () => void Object.assign(fake, await startFakeProviders()));
  afterAll(() => fake.stop());

  const test = useTestApp(() => {
    const { google, facebook } = fake.clients;
    const baseUrl = fake.url;
    return { providers: { google: { ...google, baseUrl }, facebook: { ...facebook, baseUrl } } };
  });

  const sessionOf = (token: string | undefined) => test.world.services.auth.validateSession(token ?? '');

  return {
    fake,
    test,
    createBrowser: (cookies?: Map<string, string>) => createBrowser(test, cookies),
    sessionOf,
  };
}
