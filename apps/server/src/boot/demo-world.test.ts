import type { Services } from '@relato/api';
import { createTestWorld } from '@relato/api/testing/world';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillDemoWorld, readDemoWorld } from './demo-world.ts';

let world: Awaited<ReturnType<typeof createTestWorld>>;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

/** Returns a store whose put of this number fails. A story needs two. */
const failingAt = (count: number, error: Error, puts = { made: 0 }): Services['storage'] => ({
  ...world.services.storage,
  put: async (...args) => {
    if ((puts.made += 1) === count) throw error;
    return world.services.storage.put(...args);
  },
});

it('the demo waits for a busy database, continues after a stop, and brings nothing back that was deleted', async () => {
  const { services, database } = world;
  const whole = await readDemoWorld();
  const some = { ...whole, stories: whole.stories.slice(0, 2) };
  const lines: string[] = [];
  const fill = (storage = services.storage, signal?: AbortSignal) =>
    fillDemoWorld({ ...services, storage }, some, (line) => void lines.push(line), signal);
  const listTitles = async () =>
    (await database.prisma.story.findMany({ select: { title: true } })).map(({ title }) => title).toSorted();

  await expect(fill(services.storage, AbortSignal.abort())).rejects.toThrow(/aborted/);
  expect(await listTitles()).toEqual([]);
  await expect(fill(failingAt(3, new Error('stopped')))).rejects.toThrow('stopped');
  expect(await listTitles()).toEqual([some.stories[0]?.title]);
  await fill(failingAt(1, new Error('Connection terminated due to connection timeout')));
  expect(await listTitles()).toEqual(some.stories.map(({ title }) => title).toSorted());
  const votes = some.stories.reduce((sum, { upvoters }) => sum + upvoters.length, 0);
  expect(await database.prisma.story.aggregate({ _sum: { upvotes: true } })).toEqual({
    _sum: { upvotes: votes },
  });
  expect(await database.prisma.follow.count()).toBe(some.follows.length);
  const flags = await database.prisma.setting.findUniqueOrThrow({ where: { key: 'flags' } });
  expect(flags.value).toMatchObject({ recordOnly: false });

  await database.prisma.story.deleteMany();
  await fill();
  expect(await listTitles()).toEqual([]);
  expect(lines).toHaveLength(3);

  await database.prisma.setting.deleteMany();
  await world.addUser('ana');
  await fill();
  expect(await listTitles()).toEqual([]);
  expect(lines.at(-1)).toMatch(/has users of its own/);
});
