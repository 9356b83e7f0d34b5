import { createReport } from '@relato/db/testing/factories';
import { expectRefusal } from '@relato/testing/error-code';
import { expect, it } from 'vitest';
import { useModerationWorld } from '../testing/moderation-world.ts';

const { world, cast, as, tell } = useModerationWorld();

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

it('counts the cases of the queue, and how fast reports of the last 30 days were handled', async () => {
  const stats = () => as(cast.moderator).reports.queueStats();
  expect(await stats()).toEqual({ open: 0, oldestAt: null, lookMs: null, decisionMs: null });
  const { prisma } = world.database;
  const [first, second] = [await tell(), await tell()];
  await createReport(prisma, { storyId: first, createdAt: ago(50) });
  await createReport(prisma, { storyId: first, createdAt: ago(40) });
  await createReport(prisma, {
    storyId: second,
    createdAt: ago(9),
    status: 'reviewing',
    reviewingAt: ago(7),
  });
  const decided = { storyId: second, status: 'dismissed' } as const;
  await createReport(prisma, { ...decided, createdAt: ago(30), reviewingAt: ago(26), decidedAt: ago(20) });
  await createReport(prisma, { ...decided, createdAt: ago(9_000), decidedAt: ago(1_000) });
  for (const reason of ['watched', 'first'] as const)
    await createReport(prisma, { ...decided, reason, createdAt: ago(400), decidedAt: ago(1) });
  const { oldestAt, lookMs, decisionMs, open } = await stats();
  expect(open).toBe(2);
  expect(Math.round((Date.now() - (oldestAt?.getTime() ?? 0)) / 3_600_000)).toBe(50);
  expect([lookMs, decisionMs].map((ms) => Math.round((ms ?? 0) / 3_600_000))).toEqual([4, 10]);
  await expectRefusal(as(cast.author).reports.queueStats(), 'FORBIDDEN');
});
