import { randomUUID } from 'node:crypto';
import type { Policy } from '@relato/api';
import { RateLimitedError } from '@relato/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routePolicies } from './route-policies.ts';
import { createTestApp, type Person, type TestApp } from './testing/test-app.ts';

let test: TestApp;
let ana: Person;
beforeAll(async () => {
  test = await createTestApp();
  ana = await test.signUp('ana');
});
afterAll(() => test.close());

const refuse = () => Promise.reject(new RateLimitedError(7));

/** They only prepare or refuse, and hand on. */
const middlewares = new Set(['ALL /*', 'ALL /auth/*']);

const rows: readonly (readonly [string, Policy])[] = Object.entries(routePolicies);
const answering = rows.filter(([route]) => route !== 'ALL /trpc/*');

/** A request of this route, and the limits it was counted against without getting it back. */
async function ask(route: string, headers: Readonly<Record<string, string>>) {
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
  it('hold every route of the app and nothing else', () => {
    const routes = test.app.routes.map(({ method, path }) => `${method} ${path}`);
    const declared = [...new Set(routes)].filter((route) => !middlewares.has(route));
    expect(declared.toSorted()).toEqual(Object.keys(routePolicies).toSorted());
  });

  it.each(answering)('are kept towards a visitor: %s', async (route, policy) => {
    const { status, counted } = await ask(route, {});
    expect(status === 401).toBe(policy.caller !== 'anyone');
    expect(counted).toEqual(policy.limits ?? []);
  });

  it.each(answering)('are kept towards a member, who owns none of it: %s', async (route, policy) => {
    const { status, counted } = await ask(route, ana.headers);
    expect([401, 403]).not.toContain(status);
    expect(policy.target === undefined || status >= 400).toBe(true);
    expect(counted).toEqual(policy.limits ?? []);
  });

  it('tell who comes too often when to come back', async () => {
    const app = test.createWith({ rateLimiter: { ...test.world.services.rateLimiter, consume: refuse } });
    const answer = await app.request(`/audio/${randomUUID()}`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
  });
});
