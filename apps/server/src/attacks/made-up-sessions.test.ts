import { randomUUID } from 'node:crypto';
import { createRateLimiter } from '@relato/api';
import { createAuth, createToken } from '@relato/auth';
import { rateLimits } from '@relato/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp, type TestApp } from '../testing/test-app.ts';

const test = useTestApp();
let app: TestApp['app'];
/** The statements since the beginning of the test. */
let statements = 0;
beforeEach(() => {
  const { database, publicUrl } = test.world.services;
  const counted: typeof database = {
    ...database,
    sql: (statement) => {
      statements += 1;
      return database.sql(statement);
    },
  };
  const auth = createAuth({ database: counted, secure: false, publicUrl, providers: {} });
  app = test.createWith({ database: counted, auth, rateLimiter: createRateLimiter(counted) });
  statements = 0;
});

/** Returns the status of a call that needs a session. */
async function change(token: string, network = '192.0.2.1'): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const incoming = { socket: { remoteAddress: network, remotePort: 1, remoteFamily: 'IPv4' } };
  const init = { method: 'POST', headers, body: '{"json":null}' };
  return (await app.request('/trpc/account.endOtherSessions', init, { incoming })).status;
}

/** Returns how often each status occurred. */
async function countStatuses(count: number, call: (index: number) => Promise<number>) {
  const statuses = new Map<number, number>();
  for (let index = 0; index < count; index += 1) {
    const status = await call(index);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return statuses;
}

/** Fewer calls than the limit for changes by the visitors of a network. */
const madeUp = rateLimits.write.calls - 50;

describe('SEC-18, SEC-59: made-up tokens', () => {
  it('do not lock out a user of their network whose session this process has not seen yet', async () => {
    const asked = await countStatuses(rateLimits.write.calls + 50, () => change(createToken()));
    // A made-up token makes its caller a visitor, and the visitors of a network share one limit.
    expect(asked).toEqual(
      new Map([
        [401, rateLimits.write.calls],
        [429, 50],
      ]),
    );
    const bruno = await test.signUp('bruno');
    expect(await change(bruno.token)).toBe(200);
    const headers = { authorization: `Bearer ${createToken()}` };
    const page = await app.request('/trpc/stories.feed?input={"json":{}}', { headers });
    expect(page.status).toBe(200);
  });

  it.each([
    ['GET', '/audio/00000000-0000-4000-8000-000000000000', 404],
    ['GET', '/export', 200],
    ['POST', '/trpc/account.signOut', 200],
  ])('leave %s %s open to the others of their network', async (method, path, status) => {
    const ask = async (token: string) => {
      const headers = { cookie: `relato_session=${token}`, 'tus-resumable': '1.0.0', origin: publicUrl };
      const body = method === 'POST' ? { body: 'null' } : {};
      const init = { method, headers: { ...headers, 'content-type': 'application/json' }, ...body };
      const incoming = { socket: { remoteAddress: '192.0.2.9', remotePort: 1, remoteFamily: 'IPv4' } };
      return (await app.request(path, init, { incoming })).status;
    };
    const { publicUrl } = test.world.services;
    await Promise.all(Array.from({ length: madeUp }, () => ask(createToken())));
    const { token } = await test.signUp(`n_${randomUUID().slice(0, 12)}`);
    expect(await ask(token)).toBe(status);
  });

  it('are looked up in one statement if they arrive together', async () => {
    const statuses = await Promise.all(
      Array.from({ length: madeUp }, () => change(createToken(), '192.0.2.3')),
    );
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(statements).toBeLessThan(madeUp / 20);
  });

  it('are looked up once each, and a browser with an ended session continues as a visitor', async () => {
    const token = createToken();
    expect(await change(token)).toBe(401);
    statements = 0;
    const ask = () => app.request('/trpc/account.session', { headers: { authorization: `Bearer ${token}` } });
    expect(await countStatuses(50, async () => (await ask()).status)).toEqual(new Map([[200, 50]]));
    expect(statements).toBe(0);
  });

  it('in an impossible form never reach the database', async () => {
    for (const token of ['x', 'x'.repeat(5_000), "'--".repeat(12), `${createToken()}é`, '%00'.repeat(12)]) {
      statements = 0;
      const answer = await app.request('/trpc/news.unread', {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.status).toBe(401);
      expect(statements).toBe(0);
    }
  });
});

describe('SEC-18: a user over a limit', () => {
  it('causes no statement, not even for the session, and may still read', async () => {
    const eager = await test.signUp('insistente');
    const { calls: writes } = rateLimits.write;
    expect(await countStatuses(writes, () => change(eager.token))).toEqual(new Map([[200, writes]]));
    statements = 0;
    expect(await countStatuses(50, () => change(eager.token))).toEqual(new Map([[429, 50]]));
    expect(statements).toBe(0);
    expect((await app.request('/trpc/news.unread', eager)).status).toBe(200);
  });
});
