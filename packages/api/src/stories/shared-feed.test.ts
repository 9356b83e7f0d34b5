import type { StoryId } from '@relato/contract';
import { createDatabase, type Database, type Statement } from '@relato/db';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { createTestWorld, type Caller, type TestWorld } from '../testing/world.ts';

let world: TestWorld;
/** The database as another process sees it: with connections and shared pages of its own. */
let otherProcess: Database;
let ana: Viewer;
let eva: Viewer;
beforeAll(async () => {
  world = await createTestWorld();
  otherProcess = await createDatabase({ url: world.database.url, statementTimeoutMs: 30_000 });
  ana = await world.addUser('ana');
  eva = await world.addUser('eva', 'moderator');
  for (let count = 0; count < 3; count += 1) await world.publishStory(ana, { title: `Historia ${count}` });
});
afterAll(async () => {
  await otherProcess.close();
  await world.close();
});

const readersOf = (database: Database): Caller => world.callAs(null, '', { database, network: '192.0.2.9' });
const listIds = async (reader: Caller): Promise<readonly StoryId[]> =>
  (await reader.stories.feed({})).items.map(({ id }) => id);

const ways: readonly (readonly [string, (id: StoryId) => Promise<unknown>])[] = [
  ['hidden', (id) => world.callAs(eva).stories.hide({ id, reason: 'Datos de otra persona' })],
  ['unpublished', (id) => world.callAs(ana).stories.unpublish({ id })],
  ['deleted', (id) => world.callAs(ana).stories.delete({ id })],
];

describe('SEC-07: in the instant in which a story is gone, no visitor gets it', () => {
  it.each(ways)('in this process and in another one: %s', async (_how, remove) => {
    for (let round = 0; round < 5; round += 1) {
      const id = await world.publishStory(ana, { title: 'La que se va' });
      const readers = [readersOf(world.database), readersOf(otherProcess)];
      for (const reader of [...readers, ...readers]) expect(await listIds(reader)).toContain(id);
      // Calls from before the commit are on their way while the calls after it begin.
      const under = readers.flatMap((reader) => Array.from({ length: 8 }, () => listIds(reader)));
      await remove(id);
      const after = await Promise.all(
        readers.flatMap((reader) => Array.from({ length: 8 }, () => listIds(reader))),
      );
      for (const ids of after) expect(ids).not.toContain(id);
      await Promise.all(under);
    }
  });
});

/** Counts the statements of a database, and can hold back the answers to those that read a page. */
function watch(database: Database) {
  const names: (string | undefined)[] = [];
  let gate: Promise<void> = Promise.resolve();
  const sql = async <Row extends object>(statement: Statement) => {
    names.push(statement.name);
    const held = gate;
    const rows = await database.sql<Row>(statement);
    if (statement.name === 'feed-versioned') await held;
    return rows;
  };
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    return resolve;
  };
  return { database: { ...database, sql }, names, hold };
}

it('SEC-07: a call that waits for a page which others began to read before gets it only if it is current', async () => {
  const id = await world.publishStory(ana, { title: 'La que se va' });
  const { database, hold } = watch(otherProcess);
  const reader = readersOf(database);
  const release = hold();
  const before = listIds(reader);
  // The page was read with the story in it, and its answer is on its way.
  await world.callAs(ana).stories.unpublish({ id });
  const after = listIds(reader);
  release();
  expect(await after).not.toContain(id);
  await before;
});

it('visitors share one read, and one question at a time whether it is current', async () => {
  // A page is shared for a second, in which a busy machine may not read it twice.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { database, names } = watch(otherProcess);
  const reader = readersOf(database);
  for (let call = 0; call < 2; call += 1) await listIds(reader);
  names.splice(0);
  const all = await Promise.all(Array.from({ length: 30 }, () => reader.stories.feed({})));
  expect(new Set(all).size).toBe(1);
  expect(names).not.toContain('feed-versioned');
  expect(names.filter((name) => name === 'feed-versions').length).toBeLessThanOrEqual(2);
});

it('visitors see votes, changes and new stories at once', async () => {
  const reader = readersOf(otherProcess);
  for (let call = 0; call < 2; call += 1) await listIds(reader);
  const id = await world.publishStory(ana, { title: 'La nueva' });
  const find = async () => (await reader.stories.feed({})).items.find((story) => story.id === id);
  expect(await find()).toMatchObject({ title: 'La nueva', upvotes: 0 });
  await world.callAs(eva).stories.vote({ id, direction: 'up' });
  expect(await find()).toMatchObject({ upvotes: 1 });
  await world.callAs(ana).stories.update({ id, title: 'Otra' });
  expect(await find()).toMatchObject({ title: 'Otra' });
});

it('users do not get what visitors share', async () => {
  const [shared] = (await readersOf(world.database).stories.feed({})).items;
  const [own] = (await world.callAs(ana).stories.feed({})).items;
  expect([shared?.viewer.canEdit, own?.viewer.canEdit]).toEqual([false, true]);
});
