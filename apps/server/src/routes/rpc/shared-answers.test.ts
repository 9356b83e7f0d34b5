import type { Story, StoryId } from '@relato/contract';
import { createDatabase, type Database, type Statement } from '@relato/db';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import type { App } from '../../http/app.ts';
import { useTestApp, type TestUser } from '../../testing/test-app.ts';

const test = useTestApp();
/** The database connection of another process. */
let otherProcess: Database;
let ana: TestUser;
let eva: TestUser;
beforeAll(async () => {
  otherProcess = await createDatabase({ url: test.world.database.url, statementTimeoutMs: 30_000 });
  ana = await test.signUp('ana');
  eva = await test.signUp('eva', 'moderator');
  for (let count = 0; count < 3; count += 1)
    await test.world.publishStory(ana.viewer, { title: `Historia ${count}` });
});
afterAll(() => otherProcess.close());

interface FeedBody {
  readonly result: { readonly data: { readonly json: { readonly items: readonly Story[] } } };
}

const address = '/trpc/stories.feed?input=%7B%22json%22%3A%7B%7D%7D';
const read = async (app: App, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await app.request(address, { headers: { host: 'relato.test', ...headers } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as FeedBody).result.data.json.items; // the output of the query
};
const listIds = async (app: App): Promise<readonly StoryId[]> => (await read(app)).map(({ id }) => id);

it.each<[string, (id: StoryId) => Promise<unknown>]>([
  ['hidden', (id) => test.world.callAs(eva.viewer).stories.hide({ id, reason: 'Datos de otra persona' })],
  ['deleted', (id) => test.world.callAs(ana.viewer).stories.delete({ id })],
])(
  'SEC-07: no visitor gets a story that was just %s, in this process and in another one',
  async (_how, remove) => {
    const apps = [test.app, test.createWith({ database: otherProcess })];
    for (let round = 0; round < 2; round += 1) {
      const id = await test.world.publishStory(ana.viewer, { title: 'La que se va' });
      for (const app of [...apps, ...apps]) expect(await listIds(app)).toContain(id);
      // Calls from before the commit run while the calls after it begin.
      const calls = [...apps, ...apps, ...apps];
      const under = calls.map((app) => listIds(app));
      await remove(id);
      for (const ids of await Promise.all(calls.map((app) => listIds(app)))) expect(ids).not.toContain(id);
      await Promise.all(under);
    }
  },
);

it('SEC-07: only the usual order is shared, because the version covers its first page', async () => {
  const { database, names } = watch(test.world.database);
  const app = test.createWith({ database });
  const newest = `/trpc/stories.feed?input=${encodeURIComponent('{"json":{"order":"newest"}}')}`;
  const headers = { host: 'relato.test' };
  for (const _visitor of [1, 2]) expect((await app.request(newest, { headers })).status).toBe(200);
  expect(names.filter((name) => name === 'feed-newest-visitor')).toHaveLength(2);
});

/** Counts the statements of a database, and can delay the answers that read a page. */
function watch(database: Database) {
  const names: (string | undefined)[] = [];
  let gate: Promise<void> = Promise.resolve();
  const sql = async <Row extends object>(statement: Statement) => {
    names.push(statement.name);
    const held = gate;
    const rows = await database.sql<Row>(statement);
    if (statement.name === 'feed-featured-visitor') await held;
    return rows;
  };
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    return resolve;
  };
  return { database: { ...database, sql }, names, hold };
}

it('SEC-07: a call that joins an earlier read of a page gets the page only if it is current', async () => {
  const id = await test.world.publishStory(ana.viewer, { title: 'La que se va' });
  const { database, names, hold } = watch(otherProcess);
  const app = test.createWith({ database });
  const release = hold();
  const before = listIds(app);
  await vi.waitFor(() => expect(names).toContain('feed-featured-visitor'));
  // The page was read with the story, and its answer is under way.
  await test.world.callAs(ana.viewer).stories.unpublish({ id });
  const after = listIds(app);
  release();
  expect(await after).not.toContain(id);
  await before;
});

it('visitors share one read, and one check of its version at a time', async () => {
  // The fake clock keeps the page shared, because a busy machine may need more than its second.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { database, names } = watch(otherProcess);
  const app = test.createWith({ database });
  await listIds(app);
  names.splice(0);
  await Promise.all(Array.from({ length: 30 }, () => listIds(app)));
  expect(names).not.toContain('feed-featured-visitor');
  expect(names.filter((name) => name === 'front-version').length).toBeLessThanOrEqual(2);
});

it('SEC-18: each call counts against the limits of its caller, shared or not', async () => {
  const counted: string[] = [];
  const { rateLimiter } = test.world.services;
  const app = test.createWith({
    rateLimiter: { ...rateLimiter, consume: async (name) => void counted.push(name) },
  });
  await Promise.all(Array.from({ length: 5 }, () => listIds(app)));
  expect(counted).toEqual(Array.from({ length: 5 }, () => 'read'));
});

it('visitors see votes, changes and new stories at once', async () => {
  const app = test.createWith({ database: otherProcess });
  await listIds(app);
  const id = await test.world.publishStory(ana.viewer, { title: 'La nueva' });
  const find = async () => (await read(app)).find((story) => story.id === id);
  expect(await find()).toMatchObject({ title: 'La nueva', upvotes: 0 });
  await test.world.callAs(eva.viewer).stories.vote({ id, direction: 'up' });
  expect(await find()).toMatchObject({ upvotes: 1 });
  await test.world.callAs(ana.viewer).stories.update({ id, title: 'Otra' });
  expect(await find()).toMatchObject({ title: 'Otra' });
});

it('users do not get the shared answers of visitors', async () => {
  const [shared] = await read(test.app);
  const [own] = await read(test.app, ana.headers);
  expect([shared?.viewer.canEdit, own?.viewer.canEdit]).toEqual([false, true]);
});
