import { randomUUID } from 'node:crypto';
import { DomainError, limits, rateLimits, storyId, type ChosenReason, type StoryId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { errorCode, expectRefusal } from '@relato/testing/error-code';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { useUser } from '../testing/users.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();
const author = useUser(world, 'autora');
let ana: Viewer;
let beto: Viewer;
// Each test has its own users, because the number of reports per user is limited.
beforeEach(async () => {
  ana = await world.addUser(`ana_${randomUUID().slice(0, 8)}`);
  beto = await world.addUser(`beto_${randomUUID().slice(0, 8)}`);
});

const tell = async (fields: { published?: boolean; hiddenAt?: Date } = {}): Promise<StoryId> =>
  storyId.parse(await createStory(world.database.prisma, { userId: author.id, ...fields }));

const report = (viewer: Viewer | null, id: StoryId, reason: ChosenReason = 'spam') =>
  world.callAs(viewer).reports.create({ storyId: id, reason });

const reportsOf = (id: StoryId) =>
  world.database.prisma.report.findMany({
    where: { storyId: id },
    select: { reporterUserId: true, reason: true, status: true },
    orderBy: { id: 'asc' },
  });

describe('reports.create', () => {
  it('L182-185, L260, L314: stores the reporter, or none for a visitor, the story and the reason as pending', async () => {
    const id = await tell();
    await report(ana, id, 'harassment');
    await report(beto, id, 'other');
    for (let count = 0; count < 2; count += 1) await report(null, id, 'offensive');
    const anonymous = { reporterUserId: null, reason: 'offensive', status: 'pending' };
    expect(await reportsOf(id)).toEqual([
      { reporterUserId: ana.id, reason: 'harassment', status: 'pending' },
      { reporterUserId: beto.id, reason: 'other', status: 'pending' },
      anonymous,
      anonymous,
    ]);
  });

  it('SEC-36: stores one report per user and story, also when it is sent twice at once', async () => {
    const id = await tell();
    await Promise.all(Array.from({ length: 5 }, () => report(ana, id, 'spam')));
    expect(await reportsOf(id)).toEqual([{ reporterUserId: ana.id, reason: 'spam', status: 'pending' }]);
    await report(ana, id, 'misinformation');
    expect(await reportsOf(id)).toMatchObject([{ reason: 'misinformation' }]);
  });

  it('stores the place in the recording, at most its end, and accepts a new place or none', async () => {
    const id = await tell();
    const { durationMs } = await world.database.prisma.story.findUniqueOrThrow({ where: { id } });
    const placesOf = async () =>
      (await world.database.prisma.report.findMany({ where: { storyId: id } })).map(({ atMs }) => atMs);
    const reportAt = (atMs: number | null) =>
      world.callAs(ana).reports.create({ storyId: id, reason: 'spam', atMs });
    for (const [atMs, kept] of [
      [1_500, 1_500],
      [limits.recording.maxDurationMs, durationMs],
      [null, null],
    ] as const) {
      await reportAt(atMs);
      expect(await placesOf()).toEqual([kept]);
    }
    for (const wrong of [-1, 1.5, Number.NaN, limits.recording.maxDurationMs * 2])
      await expect(reportAt(wrong)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it.each(['reviewing', 'dismissed', 'resolved'] as const)(
    'does not change a report that is %s, and does not reveal that',
    async (status) => {
      const id = await tell();
      await report(ana, id, 'spam');
      const time = status === 'reviewing' ? 'reviewingAt' : 'decidedAt';
      await world.database.prisma.report.updateMany({
        where: { storyId: id },
        data: { status, [time]: new Date() },
      });
      expect(await report(ana, id, 'offensive')).toBeUndefined();
      expect(await reportsOf(id)).toMatchObject([{ reason: 'spam', status }]);
    },
  );

  it('opens a decided report again, with what is heard now, if the story has changed since', async () => {
    await world.database.prisma.report.deleteMany();
    const mod = await world.addUser(`mod_${randomUUID().slice(0, 8)}`, 'moderator');
    const id = await tell();
    await report(ana, id, 'spam');
    await world.callAs(mod).reports.next();
    await world.callAs(mod).reports.dismiss({ storyId: id, note: 'No es nada' });
    const [before] = await world.database.prisma.report.findMany({ where: { storyId: id } });
    await world.callAs(author).stories.update({ id, title: 'Ana miente' });
    await report(ana, id, 'harassment');
    const [after, ...others] = await world.database.prisma.report.findMany({ where: { storyId: id } });
    expect(others).toEqual([]);
    expect(after).toMatchObject({
      id: before?.id,
      reason: 'harassment',
      title: 'Ana miente',
      status: 'pending',
      note: null,
      moderatorId: null,
      decidedAt: null,
      reviewingAt: null,
      assignedToId: null,
      assignedNetwork: null,
    });
    expect(after?.createdAt.getTime()).toBeGreaterThan(before?.createdAt.getTime() ?? Infinity);
    expect(await world.callAs(mod).reports.next()).toBe(id);
  });

  it('L274: requires one of the six reasons, and ignores other fields', async () => {
    const id = await tell();
    const send = (input: object) =>
      world.callAs(ana).reports.create(input as { storyId: string; reason: 'spam' }); // a hostile client may send this
    for (const input of [{ storyId: id }, { storyId: id, reason: null }, { storyId: id, reason: 'boring' }]) {
      await expect(send(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
    await send({ storyId: id, reason: 'other', status: 'resolved', reporterUserId: beto.id });
    expect(await reportsOf(id)).toEqual([{ reporterUserId: ana.id, reason: 'other', status: 'pending' }]);
  });

  it('leaves the decision on record when the story is deleted', async () => {
    const id = await tell();
    await report(ana, id);
    const [before] = await world.database.prisma.report.findMany({ where: { storyId: id } });
    await world.database.prisma.story.delete({ where: { id } });
    expect(await world.database.prisma.report.findUnique({ where: { id: before?.id ?? '' } })).toMatchObject({
      storyId: null,
      reporterUserId: ana.id,
    });
  });

  it('causes no server error when the story is deleted at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => tell()));
    const outcomes = await Promise.allSettled(
      ids.flatMap((id) => [
        report(ana, id),
        world.database.prisma.story.delete({ where: { id } }),
        report(null, id),
      ]),
    );
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(failures).toEqual(failures.map(() => errorCode('STORY_NOT_FOUND')));
  });
});

it('SEC-36: the visitors of a network have one report per story, and do not see that', async () => {
  const [id, other] = [await tell(), await tell()];
  const visitor = world.callAs(null, '', { network: '192.0.2.36' });
  const reports = Array.from({ length: 8 }, () => visitor.reports.create({ storyId: id, reason: 'spam' }));
  await Promise.all(reports);
  await visitor.reports.create({ storyId: other, reason: 'spam' });
  await world.callAs(ana, '', { network: '192.0.2.36' }).reports.create({ storyId: id, reason: 'spam' });
  await world.visitor.reports.create({ storyId: id, reason: 'spam' });
  const { prisma } = world.database;
  expect(await prisma.report.count({ where: { storyId: id } })).toBe(3);
  expect(await prisma.report.count({ where: { storyId: other } })).toBe(1);
});

it("does not count a visitor's report that the database refused", async () => {
  const id = await tell();
  const visitor = world.callAs(null, '', { network: '192.0.2.37' });
  const { prisma } = world.database;
  vi.spyOn(prisma, '$transaction').mockRejectedValueOnce(new DomainError('UNAVAILABLE'));
  await expectRefusal(visitor.reports.create({ storyId: id, reason: 'spam' }), 'UNAVAILABLE');
  await visitor.reports.create({ storyId: id, reason: 'spam' });
  expect(await prisma.report.count({ where: { storyId: id } })).toBe(1);
});

it('SEC-36: too many reports are RATE_LIMITED', async () => {
  const ids = await Promise.all(Array.from({ length: rateLimits.report.calls + 1 }, () => tell()));
  const last = ids.pop();
  for (const id of ids) await report(ana, id);
  await expectRefusal(report(ana, last ?? storyId.parse(randomUUID())), 'RATE_LIMITED');
});

describe('reports.mine', () => {
  it('lists the reports of the viewer, newest first, in pages', async () => {
    const caro = await world.addUser('caro');
    const [first, second, third] = [await tell(), await tell(), await tell()];
    await report(caro, first, 'spam');
    await report(beto, first, 'spam');
    await report(caro, second, 'other');
    await report(caro, third, 'offensive');
    await world.database.prisma.story.delete({ where: { id: first } });

    const page = await world.callAs(caro).reports.mine({ limit: 2 });
    expect(page.items).toMatchObject([
      { storyId: third, reason: 'offensive', status: 'pending' },
      { storyId: second, reason: 'other', status: 'pending' },
    ]);
    const rest = await world.callAs(caro).reports.mine({ limit: 2, cursor: page.nextCursor });
    expect(rest).toMatchObject({ items: [{ storyId: null, reason: 'spam' }], nextCursor: null });
    expect(Object.keys(rest.items[0] ?? {}).toSorted()).toEqual([
      'createdAt',
      'id',
      'reason',
      'status',
      'storyId',
    ]);
  });
});
