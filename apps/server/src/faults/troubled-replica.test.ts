import { createDatabase, withReadReplica, type Database, type Statement } from '@relato/db';
import { startFaultyProxy } from '@relato/testing/network/faulty-proxy';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { callAsBrowser, toQueryUrl, visitor } from '../testing/browser.ts';
import { patient, statementTimeoutMs, useReplicatedApp } from '../testing/replicated-app.ts';

const { servers, database, replica, test, ana, changes, connect, whenUsed, whenCaughtUp, publish } =
  useReplicatedApp();

describe('a replica in trouble costs a read no more than a moment', () => {
  it('paused: only the reads of that moment wait', async () => {
    const hasty = await connect({ bounds: { ...patient, answerMs: 1_000 } });
    const watched = hasty.replica;
    if (!watched) throw new Error('There is no replica');
    await expect.poll(() => watched.choose(null), { interval: 20 }).not.toBeNull();
    const { failed } = watched.readState().outcomes;
    const app = test.createWith({ database: hasty });
    const longestMs = await askDuring(async () => {
      const thaw = servers.standby.freeze();
      try {
        await whenLost(watched);
        const feed = toQueryUrl('stories.feed', {});
        for (let more = 0; more < 5; more += 1) expect((await app.request(feed)).status).toBe(200);
      } finally {
        thaw();
      }
    }, app);
    expect(longestMs).toBeLessThan(momentMs);
    expect(watched.readState().outcomes.failed - failed).toBeLessThanOrEqual(askers);
    await hasty.close();
  });

  it('killed, and started again', async () => {
    const chosen = await whenCaughtUp();
    const longestMs = await askDuring(async () => {
      await servers.standby.kill();
      await whenLost();
      expect(changes.at(-1)?.[0]).toBe(false);
      await servers.standby.restart();
      await whenUsed();
    });
    expect(longestMs).toBeLessThan(momentMs);
    // The restarted standby may lack the rows for which it was chosen.
    expect(await isReplica(chosen)).toBe(false);
    expect(await isReplica(await replica.choose(null))).toBe(true);
  });

  it('without a free connection for a search: other reads still use it', async () => {
    const chosen = await whenCaughtUp();
    const search = async () => chosen?.sql({ text: 'SELECT pg_sleep(0.2)', values: [], pool: 'search' });
    const { failed } = replica.readState().outcomes;
    // More statements than may run and wait.
    await Promise.allSettled(Array.from({ length: 40 }, search));
    const { isUsed, outcomes } = replica.readState();
    expect([isUsed, outcomes.failed > failed]).toEqual([true, true]);
  });

  it('replaced by another server behind its address', async () => {
    const proxy = await startFaultyProxy(Number(new URL(servers.readUrl).port));
    const url = new URL(servers.readUrl);
    url.port = String(proxy.port);
    const other = await connect({ url: url.href });
    await expect.poll(() => other.replica?.choose(null), { interval: 20 }).not.toBeNull();
    const chosen = (await other.replica?.choose(null)) ?? null;
    proxy.retarget(Number(new URL(servers.url).port));
    // The clock stands still, so that the replica stays unused for its whole second.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => void vi.restoreAllMocks());
    expect(await isReplica(chosen)).toBe(false);
    const { isUsed, outcomes } = other.replica?.readState() ?? {};
    // Later statements do not try the replica.
    expect([isUsed, outcomes?.failed]).toEqual([false, 1]);
    await other.close();
    await proxy.close();
  });

  it('cancelling a statement, because its rows change', async () => {
    await whenCaughtUp();
    // The statements have a long timeout, so that a slow machine does not cancel them before the change.
    const other = await connect({ statementTimeoutMs: 120_000 });
    await expect.poll(() => other.replica?.readState().isUsed, { interval: 20 }).toBe(true);
    const chosen = await other.replica?.choose(null);
    const reading = chosen?.sql({
      text: 'SELECT pg_sleep(CASE WHEN pg_is_in_recovery() THEN 20 ELSE 0 END), count(*) FROM removals',
      values: [],
    });
    const running = "SELECT FROM pg_stat_activity WHERE state = 'active' AND wait_event = 'PgSleep'";
    await expect.poll(() => servers.standby.query(running), { interval: 20 }).toHaveLength(1);
    await database.prisma.$transaction((tx) => tx.$executeRaw`LOCK TABLE removals`);
    expect(await reading).toHaveLength(1);
    expect(other.replica?.readState().outcomes.failed).toBe(1);
    await other.close();
  });

  it('further behind than allowed', async () => {
    const other = await connect({ bounds: { ...patient, maxLagMs: 1_500 } });
    const isUsed = () => other.replica?.readState().isUsed;
    await expect.poll(isUsed, { interval: 20 }).toBe(true);
    await servers.standby.pause();
    await publish(ana.viewer);
    await expect.poll(isUsed, { interval: 20 }).toBe(false);
    expect(await other.replica?.choose(null)).toBeNull();
    await servers.standby.resume();
    await expect.poll(isUsed, { interval: 20 }).toBe(true);
    await other.close();
  });
});

const askers = 3;
/** The limit is far below the eight seconds after which a silent connection is given up. */
const momentMs = 6_000;
/** Calls an app continuously while `trouble` lasts. Returns the milliseconds of the longest answer. */
async function askDuring(trouble: () => Promise<void>, app = test.app): Promise<number> {
  const id = await publish(ana.viewer);
  await whenCaughtUp();
  let longestMs = 0;
  const ending = new AbortController();
  const ask = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const startedMs = performance.now();
      expect(await callAsBrowser({ ...test, app }, visitor(), 'ask', 'stories.byId', { id })).toMatchObject({
        id,
      });
      longestMs = Math.max(longestMs, performance.now() - startedMs);
    }
  };
  const asking = Promise.all(Array.from({ length: askers }, ask));
  await trouble().finally(() => ending.abort());
  await asking;
  return longestMs;
}
const whenLost = (lost = replica) => expect.poll(() => lost.readState().isUsed, { interval: 5 }).toBe(false);

const isReplica = async (chosen: Database | null): Promise<boolean | undefined> => {
  const text = 'SELECT pg_is_in_recovery() AS "isReplica"';
  const [row] = (await chosen?.sql<{ readonly isReplica: boolean }>({ text, values: [] })) ?? [];
  return row?.isReplica;
};

it('a replica that has replayed more than its primary wrote is not used', async () => {
  const primary = await createDatabase({ url: servers.url, statementTimeoutMs });
  /** Simulates the promotion of another standby that had received less. */
  const sql = async <Row extends object>(statement: Statement) => {
    const rows = await primary.sql<Row>(statement);
    return statement.name === 'replica-moment' ? rows.map((row) => ({ ...row, position: 1 })) : rows;
  };
  const reasons: string[] = [];
  const other = await withReadReplica(
    { ...primary, sql },
    {
      url: servers.readUrl,
      bounds: { ...patient, checkMs: 20 },
      onChange: (isUsed, why) => void (isUsed || reasons.push(why)),
    },
  );
  await expect
    .poll(() => reasons, { interval: 20 })
    .toEqual(['it has replayed what its primary never wrote']);
  expect(await other.replica?.choose(null)).toBeNull();
  await other.close();
});

describe('the address of a replica', () => {
  it('stops the start if it answers for another server or database', async () => {
    expect(await errorOf(servers.url)).toMatch(/DATABASE_READ_URL is not a standby/u);
    expect(await errorOf(change({ pathname: '/postgres' }))).toMatch(/is a replica of another database/u);
    expect(await errorOf(change({ password: 'wrong' }))).toMatch(/password authentication failed/u);
    expect(await errorOf(change({ pathname: '/nothing' }))).toMatch(/"nothing" does not exist/u);
  });

  it('leaves every read to the primary while it does not answer, until a later check succeeds', async () => {
    const seen: string[] = [];
    const other = await connect({
      url: change({ port: '1' }),
      onChange: (_isUsed, why) => void seen.push(why),
    });
    expect(other.replica?.isReachable).toBe(false);
    await expect.poll(() => seen, { interval: 20 }).toEqual([expect.stringContaining('ECONNREFUSED')]);
    expect(await other.replica?.choose(null)).toBeNull();
    await other.ping();
    await other.close();
    // Closing on purpose reports no trouble.
    expect(seen).toHaveLength(1);
  });
});

const errorOf = (url: string) =>
  connect({ url }).then(
    () => null,
    (error: unknown) => String(error),
  );
const change = (fields: Partial<Pick<URL, 'password' | 'pathname' | 'port'>>) =>
  Object.assign(new URL(servers.readUrl), fields).href;
