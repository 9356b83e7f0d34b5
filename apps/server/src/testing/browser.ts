import type { TestApp, TestUser } from './test-app.ts';

/** The cookies of a browser, which returns those that it received. */
export interface Browser {
  cookie: string;
}

export const browserOf = ({ token }: TestUser): Browser => ({ cookie: `relato_session=${token}` });
export const visitor = (): Browser => ({ cookie: '' });

export const toQueryUrl = (path: string, input: object): string =>
  `/trpc/${path}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`;

/** Calls a procedure as a browser does. Resolves with its result, or with the code of its error. */
export async function callAsBrowser(
  { app, world }: TestApp,
  browser: Browser,
  kind: 'ask' | 'change',
  path: string,
  input: object,
): Promise<unknown> {
  const { cookie } = browser;
  const response =
    kind === 'ask'
      ? await app.request(toQueryUrl(path, input), { headers: { cookie } })
      : await app.request(`/trpc/${path}`, {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json', origin: world.services.publicUrl },
          body: JSON.stringify({ json: input }),
        });
  const given = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  browser.cookie = [cookie, ...given].filter(Boolean).join('; ');
  const answer = (await response.json()) as {
    readonly result?: { readonly data: { readonly json: unknown } };
    readonly error?: { readonly json: { readonly message: string } };
  }; // tRPC answers so
  return answer.error ? answer.error.json.message : answer.result?.data.json;
}
