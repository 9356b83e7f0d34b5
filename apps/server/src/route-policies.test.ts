import { randomUUID } from 'node:crypto';
import type { Policy } from '@relato/api';
import { RateLimitedError } from '@relato/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { routePolicies } from './route-policies.ts';
import { useTestApp, type TestUser } from './testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
beforeAll(async () => {
  ana = await test.signUp('ana');
});

const refuse = () => Promise.reject(new RateLimitedError(7));

/** Middleware, which needs no policy. */
const middlewares = new Set(['ALL /*', 'ALL /auth/*']);

const rows: readonly (readonly [string, Policy])[] = Object.entries(routePolicies);
const answering = rows.filter(([route]) => route !== 'ALL /trpc/*');

/** Requests a route. Resolves with the status and the limits that the request counted against. */
async function request(route: string, headers: Readonly<Record<string, string>>) {
  const counted: string[] = [];
  const count = async (name: string) => void counted.push(name);
  const giveBack = async (name: string) => void counted.splice(counted.lastIndexOf(name), 1);
  const app = test.createWith({
    rateLimiter: { ...test.world.services.rateLimiter, consume: count, giveBack },
  });
  const [method = '', path = ''] = route.split(' ');
  const address = path.replace(':provider', 'google').replace(/:\w+/, randomUUID()).replace('*', 'home');
  const isUpload = path.startsWith('/upload');
  const answer = await app.request(address, {
    method: isUpload && method === 'GET' ? 'HEAD' : method,
    headers,
  });
  return { status: answer.status, counted };
}

describe('SEC-03: the policies of routes', () => {
  it('exist for every route and for nothing else', () => {
    const routes = test.app.routes.map(({ method, path }) => `${method} ${path}`);
    const declared = [...new Set(routes)].filter((route) => !middlewares.has(route));
    expect(declared.toSorted()).toEqual(Object.keys(routePolicies).toSorted());
  });

  it.each(answering)('hold for a visitor: %s', async (route, policy) => {
    const { status, counted } = await request(route, {});
    expect(status === 401).toBe(policy.caller !== 'anyone');
    expect(counted).toEqual(policy.limits ?? []);
  });

  it.each(answering)('hold for a user who owns nothing: %s', async (route, policy) => {
    const { status, counted } = await request(route, ana.headers);
    expect([401, 403]).not.toContain(status);
    expect(policy.target === undefined || status >= 400).toBe(true);
    expect(counted).toEqual(policy.limits ?? []);
  });

  it('answer an exceeded limit with Retry-After', async () => {
    const app = test.createWith({ rateLimiter: { ...test.world.services.rateLimiter, consume: refuse } });
    const answer = await app.request(`/audio/${randomUUID()}`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
  });
});
