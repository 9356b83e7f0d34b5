import { randomUUID } from 'node:crypto';
import { rateLimits, storyId, type ReportReason, type StoryId } from '@relato/contract';
import { createStory } from '@relato/db/testing/factories';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { createTestWorld, type TestWorld } from '../testing/world.ts';

let world: TestWorld;
let author: Viewer;
let ana: Viewer;
let beto: Viewer;
beforeAll(async () => {
  world = await createTestWorld();
  author = await world.addUser('autora');
});
// Each test has its own, since a person may report so and so often only.
beforeEach(async () => {
  ana = await world.addUser(`ana_${randomUUID().slice(0, 8)}`);
  beto = await world.addUser(`beto_${randomUUID().slice(0, 8)}`);
});
afterAll(() => world.close());

const code = (errorCode: string) => expect.objectContaining({ message: errorCode });

const tell = async (fields: { published?: boolean; hiddenAt?: Date } = {}): Promise<StoryId> =>
  storyId.parse(await createStory(world.database.prisma, { userId: author.id, ...fields }));

const report = (viewer: Viewer | null, id: StoryId, reason: ReportReason = 'spam') =>
  world.callAs(viewer).reports.create({ storyId: id, reason });

const reportsOf = (id: StoryId) =>
  world.database.prisma.report.findMany({
    where: { storyId: id },
    select: { reporterUserId: true, reason: true, status: true },
    orderBy: { id: 'asc' },
  });

describe('reports.create', () => {
  it('L182-185, L260, L314: keeps who reported what and why, to be looked into', async () => {
    const id = await tell();
    await report(ana, id, 'harassment');
    await report(beto, id, 'other');
    expect(await reportsOf(id)).toEqual([
      { reporterUserId: ana.id, reason: 'harassment', status: 'pending' },
      { reporterUserId: beto.id, reason: 'other', status: 'pending' },
    ]);
  });

  it('L182-185: takes reports of visitors, and does not say whose they are', async () => {
    const id = await tell();
    await report(null, id, 'offensive');
    await report(null, id, 'offensive');
    const anonymous = { reporterUserId: null, reason: 'offensive', status: 'pending' };
    expect(await reportsOf(id)).toEqual([anonymous, anonymous]);
  });

  it('SEC-36: has one report a person and story, also when it is sent twice at once', async () => {
    const id = await tell();
    await Promise.all(Array.from({ length: 5 }, () => report(ana, id, 'spam')));
    expect(await reportsOf(id)).toEqual([{ reporterUserId: ana.id, reason: 'spam', status: 'pending' }]);
    await report(ana, id, 'misinformation');
    expect(await reportsOf(id)).toMatchObject([{ reason: 'misinformation' }]);
  });

  it('changes nothing in a report that was looked into, and does not tell', async () => {
    const id = await tell();
    await report(ana, id, 'spam');
    await world.database.prisma.report.updateMany({
      where: { storyId: id },
      data: { status: 'dismissed', decidedAt: new Date() },
    });
    expect(await report(ana, id, 'offensive')).toBeUndefined();
    expect(await reportsOf(id)).toMatchObject([{ reason: 'spam', status: 'dismissed' }]);
  });

  it('refuses reports of what one told oneself', async () => {
    const id = await tell();
    await expect(report(author, id)).rejects.toEqual(code('FORBIDDEN'));
    expect(await reportsOf(id)).toEqual([]);
  });

  it('SEC-02: knows no story that the viewer may not see', async () => {
    const hidden = await tell({ hiddenAt: new Date() });
    const secret = await tell({ published: false });
    for (const id of [hidden, secret, storyId.parse(randomUUID())]) {
      await expect(report(ana, id)).rejects.toEqual(code('STORY_NOT_FOUND'));
      await expect(report(null, id)).rejects.toEqual(code('STORY_NOT_FOUND'));
    }
    expect(await reportsOf(secret)).toEqual([]);
  });

  it('L274: wants one of the six reasons, and takes nothing else from the client', async () => {
    const id = await tell();
    const send = (input: object) =>
      world.callAs(ana).reports.create(input as { storyId: string; reason: 'spam' }); // what a hostile client may send
    for (const input of [{ storyId: id }, { storyId: id, reason: null }, { storyId: id, reason: 'boring' }]) {
      await expect(send(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
    await send({ storyId: id, reason: 'other', status: 'resolved', reporterUserId: beto.id });
    expect(await reportsOf(id)).toEqual([{ reporterUserId: ana.id, reason: 'other', status: 'pending' }]);
  });

  it('SEC-36: hides nothing by itself', async () => {
    const id = await tell();
    const people = await Promise.all(
      Array.from({ length: 5 }, (_, index) => world.addUser(`vecina_${index}`)),
    );
    await Promise.all(people.map((person) => report(person, id)));
    expect((await world.visitor.stories.byId({ id })).id).toBe(id);
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

  it('meets the deletion of its story without an error of its own', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => tell()));
    const outcomes = await Promise.allSettled(
      ids.flatMap((id) => [
        report(ana, id),
        world.database.prisma.story.delete({ where: { id } }),
        report(null, id),
      ]),
    );
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(failures).toEqual(failures.map(() => code('STORY_NOT_FOUND')));
  });
});

it('SEC-36: takes one report a story from a network of visitors, and does not tell', async () => {
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

it('SEC-36: says so when one reports too much', async () => {
  const ids = await Promise.all(Array.from({ length: rateLimits.report.calls + 1 }, () => tell()));
  const last = ids.pop();
  for (const id of ids) await report(ana, id);
  await expect(report(ana, last ?? storyId.parse(randomUUID()))).rejects.toEqual(code('RATE_LIMITED'));
});

describe('reports.mine', () => {
  it('lists what one reported oneself, newest first, in pages', async () => {
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

  it('is asked of somebody, with a cursor that was given', async () => {
    await expect(world.visitor.reports.mine({})).rejects.toEqual(code('UNAUTHENTICATED'));
    await expect(world.callAs(ana).reports.mine({ cursor: 'abc' })).rejects.toEqual(code('CURSOR_INVALID'));
  });
});
