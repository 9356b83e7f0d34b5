import { expect, it } from 'vitest';
import { useTestApp } from '../testing/test-app.ts';

const test = useTestApp();

const refuseSession = () => Promise.reject(new Error('no'));
const foreign = { method: 'POST', headers: { origin: 'null' } };

it.each<[string, string, RequestInit, number]>([
  ['a page', '/', { headers: { accept: 'text/html' } }, 503],
  ['a procedure', '/trpc/settings.public', {}, 200],
  ['a refusal', '/trpc/stories.mine', {}, 401],
  ['an unsupported method', '/', { method: 'PUT' }, 405],
  ['an invalid path', '/%ff', {}, 404],
  ['a change by another origin', '/trpc/account.signOut', foreign, 403],
  ['an unknown file', '/missing.png', {}, 404],
  ['an upload without a session', '/upload', { method: 'POST' }, 401],
  ['a failure', '/export', { headers: { authorization: `Bearer ${'x'.repeat(40)}` } }, 500],
])('SEC-39: forbids foreign scripts, frames and embedding: %s', async (_case, path, init, status) => {
  const auth = { ...test.world.services.auth, validateSession: refuseSession };
  const app = test.createWith({ publicUrl: 'https://relato.example', auth });
  const answer = await app.request(path, init);
  const { headers } = answer;
  expect(answer.status).toBe(status);
  const policy = new Map(
    (headers.get('content-security-policy') ?? '').split('; ').map((line) => {
      const [name = '', ...sources] = line.split(' ');
      return [name, sources.join(' ')] as const;
    }),
  );
  expect(Object.fromEntries(policy)).toMatchObject({
    'default-src': "'self'",
    'script-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'form-action': "'self'",
  });
  for (const sources of policy.values()) expect(sources).not.toMatch(/unsafe|\*|https?:/u);
  expect(Object.fromEntries(headers)).toMatchObject({
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringMatching(/microphone=\(self\)/u),
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/u),
    'cache-control': 'no-store',
  });
});

it('a request cannot choose its request id, and has no HSTS over http', async () => {
  const { headers } = await test.app.request('/livez', { headers: { 'x-request-id': 'forged' } });
  expect(headers.get('x-request-id')).not.toContain('forged');
  expect(headers.get('strict-transport-security')).toBeNull();
});

it.each([
  ['a mutation by GET', 'account.signOut', 'GET'],
  ['a query by POST', 'settings.public', 'POST'],
])('/trpc refuses %s', async (_case, path, method) => {
  const json = { headers: { 'content-type': 'application/json' }, body: '{}' };
  const answer = await test.app.request(`/trpc/${path}`, { method, ...(method === 'POST' && json) });
  expect(answer.status).toBe(405);
});
