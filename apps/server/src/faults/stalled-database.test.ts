import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { createRateLimiter } from '@relato/api';
import { createDatabase, type Database } from '@relato/db';
import { createStory } from '@relato/db/testing/factories';
import { startFaultyProxy } from '@relato/testing/network/faulty-proxy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readErrorCodes } from '../testing/error-codes.ts';
import { useTestApp, type TestUser, type TestApp } from '../testing/test-app.ts';

const test = useTestApp();
let ana: TestUser;
beforeAll(async () => {
  ana = await test.signUp('ana');
});

type App = TestApp['app'];

/** Creates the app on `database` with the timeouts of production, which are shorter than those of the tests. */
const createOn = (database: Database): App =>
  test.createWith({ database, rateLimiter: createRateLimiter(database) });

const requestFeed = (app: App, input: object = {}): Promise<Response> =>
  Promise.resolve(
    app.request(`/trpc/stories.feed?input=${encodeURIComponent(JSON.stringify({ json: input }))}`),
  );

it('REL-25, REL-28: a PostgreSQL that stops makes requests fail fast and logs why; requests succeed when it continues', async () => {
  const url = new URL(test.world.database.url);
  const proxy = await startFaultyProxy(Number(url.port));
  url.port = String(proxy.port);
  const database = await createDatabase({ url: url.href, statementTimeoutMs: 20_000 });
  const app = createOn(database);
  expect((await requestFeed(app)).status).toBe(200);
  proxy.pause();
  // There are more requests than connections. The pool gives up a silent connection after ten seconds.
  const answers = Promise.all(Array.from({ length: 20 }, async () => (await requestFeed(app)).status));
  expect(await Promise.race([answers, delay(9_500, 'late')])).toEqual(Array(20).fill(503));
  const next = await requestFeed(app);
  expect([next.status, await readErrorCodes(next)]).toEqual([503, ['UNAVAILABLE']]);
  const id = next.headers.get('x-request-id') ?? 'none';
  expect(test.logs.filter((line) => line.includes(id)).join('')).toContain('"err":{');
  expect((await app.request('/livez')).status).toBe(200);
  proxy.restore();
  await expect.poll(async () => (await requestFeed(app)).status).toBe(200);
  await database.close();
  await proxy.close();
});

describe('a database with busy connections', () => {
  let database: Database;
  beforeAll(async () => {
    // The long timeout keeps a slow machine from looking like an unreachable database.
    database = await createDatabase({ url: test.world.database.url, statementTimeoutMs: 10_000 });
  });
  afterAll(() => database.close());

  it('SEC-55: serves the feed while searches use up their share of connections', async () => {
    const app = createOn(database);
    const hold = { text: 'SELECT pg_sleep(30)', values: [], pool: 'search' } as const;
    // These fill the connections and the queue of searches. Each ended search starts another one.
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
    // The lock stays until after the answer.
    const refused = await vote();
    expect([refused.status, await readErrorCodes(refused)]).toEqual([503, ['UNAVAILABLE']]);
    release.resolve();
    await holding;
    // A machine that stalls for seconds gets a refusal too, and the voter tries again.
    await expect.poll(async () => (await vote()).status).toBe(200);
  });
});
