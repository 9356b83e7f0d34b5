import { randomUUID } from 'node:crypto';
import { adminLimits, retention } from '@relato/contract';
import { createReport } from '@relato/db/testing/factories';
import { expectRefusal } from '@relato/testing/error-code';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Services } from '../rpc/context.ts';
import { useModerationWorld } from '../testing/moderation-world.ts';
import { keepDayFigures } from './space-jobs.ts';

const { world, cast, as, tell } = useModerationWorld();
const { trendDays } = adminLimits.space;
const dayMs = 86_400_000;

const readDays = () => world.database.prisma.spaceUse.findMany({ orderBy: { day: 'desc' } });
const readTrends = async () => (await as(cast.administrator).admin.overview()).trends;
/** Adds `count` days, beginning `firstAgo` days ago. */
const addDays = (count: number, firstAgo: number) => world.database.prisma.$executeRaw`
  INSERT INTO space_use (day, disk_used_bytes, disk_bytes, database_bytes)
  SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date - (${firstAgo}::int - n), n * 10, 1005, n
  FROM generate_series(0, ${count - 1}::int) n`;
/** Moves the days since `ago` days ago to a disk. */
const setDisk = (disk: string | null, bytes: number, ago: number) => world.database.prisma.$executeRaw`
  UPDATE space_use SET disk = ${disk}, disk_bytes = ${bytes}
  WHERE day >= (clock_timestamp() AT TIME ZONE 'UTC')::date - ${ago}::int`;
const keepWith = (space: Awaited<ReturnType<Services['disk']['readSpace']>>) =>
  keepDayFigures({ ...world.services, disk: { ...world.services.disk, readSpace: async () => space } });

beforeEach(async () => {
  await world.database.prisma.spaceUse.deleteMany();
});

describe('the used space', () => {
  it('is stored once a day, until the end of its term', async () => {
    await addDays(2, retention.spaceUse.days + 1);
    await Promise.all([1, 2].map(() => keepWith({ freeBytes: 40, bytes: 100, disk: '/data' })));
    await keepWith({ freeBytes: 0, bytes: 100, disk: '/data' });
    const [today, ...others] = await readDays();
    expect(today).toMatchObject({ diskUsedBytes: 60n, diskBytes: 100n, disk: '/data' });
    expect(today?.databaseBytes).toBeGreaterThan(0n);
    expect(others).toMatchObject([{ diskUsedBytes: 10n }]);
  });

  it('is stored with the counts of the day, which administrators list in order', async () => {
    const { prisma } = world.database;
    await addDays(2, 2);
    const storyId = await tell();
    await tell(false);
    const createdAt = new Date(Date.now() - 7_200_000);
    await prisma.report.update({
      where: { id: await createReport(prisma, { storyId }) },
      data: { createdAt },
    });
    await keepWith({ freeBytes: 40, bytes: 100, disk: '/data' });
    const [before, yesterday, today] = await as(cast.administrator).admin.history();
    const none = { users: null, stories: null, publicStories: null, oldestReportSeconds: null };
    expect([before, yesterday]).toMatchObject([
      { diskUsedBytes: 0, databaseBytes: 0, ...none },
      { diskUsedBytes: 10, databaseBytes: 1, ...none },
    ]);
    expect(today).toEqual({
      day: new Date().toISOString().slice(0, 10),
      diskUsedBytes: 60,
      databaseBytes: expect.any(Number),
      users: await prisma.user.count(),
      stories: 2,
      publicStories: 1,
      oldestReportSeconds: expect.toSatisfy((seconds: number) => seconds >= 7_200 && seconds < 9_000),
    });
    await expectRefusal(as(cast.moderator).admin.history(), 'FORBIDDEN');
  });

  it('is stored without a count of which only a lower bound is known', async () => {
    const { prisma } = world.database;
    const many = { length: adminLimits.overview.countedRows + 1 };
    await prisma.user.createMany({ data: Array.from(many, () => ({ id: randomUUID() })) });
    await prisma.$executeRaw`UPDATE pg_class SET reltuples = 7 WHERE oid = 'users'::regclass`;
    await keepWith(null);
    expect(await readDays()).toMatchObject([{ users: null, stories: expect.any(Number) }]);
    await prisma.spaceUse.deleteMany();
    await prisma.$executeRaw`ANALYZE users`;
    await keepWith(null);
    expect(await readDays()).toMatchObject([{ users: await prisma.user.count() }]);
  });

  it('is stored even without a measurement of the disk', async () => {
    await keepWith(null);
    expect(await readDays()).toMatchObject([{ diskUsedBytes: null, diskBytes: null }]);
    expect(await readTrends()).toMatchObject({
      disk: { days: 0, bytesPerDay: null },
      database: { days: 1, bytesPerDay: null },
    });
  });

  it('has the trend of its last days', async () => {
    await addDays(50, 51);
    await world.database.prisma.$executeRaw`UPDATE space_use SET disk_used_bytes = 0, database_bytes = 0
      WHERE day <= (clock_timestamp() AT TIME ZONE 'UTC')::date - ${trendDays}::int`;
    const [last] = await readDays();
    // The last day used 490 of 1,005 bytes.
    const fullOn = new Date((last?.day.getTime() ?? 0) + 51 * dayMs).toISOString().slice(0, 10);
    // The last day of the fifty was two days ago.
    const days = trendDays - 2;
    expect(await readTrends()).toEqual({
      disk: { days, bytesPerDay: expect.closeTo(10), fullOn },
      database: { days, bytesPerDay: expect.closeTo(1), fullOn: null },
    });
  });

  it('has the trend of one disk, through a change of its size, and without the days of another', async () => {
    await addDays(10, 10);
    await setDisk('/data', 1005, 10);
    await setDisk('/data', 2005, 3);
    expect(await readTrends()).toMatchObject({ disk: { days: 10, bytesPerDay: expect.closeTo(10) } });
    await setDisk('/fuller', 2005, 1);
    expect(await readTrends()).toMatchObject({ disk: { days: 1 } });
    // The name is missing where an earlier version measured.
    await setDisk(null, 2005, 3);
    expect(await readTrends()).toMatchObject({ disk: { days: 3 } });
  });
});
