import { randomUUID } from 'node:crypto';
import { hashToken } from '@relato/auth';
import { retention, serverLimits } from '@relato/contract';
import { createDatabase } from '@relato/db';
import { beforeAll, describe, expect, it } from 'vitest';
import { readErrorCodes } from '../testing/error-codes.ts';
import { useTestApp, type TestUser } from '../testing/test-app.ts';
import { useWebDir } from '../testing/web-dir.ts';

const webDir = useWebDir({ 'index.html': '<!doctype html><title>Relato</title>' });

const test = useTestApp(() => ({ webDir }));
let ana: TestUser;
beforeAll(async () => {
  ana = await test.signUp('ana');
});

type Headers = Readonly<Record<string, string>>;
const json = { 'content-type': 'application/json' };
const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const post = (path: string, body: string, headers: Headers = json) =>
  test.app.request(path, { method: 'POST', headers, body });
const signInBody = JSON.stringify({ json: { email: 'ana@example.org', password: 'tortuga-azul-7' } });

describe('/trpc', () => {
  it('answers procedures, and sets the session cookie at sign-in', async () => {
    const answer = await post('/trpc/account.signIn', signInBody);
    expect(answer.status).toBe(200);
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly/iu);
    const session = await test.app.request('/trpc/account.session', {
      headers: { cookie: cookie.split(';')[0] ?? '' },
    });
    expect(await session.text()).toContain('"username":"ana"');
    const bearer = await test.app.request('/trpc/account.session', { headers: ana.headers });
    expect(await bearer.text()).toContain('"username":"ana"');
  });

  it('SEC-13: sends the cookie again when the session is prolonged, but never to a bearer token', async () => {
    const { token } = await test.signUp('asidua');
    const ask = async (headers: Headers) =>
      (await test.app.request('/trpc/account.session', { headers })).headers.getSetCookie();
    const cookie = { cookie: `relato_session=${token}` };
    expect(await ask(cookie)).toEqual([]);
    const age = async (days: number) =>
      test.world.database.prisma.session.update({
        where: { id: hashToken(token) },
        data: { expiresAt: new Date(Date.now() + (retention.session.days - days) * 86_400_000) },
      });
    await age(16);
    // Other answers set no cookie, so they must not prolong the session in the database.
    for (const path of ['/export', '/upload/unknown', `/audio/${randomUUID()}`]) {
      const answer = await test.app.request(path, { method: 'HEAD', headers: cookie });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const [line = '', ...others] = await ask(cookie);
    expect(others).toEqual([]);
    expect(line).toContain(`relato_session=${token};`);
    expect(line).toMatch(new RegExp(`Max-Age=${retention.session.days * 86_400}\\b`));
    expect(await ask(cookie)).toEqual([]);
    await age(16);
    expect(await ask({ authorization: `Bearer ${token}` })).toEqual([]);
  });

  it('refuses a body over the limit, with or without a Content-Length', async () => {
    const body = JSON.stringify({ json: { email: 'x'.repeat(serverLimits.body.maxBytes), password: 'x' } });
    const answer = await post('/trpc/account.signIn', body);
    expect([answer.status, await answer.json()]).toEqual([413, { error: 'BODY_TOO_BIG' }]);
    const streamed = await test.app.request('/trpc/account.signIn', {
      method: 'POST',
      headers: json,
      body: new Blob([body]).stream(),
      duplex: 'half',
    });
    expect(streamed.status).toBe(413);
  });

  it('names each wrong field with an error code', async () => {
    const answer = await post(
      '/trpc/account.signUp',
      JSON.stringify({ json: { username: 'a', email: 'x', password: '1' } }),
    );
    expect(JSON.parse(await answer.text())).toMatchObject({
      error: {
        json: {
          data: {
            fieldErrors: {
              username: 'USERNAME_TOO_SHORT',
              email: 'EMAIL_INVALID',
              password: 'PASSWORD_TOO_SHORT',
            },
          },
        },
      },
    });
  });

  it('answers NOT_FOUND for an unknown procedure', async () => {
    for (const path of ['nothing.here', '__proto__', '..%2fetc']) {
      const answer = await test.app.request(`/trpc/${path}`);
      expect([answer.status, await readErrorCodes(answer)]).toEqual([404, ['NOT_FOUND']]);
    }
  });

  it('L367: answers an unexpected error without its text, and logs it', async () => {
    const auth = {
      ...test.world.services.auth,
      validateSession: () => Promise.reject(new Error('secret 42')),
    };
    const broken = test.createWith({ auth });
    const answer = await broken.request('/trpc/account.session', { headers: ana.headers });
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('secret');
    expect(test.logs.join('')).toContain('secret 42');
  });
});

it('while the database is unreachable /livez answers 200, /readyz 503, and calls get UNAVAILABLE', async () => {
  const away = await createDatabase({ url: test.world.database.url });
  await away.close();
  const gone = new Error('connect ECONNREFUSED');
  const unreachable = Object.assign(gone, { code: 'ECONNREFUSED' });
  const auth = { ...test.world.services.auth, validateSession: () => Promise.reject(unreachable) };
  const app = test.createWith({ database: away, auth });
  test.logs.length = 0;
  expect((await app.request('/livez')).status).toBe(200);
  const ready = await app.request('/readyz');
  expect([ready.status, await ready.text()]).toEqual([503, 'database unavailable']);
  const answer = await app.request('/trpc/account.session', { headers: ana.headers });
  expect([answer.status, await readErrorCodes(answer)]).toEqual([503, ['UNAVAILABLE']]);
  const audio = await app.request('/audio/0190a1b2-0000-7000-8000-000000000000', { headers: ana.headers });
  expect([audio.status, await audio.json()]).toEqual([503, { error: 'UNAVAILABLE' }]);
  // Each failure is logged with its cause and the request id of the answer.
  const requestIds = [ready, answer, audio].map(({ headers }) => headers.get('x-request-id'));
  const logged = test.logs.map((line) => JSON.parse(line) as { requestId?: string; err?: object });
  const failures = logged.filter(({ err }) => err !== undefined);
  expect(failures.map(({ requestId }) => requestId)).toEqual(requestIds);
  for (const { err } of failures.slice(1)) {
    expect(err).toMatchObject({ message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' });
  }
});

it.each([
  ['/', 200],
  ['/record', 200],
  ['/u/ana', 200],
  // This address has neither a user nor a file.
  ['/u/abril.sur', 404],
])('D12: the page of the web app is at %s', async (path, status) => {
  const answer = await test.app.request(path, { headers: page });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
  expect(answer.headers.get('content-type')).toMatch(/text\/html/u);
  expect(await answer.text()).toContain('<title>Relato');
});

it.each(['/assets/gone-1a2b3c4d.js', '/missing.png', '/.env', '/..%2fpackage.json', '/%2e%2e/package.json'])(
  'answers 404 at %s',
  async (path) => {
    const answer = await test.app.request(path, { headers: page });
    expect([answer.status, await answer.text()]).toEqual([404, '{"error":"NOT_FOUND"}']);
  },
);

it('a file that is shared without a service worker, by any origin, leads to the recorder without being read', async () => {
  const body = new FormData();
  body.set('audio', new File(['sound'], 'nota.m4a', { type: 'audio/mp4' }));
  const headers = { origin: 'https://elsewhere.example' };
  const answer = await test.app.request('/compartir', { method: 'POST', body, headers });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/record?audio=missing']);
  expect(answer.headers.getSetCookie()).toEqual([]);
});

it('logs one line per request, without queries, tokens and texts', async () => {
  test.logs.length = 0;
  await test.app.request('/confirmar?token=geheim', { headers: { ...ana.headers, cookie: 'x=geheim' } });
  await post('/trpc/account.signIn', signInBody, { ...json, 'user-agent': 'geheim' });
  expect(test.logs.map((line) => JSON.parse(line) as object)).toMatchObject([
    {
      method: 'GET',
      path: '/confirmar',
      status: 200,
      requestId: expect.any(String),
      durationMs: expect.any(Number),
    },
    { method: 'POST', path: '/trpc/account.signIn', status: 200 },
  ]);
  const text = test.logs.join('');
  for (const secret of ['geheim', ana.token, 'tortuga', 'ana@example']) expect(text).not.toContain(secret);
});
