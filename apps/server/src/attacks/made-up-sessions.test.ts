import { createRateLimiter } from '@relato/api';
import { createAuth, createToken } from '@relato/auth';
import { rateLimits, wideShare } from '@relato/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readErrorCodes } from '../testing/error-codes.ts';
import { useTestApp, type TestUser, type TestApp } from '../testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
let app: TestApp['app'];
/** Counted since the beginning of the test. */
let statements = 0;
beforeAll(async () => {
  ana = await test.signUp('ana');
});
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

/** Returns how often each status was answered. */
async function countStatuses(count: number, call: (index: number) => Promise<number>) {
  const statuses = new Map<number, number>();
  for (let index = 0; index < count; index += 1) {
    const status = await call(index);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return statuses;
}

const { calls } = rateLimits.unknownSession;

describe('SEC-18: made-up tokens', () => {
  it('cost the database nothing over a limit, and do not lock out sessions of the same network', async () => {
    expect(await change(ana.token)).toBe(200);
    statements = 0;
    const statuses = await countStatuses(2_000, () => change(createToken()));
    expect(statuses).toEqual(
      new Map([
        [401, calls],
        [429, 2_000 - calls],
      ]),
    );
    // One statement to look the session up, and one to count the call.
    expect(statements).toBeLessThanOrEqual(2 * calls);
    expect(await change(ana.token)).toBe(200);
    // From another network, also a session that this process has not seen yet.
    const bruno = await test.signUp('bruno');
    expect(await change(bruno.token, '192.0.2.2')).toBe(200);
  });

  it('are also limited for all networks of one /56', async () => {
    const statuses = await countStatuses(calls * wideShare + 100, (index) =>
      change(createToken(), `2001:db8:1:2${(index % 65).toString(16).padStart(2, '0')}::1`),
    );
    expect(statuses.get(401)).toBe(calls * wideShare);
  });

  it('are looked up once each, so that a browser with an ended session continues as a visitor', async () => {
    const token = createToken();
    expect(await change(token)).toBe(401);
    statements = 0;
    const ask = () => app.request('/trpc/account.session', { headers: { authorization: `Bearer ${token}` } });
    expect(await countStatuses(calls * 2, async () => (await ask()).status)).toEqual(
      new Map([[200, calls * 2]]),
    );
    expect(statements).toBe(0);
  });

  it('in an impossible form never reach the database', async () => {
    for (const token of ['x', 'x'.repeat(5_000), "'--".repeat(12), `${createToken()}é`, '%00'.repeat(12)]) {
      statements = 0;
      const answer = await app.request('/trpc/appeals.unreadNotices', {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.status).toBe(401);
      expect(statements).toBe(0);
    }
  });

  it('do not count against a network while the database is unavailable', async () => {
    const auth = {
      ...test.world.services.auth,
      validateSession: () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })),
    };
    app = test.createWith({ auth });
    const statuses = await countStatuses(calls * 2, () => change(createToken()));
    expect(statuses).toEqual(new Map([[503, calls * 2]]));
  });
});

describe('SEC-18: a user over a limit', () => {
  it('costs the database nothing, not even the look-up of the session, and may still read', async () => {
    const eager = await test.signUp('insistente');
    const { calls: writes } = rateLimits.write;
    expect(await countStatuses(writes, () => change(eager.token))).toEqual(new Map([[200, writes]]));
    statements = 0;
    expect(await countStatuses(50, () => change(eager.token))).toEqual(new Map([[429, 50]]));
    expect(statements).toBe(0);
    expect((await app.request('/trpc/appeals.unreadNotices', eager)).status).toBe(200);
  });

  it('is told when to try again', async () => {
    const vera = await test.signUp('vera');
    await countStatuses(rateLimits.write.calls, () => change(vera.token));
    const refused = await app.request('/trpc/account.endOtherSessions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${vera.token}` },
      body: '{"json":null}',
    });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200);
    expect(await readErrorCodes(refused)).toEqual(['RATE_LIMITED']);
  });
});
