import { RateLimitedError } from '@relato/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';

const test = useTestApp();
let beto: TestUser;
beforeAll(async () => {
  beto = await test.signUp('beto');
  await test.world.publishStory(beto.viewer);
});

const requestExport = (headers: Readonly<Record<string, string>> = {}, app = test.app) =>
  app.request('/export', { headers: { cookie: `relato_session=${beto.token}`, ...headers } });

const refuse = () => Promise.reject(new RateLimitedError(7));

describe('a request for an export', () => {
  it('requires a session', async () => {
    const answer = await test.app.request('/export');
    expect([answer.status, await answer.json()]).toEqual([401, { error: 'UNAUTHENTICATED' }]);
  });

  it('SEC-14: is refused from other sites and as a prefetch', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch;prerender' },
    ])
      expect((await requestExport(headers)).status).toBe(403);
  });

  it('over the limit is refused, and a navigation is redirected to the app', async () => {
    const app = test.createWith({ rateLimiter: { ...test.world.services.rateLimiter, consume: refuse } });
    expect((await requestExport({}, app)).status).toBe(429);
    const answer = await requestExport({ 'sec-fetch-mode': 'navigate' }, app);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/profile#export=RATE_LIMITED']);
  });

  it('SEC-15: changes no row', async () => {
    const { prisma } = test.world.database;
    const rows = async () => [
      await prisma.user.findMany({ include: { profile: true, sessions: true } }),
      await prisma.story.findMany(),
      await prisma.recording.findMany(),
    ];
    const before = await rows();
    await (await requestExport()).arrayBuffer();
    await test.app.request('/export', { method: 'HEAD', headers: beto.headers });
    expect(await rows()).toEqual(before);
  });
});
