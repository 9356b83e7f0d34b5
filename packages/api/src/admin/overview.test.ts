import { randomUUID } from 'node:crypto';
import { adminLimits } from '@relato/contract';
import { createRecording, createReport } from '@relato/db/testing/factories';
import { expectRefusal } from '@relato/testing/error-code';
import { describe, expect, it, vi } from 'vitest';
import type { Services } from '../rpc/context.ts';
import { useModerationWorld } from '../testing/moderation-world.ts';

const { world, cast, as, tell } = useModerationWorld();

const exactly = (count: number) => ({ count, precision: 'exact' });

/** Returns a UUIDv7 of a moment, like the ids of accounts. */
function toId(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`;
}

describe('the overview', () => {
  it('is correct without any rows, and reports no failed part', async () => {
    const { prisma } = world.database;
    const now = await as(cast.administrator).admin.overview();
    expect(now).toMatchObject({
      stories: { public: exactly(0), others: exactly(0), waiting: exactly(0), unchecked: exactly(0) },
      moderation: { oldestReportSeconds: null, oldestAppealSeconds: null },
      engine: 'none',
      queues: { mails: { waiting: 0, oldestSeconds: 0, failed: 0 } },
      backup: { ageSeconds: null },
    });
    expect(now.users?.total).toEqual(exactly(await prisma.user.count()));
    expect(now.database?.bytes).toBeGreaterThan(0);
  });

  it('counts users, stories, and pending work', async () => {
    const { prisma } = world.database;
    const before = await as(cast.administrator).admin.overview();
    await prisma.user.createMany({ data: [{ id: toId(new Date()) }, { id: toId(new Date('2020-01-01')) }] });
    const storyId = await tell();
    await tell(false);
    await createRecording(prisma, { userId: cast.author.id, state: 'inspecting' });
    await createRecording(prisma, {
      userId: cast.author.id,
      state: 'inspecting',
      inspectionFailedAt: new Date(),
    });
    const createdAt = new Date(Date.now() - 7_200_000);
    await prisma.report.update({
      where: { id: await createReport(prisma, { storyId }) },
      data: { createdAt },
    });
    await prisma.setting.create({ data: { key: 'last-backup', value: createdAt.toISOString() } });
    const after = await as(cast.administrator).admin.overview();
    expect(after.users).toEqual({
      total: exactly((before.users?.total.count ?? 0) + 2),
      newThisWeek: exactly((before.users?.newThisWeek.count ?? 0) + 1),
    });
    expect(after.stories).toEqual({
      public: exactly(1),
      others: exactly(1),
      waiting: exactly(1),
      unchecked: exactly(1),
    });
    for (const age of [after.moderation?.oldestReportSeconds, after.backup?.ageSeconds]) {
      expect(age).toBeGreaterThan(7_190);
      expect(age).toBeLessThan(9_000);
    }
  });

  it('shows the rest if one part cannot be read', async () => {
    const reasons: Promise<string | null>[] = [];
    const broken: Partial<Services> = {
      jobs: { ...world.services.jobs, readDepths: () => Promise.reject(new Error('no queue')) },
      disk: { ...world.services.disk, readSpace: async () => ({ freeBytes: 1, bytes: 2, disk: '/data' }) },
      runInBackground: (work) =>
        void reasons.push(
          work.then(
            () => null,
            (reason: Error) => reason.message,
          ),
        ),
    };
    const { admin } = world.callAs(cast.administrator, undefined, broken);
    const found = await admin.overview();
    expect(found).toMatchObject({
      queues: null,
      disk: { freeBytes: 1, bytes: 2 },
      backup: {},
    });
    // The reason is logged.
    expect(new Set(await Promise.all(reasons))).toEqual(new Set([null, 'no queue']));
  });

  it('reads the queues once for all calls while the database is slow, and soon after', async () => {
    const depths = Promise.withResolvers<[]>();
    const readDepths = vi.fn<() => Promise<[]>>(() => depths.promise);
    const jobs = { ...world.services.jobs, readDepths };
    const { admin } = world.callAs(cast.administrator, undefined, { jobs });
    const asked = [admin.overview(), admin.overview()];
    await expect.poll(() => readDepths.mock.calls.length).toBe(1);
    depths.resolve([]);
    await Promise.all(asked);
    await admin.overview();
    expect(readDepths).toHaveBeenCalledTimes(1);
  });

  it('is for administrators alone', async () => {
    await expectRefusal(as(cast.moderator).admin.overview(), 'FORBIDDEN');
    await expectRefusal(world.visitor.admin.overview(), 'UNAUTHENTICATED');
  });

  it('counts up to the limit, and marks estimates and lower bounds', async () => {
    const { prisma } = world.database;
    const { countedRows } = adminLimits.overview;
    const many = { length: countedRows + 50 };
    await prisma.user.createMany({ data: Array.from(many, () => ({ id: toId(new Date()) })) });
    await prisma.$executeRaw`UPDATE pg_class SET reltuples = 7 WHERE oid = 'users'::regclass`;
    const more = { count: countedRows, precision: 'more' };
    const { users } = await as(cast.administrator).admin.overview();
    expect(users).toEqual({ total: more, newThisWeek: more });
    await prisma.$executeRaw`ANALYZE users`;
    const total = await prisma.user.count();
    const analyzed = await as(cast.administrator).admin.overview();
    expect(analyzed.users).toEqual({ total: { count: total, precision: 'estimate' }, newThisWeek: more });
  });
});

const shown = async () => (await world.visitor.settings.public()).announcement;
const current = async () => (await as(cast.administrator).settings.get()).announcement?.id ?? '';
const logged = async (action: 'announce' | 'end-announcement') =>
  (await as(cast.moderator).admin.log({ action })).items.map(({ reason }) => reason);

const inSpain = (daysAhead: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' }).format(
    new Date(Date.now() + daysAhead * 86_400_000),
  );

describe('an announcement', () => {
  it('shows to everyone until it is ended, and is the same if announced again', async () => {
    const { settings } = as(cast.administrator);
    expect(await shown()).toBeNull();
    await Promise.all([settings.announce({ text: 'Hola' }), settings.announce({ text: ' Hola ' })]);
    const first = await shown();
    expect(first).toEqual({ id: expect.any(String), text: 'Hola' });
    const next = { text: 'Adiós', replaces: first?.id };
    await Promise.all([settings.announce(next), settings.announce(next)]);
    expect(await shown()).toMatchObject({ text: 'Adiós' });
    const id = await current();
    expect(id).not.toBe(first?.id);
    await Promise.all([settings.endAnnouncement({ id }), settings.endAnnouncement({ id })]);
    expect(await shown()).toBeNull();
    expect(await logged('announce')).toEqual(['Adiós', 'Hola']);
    expect(await logged('end-announcement')).toEqual([null]);
  });

  it('is not replaced by an administrator who has not seen it', async () => {
    const { settings } = as(cast.administrator);
    await settings.announce({ text: 'Hola' });
    const first = await current();
    await expectRefusal(settings.announce({ text: 'Adiós' }), 'CONFLICT');
    await settings.announce({ text: 'Otra cosa', replaces: first });
    await expectRefusal(settings.announce({ text: 'Adiós', replaces: first }), 'CONFLICT');
    await expectRefusal(settings.endAnnouncement({ id: first }), 'CONFLICT');
    expect(await shown()).toMatchObject({ text: 'Otra cosa' });
    const second = await current();
    await settings.endAnnouncement({ id: second });
    await expectRefusal(settings.announce({ text: 'Adiós', replaces: second }), 'CONFLICT');
    expect(await shown()).toBeNull();
  });

  it('ends automatically after its last day, which must not be over', async () => {
    const { settings } = as(cast.administrator);
    await expectRefusal(settings.announce({ text: 'Tarde', until: inSpain(-2) }), 'ANNOUNCEMENT_PAST');
    await settings.announce({ text: 'Mañana', until: inSpain(1) });
    expect(await shown()).toMatchObject({ text: 'Mañana' });
    const id = await current();
    await world.database.prisma.setting.update({
      where: { key: 'announcement' },
      data: { value: { id, text: 'Mañana', until: inSpain(-2) } },
    });
    expect(await shown()).toBeNull();
    expect((await settings.get()).announcement).toMatchObject({ hasEnded: true });
    await settings.endAnnouncement({ id });
  });

  it('is made and ended only by administrators', async () => {
    await expectRefusal(as(cast.moderator).settings.announce({ text: 'Hola' }), 'FORBIDDEN');
    await expectRefusal(as(cast.moderator).settings.endAnnouncement({ id: cast.moderator.id }), 'FORBIDDEN');
  });
});
