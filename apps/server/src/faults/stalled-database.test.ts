import { execFileSync } from 'node:child_process';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { createRateLimiter } from '@relato/api';
import { createDatabase, type Database } from '@relato/db';
import { startTestCluster, type TestCluster } from '@relato/db/testing/cluster';
import { createTestDatabase, type TestDatabase } from '@relato/db/testing/database';
import { createStory } from '@relato/db/testing/factories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readErrorCodes } from '../testing/error-codes.ts';
import { useTestApp, type TestUser, type TestApp } from '../testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
beforeAll(async () => {
  ana = await test.signUp('ana');
});

type App = TestApp['app'];

/** Creates the app on `database`, with the timeouts of the product, which are shorter than those of the tests. */
const createOn = (database: Database): App =>
  test.createWith({ database, rateLimiter: createRateLimiter(database) });

const requestFeed = (app: App, input: object = {}): Promise<Response> =>
  Promise.resolve(
    app.request(`/trpc/stories.feed?input=${encodeURIComponent(JSON.stringify({ json: input }))}`),
  );

describe('REL-28: a PostgreSQL that is stopped', () => {
  let cluster: TestCluster;
  let stopped: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    cluster = await startTestCluster();
    stopped = await createTestDatabase(cluster.url);
    database = await createDatabase({ url: stopped.url, statementTimeoutMs: 20_000 });
  });
  afterAll(async () => {
    await database.close();
    await stopped.close();
    await cluster.stop();
  });

  it('makes requests fail fast, and answers again when it resumes', async () => {
    const app = createOn(database);
    expect((await requestFeed(app)).status).toBe(200);
    const processes = await listProcesses(stopped);
    try {
      for (const pid of processes) process.kill(pid, 'SIGSTOP');
      // More requests than connections. A connection that stays silent is given up after ten seconds.
      const answers = Promise.all(Array.from({ length: 20 }, async () => (await requestFeed(app)).status));
      expect(await Promise.race([answers, delay(9_500, 'late')])).toEqual(Array(20).fill(503));
      const next = await requestFeed(app);
      expect([next.status, await readErrorCodes(next)]).toEqual([503, ['UNAVAILABLE']]);
      expect((await app.request('/livez')).status).toBe(200);
    } finally {
      for (const pid of processes.toReversed()) process.kill(pid, 'SIGCONT');
    }
    await expect.poll(async () => (await requestFeed(app)).status).toBe(200);
  });
});

/** Lists the postmaster first, which would start new processes, and then its children. */
async function listProcesses({ prisma }: Database): Promise<number[]> {
  const [row] = await prisma.$queryRaw<{ backend: number }[]>`SELECT pg_backend_pid() AS backend`;
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/u).map(Number));
  const parent = pairs.find(([pid]) => pid === row?.backend)?.[1];
  if (parent === undefined || parent <= 1) throw new Error('The postmaster is not among the processes');
  return [parent, ...pairs.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []))];
}

describe('a database with busy connections', () => {
  let database: Database;
  beforeAll(async () => {
    // So that a machine which answers slowly is not taken for a database that is gone.
    database = await createDatabase({ url: test.world.database.url, statementTimeoutMs: 10_000 });
  });
  afterAll(() => database.close());

  it('SEC-55: serves the feed while searches use up their share of connections', async () => {
    const app = createOn(database);
    const hold = { text: 'SELECT pg_sleep(30)', values: [], pool: 'search' } as const;
    // As many as may run and wait. Each is followed by another one, however long the requests take.
    const ending = new AbortController();
    const searches = Array.from({ length: 18 }, async () => {
      while (!ending.signal.aborted) await database.sql(hold).catch(() => setImmediate());
    });
    const search = requestFeed(app, { search: 'xq' });
    expect((await requestFeed(app)).status).toBe(200);
    expect([(await search).status, await readErrorCodes(await search)]).toEqual([503, ['SEARCH_BUSY']]);
    ending.abort();
    await Promise.all(searches);
  });

  it('refuses a vote while another transaction locks the story', async () => {
    const app = createOn(database);
    const { prisma } = test.world.database;
    const author = await test.world.addUser('autora');
    const id = await createStory(prisma, { userId: author.id });
    const vote = () =>
      app.request('/trpc/stories.vote', {
        method: 'POST',
        headers: { ...ana.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ json: { id, direction: 'up' } }),
      });
    const release = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holding = prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM stories WHERE id = ${id}::uuid FOR UPDATE`;
      held.resolve();
      await release.promise;
    });
    await held.promise;
    // The lock is held until after the answer.
    const refused = await vote();
    expect([refused.status, await readErrorCodes(refused)]).toEqual([503, ['UNAVAILABLE']]);
    release.resolve();
    await holding;
    expect((await vote()).status).toBe(200);
  });
});
