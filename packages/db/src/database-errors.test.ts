import { randomUUID } from 'node:crypto';
import { errorOf } from '@relato/testing/error-code';
import { expect, it } from 'vitest';
import { isDatabaseUnavailable, isMissingRow } from './database-errors.ts';
import { createStory, createUser } from './testing/factories.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const database = useTestDatabase();

it('a missing row, or a reference to one, is distinguished from other errors', async () => {
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
