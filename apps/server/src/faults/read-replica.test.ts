import type { Viewer } from '@relato/api';
import type { StoryId } from '@relato/contract';
import { createDatabase, withReadReplica, type Database, type Statement } from '@relato/db';
import { startFaultyProxy } from '@relato/testing/network/faulty-proxy';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMetrics } from '../metrics/metrics.ts';
import { createReplicaReader } from '../metrics/replica-figures.ts';
import { browserOf, callAsBrowser, toQueryUrl, visitor, type Browser } from '../testing/browser.ts';
import { patient, statementTimeoutMs, useReplicatedApp } from '../testing/replicated-app.ts';
import type { TestUser } from '../testing/test-app.ts';

const { servers, database, replica, test, ana, changes, connect, whenUsed, whenCaughtUp, publish } =
  useReplicatedApp();

const call = (browser: Browser, kind: 'ask' | 'change', path: string, input: object) =>
  callAsBrowser(test, browser, kind, path, input);
const as = (viewer: Viewer) => test.world.callAs(viewer);

const countComments = async (browser: Browser, storyId: StoryId): Promise<number> =>
  ((await call(browser, 'ask', 'comments.list', { storyId })) as { readonly items: readonly unknown[] }).items
    .length;

describe('an author sees a new comment or story at once, others within the lag', () => {
  it('a visitor who comments, in another tab as well', async () => {
    const id = await publish(ana.viewer);
    await whenCaughtUp();
    await servers.standby.pause();
    const browser = visitor();
    const comment = { id: crypto.randomUUID(), storyId: id, content: 'Hola', authorName: 'Eva' };
    await call(browser, 'change', 'comments.create', comment);
    expect(browser.cookie).toMatch(/relato_written_at=\d+/u);
    expect(await countComments(browser, id)).toBe(1);
    expect(await countComments({ ...browser }, id)).toBe(1);
    expect(await countComments(visitor(), id)).toBe(0);
    await servers.standby.resume();
    await expect.poll(() => countComments(visitor(), id), { interval: 20 }).toBe(1);
    const { outcomes } = replica.readState();
    const readsFromReplica = async () => {
      expect(await countComments(browser, id)).toBe(1);
      return replica.readState().outcomes.replica > outcomes.replica;
    };
    await expect.poll(readsFromReplica, { interval: 20 }).toBe(true);
  });

  it('a member who votes and renames, and a program without the cookie of its last write', async () => {
    const id = await publish(ana.viewer);
    await whenCaughtUp();
    await servers.standby.pause();
    const browser = browserOf(ana);
    await call(browser, 'change', 'stories.vote', { id, direction: 'up' });
    await call(browser, 'change', 'stories.update', { id, title: 'Otro nombre' });
    const expected = { upvotes: 1, title: 'Otro nombre', viewer: { vote: 'up' } };
    expect(await call(browser, 'ask', 'stories.byId', { id })).toMatchObject(expected);
    const byProgram = await test.app.request(toQueryUrl('stories.byId', { id }), { headers: ana.headers });
    expect(await byProgram.json()).toMatchObject({ result: { data: { json: expected } } });
    expect(await call(visitor(), 'ask', 'stories.byId', { id })).toMatchObject({
      upvotes: 0,
      title: 'El tren',
    });
  });
});

it('a link opens before the replica has its row', async () => {
  await whenCaughtUp();
  await servers.standby.pause();
  const id = await publish(ana.viewer);
  expect(await call(visitor(), 'ask', 'stories.byId', { id })).toMatchObject({ id });
  const unknown = crypto.randomUUID();
  expect(await call(visitor(), 'ask', 'stories.byId', { id: unknown })).toBe('STORY_NOT_FOUND');
});

const countRemovals = async (): Promise<number> => {
  const text = 'SELECT sum(count)::float8 AS count FROM removals';
  return (await database.sql<{ readonly count: number }>({ text, values: [] }))[0]?.count ?? 0;
};

describe('SEC-07: removed rows disappear at once, however far the replica is behind', () => {
  let moderator: Viewer;
  let leaving: TestUser;
  beforeAll(async () => {
    moderator = await test.world.addUser('marta', 'moderator');
    leaving = await test.signUp('luis');
  });
  const reason = 'Datos de otra persona';
  const ways: readonly (readonly [string, (author: Viewer, id: StoryId) => Promise<unknown>])[] = [
    ['unpublished', (author, id) => as(author).stories.unpublish({ id })],
    ['deleted', (author, id) => as(author).stories.delete({ id })],
    ['hidden', (_author, id) => as(moderator).stories.hide({ id, reason })],
    ['of a suspended user', (author) => as(moderator).users.suspend({ userId: author.id, reason })],
    [
      'of a deleted account',
      (author) => {
        const { account } = test.world.callAs(author, leaving.token);
        return account.delete({ confirmation: 'ELIMINAR', currentPassword: leaving.password });
      },
    ],
  ];

  it.each(ways)('%s', async (how, remove) => {
    const index = ways.findIndex(([name]) => name === how);
    const author = index < 4 ? await test.world.addUser(`autor_${index}`) : leaving.viewer;
    const id = await publish(author, 'La que se va');
    const { username, id: userId } = author;
    const asks: readonly (readonly [string, object])[] = [
      ['stories.feed', {}],
      ['stories.feed', { tags: ['lluvia'] }],
      ['stories.feed', { search: 'se va' }],
      ['stories.feed', { search: 'tortuga' }],
      ['stories.byIds', { ids: [id] }],
      ['stories.byUser', { userId }],
      ['stories.byId', { id }],
      ['comments.list', { storyId: id }],
    ];
    const ofPeople: readonly (readonly [string, object])[] = [
      ['profiles.byUsername', { username }],
      ['profiles.find', { search: username }],
    ];
    const askAll = () =>
      Promise.all([...asks, ...ofPeople].map(([path, input]) => call(visitor(), 'ask', path, input)));
    await whenCaughtUp();
    const before = replica.readState().outcomes.replica;
    for (const answer of (await askAll()).slice(0, asks.length - 1))
      expect(JSON.stringify(answer)).toContain(id);
    expect(replica.readState().outcomes.replica).toBe(before + asks.length + ofPeople.length);
    await servers.standby.pause();
    await remove(author, id);
    const after = await askAll();
    for (const answer of after.slice(0, asks.length)) expect(JSON.stringify(answer)).not.toContain(id);
    expect(after.slice(asks.length - 2, asks.length)).toEqual(['STORY_NOT_FOUND', 'STORY_NOT_FOUND']);
    const people = JSON.stringify(after.slice(asks.length));
    expect(people.includes(userId)).toBe(!how.startsWith('of a'));
  });

  it('the profile of a user without stories', async () => {
    const { id, username } = await test.world.addUser('callada');
    await whenCaughtUp();
    await servers.standby.pause();
    expect(await call(visitor(), 'ask', 'profiles.byUsername', { username })).toMatchObject({ id });
    await as(moderator).users.suspend({ userId: id, reason });
    expect(await call(visitor(), 'ask', 'profiles.byUsername', { username })).toBe('PROFILE_NOT_FOUND');
  });

  it('a transaction counts as one removal, whatever its size, and not if it is rolled back', async () => {
    const ids = [await publish(ana.viewer), await publish(ana.viewer)];
    const before = await countRemovals();
    const remove = (isKept: boolean) =>
      database.prisma.$transaction(async (tx) => {
        await tx.story.updateMany({ where: { id: { in: ids } }, data: { published: false } });
        await tx.story.deleteMany({ where: { id: { in: ids } } });
        if (isKept) throw new Error('rolled back');
      });
    await expect(remove(true)).rejects.toThrow('rolled back');
    expect(await countRemovals()).toBe(before);
    await remove(false);
    expect(await countRemovals()).toBe(before + 1);
  });

  it('a comment', async () => {
    const id = await publish(ana.viewer);
    const comment = await as(ana.viewer).comments.create({
      id: crypto.randomUUID(),
      storyId: id,
      content: 'Hola',
    });
    await whenCaughtUp();
    await servers.standby.pause();
    expect(await call(visitor(), 'ask', 'comments.list', { storyId: id })).toMatchObject({ items: [{}] });
    await as(ana.viewer).comments.delete({ id: comment.id });
    expect(await call(visitor(), 'ask', 'comments.list', { storyId: id })).toMatchObject({ items: [] });
  });

  it('the primary answers moderators', async () => {
    await whenCaughtUp();
    const before = replica.readState().outcomes;
    await as(moderator).stories.feed({});
    expect(replica.readState().outcomes).toEqual(before);
  });
});

it('the metrics show the lag of the replica, and the servers of the reads', async () => {
  const metrics = createMetrics();
  createReplicaReader(metrics, replica)();
  const { outcomes } = replica.readState();
  const text = await metrics.print();
  expect(text).toContain('relato_replica_used 1');
  expect(text).toMatch(/relato_replica_lag_seconds \d/u);
  expect(text).toContain(`relato_replica_calls_total{outcome="replica"} ${outcomes.replica}`);
});

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
