import { describe, expect, it } from 'vitest';
import { useTestApp } from '../testing/test-app.ts';

const test = useTestApp();

const answers: readonly (readonly [string, string, RequestInit])[] = [
  ['a page', '/', { headers: { accept: 'text/html' } }],
  ['a procedure', '/trpc/settings.public', {}],
  ['a refusal', '/trpc/stories.mine', {}],
  ['an unsupported method', '/', { method: 'PUT' }],
  ['an invalid path', '/%ff', {}],
  ['another origin', '/trpc/account.signOut', { method: 'POST', headers: { origin: 'null' } }],
  ['an unknown file', '/missing.png', {}],
  ['unknown audio', '/audio/none', {}],
  ['an upload without a session', '/upload', { method: 'POST' }],
];

describe('SEC-39: every answer forbids foreign scripts, frames and embedding', () => {
  it.each(answers)('%s', async (_case, path, init) => {
    const app = test.createWith({ publicUrl: 'https://relato.example' });
    const { headers } = await app.request(path, init);
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
      'strict-transport-security': expect.stringMatching(/^max-age=(?:31536000|63072000)\b/u),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringMatching(/microphone=\(self\)/u),
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/u),
    });
  });

  it('a request cannot choose its request id', async () => {
    const { headers } = await test.app.request('/livez', {
      headers: { 'x-request-id': 'forged' },
    });
    expect(headers.get('x-request-id')).not.toContain('forged');
  });
});

describe('an answer of /trpc', () => {
  it.each(['settings.public', 'stories.feed', 'stories.mine', 'nothing.here', 'account.signIn'])(
    'is not stored by caches: %s',
    async (path) => {
      const answer = await test.app.request(`/trpc/${path}`);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    },
  );

  it('is not stored by caches if the body was too big', async () => {
    const body = 'x'.repeat(200_000);
    const headers = { 'content-type': 'application/json' };
    const answer = await test.app.request('/trpc/account.signIn', { method: 'POST', headers, body });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([413, 'no-store']);
  });

  it.each([
    ['a mutation by GET', 'account.signOut', 'GET'],
    ['a query by POST', 'settings.public', 'POST'],
  ])('refuses %s', async (_case, path, method) => {
    const answer = await test.app.request(`/trpc/${path}`, {
      method,
      ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: '{}' }),
    });
    expect(answer.status).toBe(405);
  });
});
