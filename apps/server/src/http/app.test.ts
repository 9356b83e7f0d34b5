import { randomUUID } from 'node:crypto';
import { hashToken } from '@relato/auth';
import { limits } from '@relato/contract';
import { createDatabase } from '@relato/db';
import { beforeAll, describe, expect, it } from 'vitest';
import { readErrorCodes } from '../testing/error-codes.ts';
import { useTestApp, type TestUser } from '../testing/test-app.ts';
import { useWebDir } from '../testing/web-dir.ts';

const webDir = useWebDir({
  'index.html': '<!doctype html><title>Relato</title>',
  'assets/app-1a2b3c4d.js': 'export {};',
  'favicon.svg': '<svg/>',
});

const test = useTestApp(() => ({ webDir }));
let ana: TestUser;
beforeAll(async () => {
  ana = await test.signUp('ana');
});

type Headers = Readonly<Record<string, string>>;
const json = { 'content-type': 'application/json' };
const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const post = (path: string, body: string, headers: Headers = json, app = test.app) =>
  app.request(path, { method: 'POST', headers, body });
const signInBody = JSON.stringify({ json: { email: 'ana@example.org', password: 'tortuga-azul-7' } });

/** The URL of a batch with `count` calls. */
const batchOf = (count: number): string =>
  `/trpc/${Array.from({ length: count }, () => 'settings.public').join(',')}?batch=1&input=${encodeURIComponent('{}')}`;

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
        data: { expiresAt: new Date(Date.now() + (limits.session.idleDays - days) * 86_400_000) },
      });
    await age(16);
    // Other answers set no cookie, so that they must not prolong the session without it.
    for (const path of ['/export', '/upload/unknown', `/audio/${randomUUID()}`]) {
      const answer = await test.app.request(path, { method: 'HEAD', headers: cookie });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const [line = '', ...others] = await ask(cookie);
    expect(others).toEqual([]);
    expect(line).toContain(`relato_session=${token};`);
    expect(line).toMatch(new RegExp(`Max-Age=${limits.session.idleDays * 86_400}\\b`));
    expect(await ask(cookie)).toEqual([]);
    await age(16);
    expect(await ask({ authorization: `Bearer ${token}` })).toEqual([]);
  });

  it('answers a batch up to the limit of calls', async () => {
    expect((await test.app.request(batchOf(limits.batch.maxCalls))).status).toBe(200);
    const tooMany = await test.app.request(batchOf(limits.batch.maxCalls + 1));
    expect([tooMany.status, await readErrorCodes(tooMany)]).toEqual([400, ['INVALID_INPUT']]);
  });

  it('refuses a body over the limit, with or without a Content-Length', async () => {
    const body = JSON.stringify({ json: { email: 'x'.repeat(limits.body.maxBytes), password: 'x' } });
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

  it.each([
    ['malformed JSON', 'account.signIn', '{nonsense'],
    ['an empty body', 'account.signIn', ''],
    ['an array', 'account.signIn', '[1,2]'],
    ['a number', 'account.signIn', '7'],
    ['a prototype', 'account.signIn', '{"json":{"__proto__":{"email":"x"}}}'],
  ])('refuses %s, without quoting a library', async (_case, path, body) => {
    const answer = await post(`/trpc/${path}`, body);
    const text = await answer.clone().text();
    expect([answer.status, (await readErrorCodes(answer)).length]).toEqual([400, 1]);
    expect(text).not.toMatch(/stack|node_modules|zod|JSON at|Unexpected|expected|\/src\//iu);
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
    for (const path of ['nothing.here', '__proto__', 'constructor.name', '..%2fetc']) {
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

describe('a change requested from another site', () => {
  it.each<[string, Headers]>([
    ['another origin', { ...json, origin: 'https://evil.example' }],
    ['an opaque origin', { ...json, origin: 'null' }],
    ['a cross-site request', { ...json, 'sec-fetch-site': 'cross-site' }],
    ['another subdomain', { ...json, 'sec-fetch-site': 'same-site' }],
    ['a form', { 'content-type': 'multipart/form-data; boundary=x', 'sec-fetch-site': 'cross-site' }],
    ['a plain form', { 'content-type': 'text/plain', origin: 'https://evil.example' }],
  ])('is refused: %s', async (_case, headers) => {
    for (const path of ['/trpc/account.signIn', '/upload']) {
      const answer = await post(path, signInBody, headers);
      expect([answer.status, await answer.json()]).toEqual([403, { error: 'FOREIGN_ORIGIN' }]);
    }
  });

  it.each<[string, Headers]>([
    ['our own page', { ...json, origin: 'http://relato.test', 'sec-fetch-site': 'same-origin' }],
    ['another address of this machine', { ...json, origin: 'http://localhost:3000', host: 'localhost:3000' }],
    ['a program', json],
  ])('is accepted from %s', async (_case, headers) => {
    expect((await post('/trpc/account.signIn', signInBody, headers)).status).toBe(200);
  });
});

describe('while the database is unreachable', () => {
  it('/livez answers 200, /readyz 503, and calls get UNAVAILABLE', async () => {
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

  it('/readyz answers within two seconds, also when every connection is busy', async () => {
    expect(await (await test.app.request('/readyz')).text()).toBe('ok');
    const busy = await createDatabase({ url: test.world.database.url, poolSize: 1 });
    const app = test.createWith({ database: busy });
    await busy.sql({ text: 'SET statement_timeout = 0', values: [] });
    // The only connection runs a statement that is given up after four seconds: later, the answer would be 200.
    const sleeping = busy.sql({ text: 'SELECT pg_sleep(10) AS "of /readyz"', values: [] }).catch(() => {});
    expect((await app.request('/readyz')).status).toBe(503);
    await test.world.database.sql({
      text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE '%of /readyz%' AND pid <> pg_backend_pid()`,
      values: [],
    });
    await sleeping;
    await busy.close();
  });
});

describe('the web app', () => {
  it.each([
    ['/', 200],
    ['/home', 200],
    ['/record', 200],
    ['/u/ana', 200],
    // No such user, and no file either.
    ['/u/abril.sur', 404],
  ])('D12: serves its page at %s', async (path, status) => {
    const answer = await test.app.request(path, { headers: page });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
    expect(answer.headers.get('content-type')).toMatch(/text\/html/u);
    expect(await answer.text()).toContain('<title>Relato');
  });

  it('serves hashed files as immutable, and others to be revalidated', async () => {
    const hashed = await test.app.request('/assets/app-1a2b3c4d.js');
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers.get('content-type')).toMatch(/javascript/u);
    expect((await test.app.request('/favicon.svg')).headers.get('cache-control')).toBe('no-cache');
  });

  it.each([
    '/assets/gone-1a2b3c4d.js',
    '/missing.png',
    '/.env',
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
  ])('answers 404 at %s', async (path) => {
    const answer = await test.app.request(path, { headers: page });
    expect([answer.status, await answer.text()]).toEqual([404, '{"error":"NOT_FOUND"}']);
  });
});

describe('every answer', () => {
  it.each([
    ['a page', '/', 200],
    ['a procedure', '/trpc/settings.public', 200],
    ['unknown audio', '/audio/nothing', 404],
    ['an unknown file', '/missing.png', 404],
    ['a call without a session', '/trpc/stories.mine', 401],
  ])('carries the security headers: %s', async (_case, path, status) => {
    const answer = await test.app.request(path, { headers: page });
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(/default-src 'self'.*frame-ancestors 'none'/u),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('microphone=(self)'),
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/u),
    });
    expect(answer.headers.get('strict-transport-security')).toBeNull();
  });

  it('carries them also if it is a refusal or a failure', async () => {
    const refused = await post('/trpc/account.signIn', signInBody, {
      ...json,
      origin: 'https://evil.example',
    });
    const auth = { ...test.world.services.auth, validateSession: () => Promise.reject(new Error('no')) };
    const failed = await test.createWith({ auth }).request('/audio/0190a1b2-0000-7000-8000-000000000000', {
      headers: ana.headers,
    });
    expect([refused.status, failed.status]).toEqual([403, 500]);
    for (const answer of [refused, failed]) {
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/u);
    }
    expect(await failed.text()).toBe('{"error":"INTERNAL"}');
  });

  it('carries HSTS if PUBLIC_URL is https', async () => {
    const answer = await test.createWith({ publicUrl: 'https://relato.example' }).request('/livez');
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });
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
