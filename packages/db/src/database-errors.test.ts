import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDatabaseUnavailable, isDeadlock, isMissingRow } from './database-errors.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import { createStory, createUser } from './testing/factories.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('a missing row, or a reference to one', () => {
  it('is distinguished from other errors, however it was written', async () => {
    const { prisma, sql } = database;
    const userId = await createUser(prisma);
    const storyId = await createStory(prisma, { userId });
    const gone = randomUUID();
    const errors = [
      await errorOf(prisma.user.findUniqueOrThrow({ where: { id: gone } })),
      await errorOf(prisma.vote.create({ data: { storyId, userId: gone, direction: 'up' } })),
      await errorOf(
        prisma.$executeRaw`INSERT INTO votes (story_id, user_id, direction) VALUES (${storyId}::uuid, ${gone}::uuid, 'up')`,
      ),
      await errorOf(
        sql({ text: `INSERT INTO votes VALUES ($1::uuid, $2::uuid, 'up')`, values: [storyId, gone] }),
      ),
    ];
    expect(errors.map(isMissingRow)).toEqual([true, true, true, true]);
    expect(errors.map(isDatabaseUnavailable)).toEqual([false, false, false, false]);
    const data = { storyId, userId, direction: 'up' } as const;
    await prisma.vote.create({ data });
    expect(isMissingRow(await errorOf(prisma.vote.create({ data })))).toBe(false);
  });
});

describe('a deadlock', () => {
  it('ends one of two transactions with an error that allows a retry', async () => {
    const { prisma } = database;
    const [one, two] = [await createUser(prisma), await createUser(prisma)];
    let arrived = 0;
    const { promise: bothHoldOne, resolve: meet } = Promise.withResolvers<undefined>();
    const errors: unknown[] = [];
    const lockBoth = (first: string, second: string) =>
      prisma.$transaction(async (tx) => {
        await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${first}::uuid FOR UPDATE`;
        arrived += 1;
        if (arrived === 2) meet(undefined);
        await bothHoldOne;
        const error = await errorOf(tx.$queryRaw`SELECT 1 FROM users WHERE id = ${second}::uuid FOR UPDATE`);
        if (error === null) return;
        errors.push(error);
        throw error;
      });
    await Promise.all([lockBoth(one, two), lockBoth(two, one)]);
    expect(errors.map(isDeadlock)).toEqual([true]);
  });
});
