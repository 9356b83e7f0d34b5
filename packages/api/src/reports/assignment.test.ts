import { randomUUID } from 'node:crypto';
import { hashToken } from '@relato/auth';
import { limits, retention, type StoryId } from '@relato/contract';
import { errorCode } from '@relato/testing/error-code';
import { beforeEach, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { useModerationWorld } from '../testing/moderation-world.ts';
import { forgetReported } from './jobs.ts';

const { world, cast, as, tell, read, hear, takeBack, report, assign } = useModerationWorld();
const missing = errorCode('STORY_NOT_FOUND');

beforeEach(async () => {
  await world.database.prisma.report.deleteMany();
});

const dismiss = (viewer: Viewer, storyId: StoryId) =>
  as(viewer).reports.dismiss({ storyId, note: 'No es nada' });

it('assigns each moderator the case that waits longest, and no other before its decision', async () => {
  const [first, second, third] = [await tell(), await tell(), await tell()];
  for (const id of [first, second, third]) await report(cast.ana, id);
  expect(await as(cast.moderator).reports.next()).toBe(first);
  expect(await as(cast.moderator).reports.next()).toBe(first);
  expect(await as(cast.colleague).reports.next()).toBe(second);
  await dismiss(cast.moderator, first);
  expect(await as(cast.moderator).reports.next()).toBe(third);
  await dismiss(cast.colleague, second);
  expect(await as(cast.colleague).reports.next()).toBeNull();
});

it('assigns a case to only one of several concurrent moderators', async () => {
  const id = await tell();
  await report(cast.ana, id);
  const given = await Promise.all(
    [cast.moderator, cast.colleague, cast.administrator].map((each) => as(each).reports.next()),
  );
  expect(given.filter((each) => each !== null)).toEqual([id]);
});

it('assigns a case to another moderator if its review takes too long', async () => {
  const id = await tell();
  await report(cast.ana, id);
  await assign(cast.moderator, id);
  expect(await as(cast.colleague).reports.next()).toBeNull();
  await world.database.prisma
    .$executeRaw`UPDATE reports SET reviewing_at = reviewing_at - make_interval(hours => ${limits.report.reviewHours}::int)`;
  expect(await as(cast.moderator).reports.next()).toBeNull();
  expect(await as(cast.colleague).reports.next()).toBe(id);
});

it.each(['before', 'after'])(
  'assigns the case of a story that its author unpublished %s a moderator began its review, which shows them nothing',
  async (order) => {
    const id = await tell();
    await report(cast.ana, id);
    const steps = [() => takeBack(id), () => as(cast.moderator).reports.review({ storyId: id })];
    for (const step of order === 'before' ? steps : steps.toReversed()) await step();
    await expect(read(cast.moderator, id)).rejects.toEqual(missing);
    expect(await as(cast.colleague).reports.next()).toBe(id);
    expect(await read(cast.colleague, id)).toMatchObject({ title: 'Una tarde de lluvia' });
    expect(await as(cast.moderator).reports.next()).toBeNull();
  },
);

it('leaves a public story to the moderator who began its review', async () => {
  const id = await tell();
  await report(cast.ana, id);
  await as(cast.moderator).reports.review({ storyId: id });
  for (const each of [cast.moderator, cast.colleague]) expect(await as(each).reports.next()).toBeNull();
});

it.each([
  ['is suspended', { suspendedAt: new Date() }],
  ['moderates no longer', { role: 'user' }],
  ['deleted their account', null],
] as const)(
  'gives the cases of a moderator to others once they can decide none: who %s',
  async (_, change) => {
    const leaving = await world.addUser(`antes_${randomUUID().slice(0, 8)}`, 'moderator');
    const [given, chosen] = [await tell(), await tell()];
    for (const id of [given, chosen]) await report(cast.ana, id);
    expect(await as(leaving).reports.next()).toBe(given);
    await as(leaving).reports.review({ storyId: chosen });
    const taken = as(cast.moderator).reports.review({ storyId: chosen });
    await expect(taken).rejects.toMatchObject({ code: 'CONFLICT' });
    const where = { id: leaving.id };
    const { prisma } = world.database;
    await (change === null ? prisma.user.delete({ where }) : prisma.user.update({ where, data: change }));
    expect(await as(cast.colleague).reports.next()).toBe(given);
    await as(cast.moderator).reports.review({ storyId: chosen });
    await dismiss(cast.moderator, chosen);
  },
);

const network = '192.0.2.62';
const wide = '2001:db8:62::/56';
const device = 'the token of a device';

/** The ways in which a moderator may have reported a story. Each returns the later requests of the moderator. */
const guises: Readonly<Record<string, (id: StoryId) => Promise<object>>> = {
  'their account': async (id) => {
    await report(cast.moderator, id);
    return {};
  },
  'their network without an account': async (id) => {
    await world.callAs(null, '', { network }).reports.create({ storyId: id, reason: 'spam' });
    return { network };
  },
  'another network of their household': async (id) => {
    const visitor = world.callAs(null, '', { network: '2001:db8:62:1::/64', wideNetwork: wide });
    await visitor.reports.create({ storyId: id, reason: 'spam' });
    return { network: '2001:db8:62:2::/64', wideNetwork: wide };
  },
  'a network from which they moderated before': async (id) => {
    const earlier = await tell();
    await report(cast.ana, earlier);
    await world.callAs(cast.moderator, '', { network }).reports.next();
    await dismiss(cast.moderator, earlier);
    await world.callAs(null, '', { network }).reports.create({ storyId: id, reason: 'spam' });
    return {};
  },
  'a device of theirs': async (id) => {
    await world.database.prisma.trustedDevice.create({
      data: { id: hashToken(device), userId: cast.moderator.id, usedAt: new Date() },
    });
    await world.callAs(null, '', { deviceToken: device }).reports.create({ storyId: id, reason: 'spam' });
    return {};
  },
  'the device that they hold': async (id) => {
    const deviceToken = 'of another account';
    await world.callAs(null, '', { deviceToken }).reports.create({ storyId: id, reason: 'spam' });
    return { deviceToken };
  },
  'another account on their device': async (id) => {
    const deviceToken = 'of both accounts';
    await world.callAs(cast.ana, '', { deviceToken }).reports.create({ storyId: id, reason: 'spam' });
    return { deviceToken };
  },
  'an account that is deleted since': async (id) => {
    const other = await world.addUser(`otra_${id.slice(0, 8)}`);
    await world.callAs(other, '', { network }).reports.create({ storyId: id, reason: 'spam' });
    await world.database.prisma.user.delete({ where: { id: other.id } });
    return { network };
  },
};

it.each(Object.entries(guises))(
  'SEC-62: a moderator never gets the case of their own report, made with %s',
  async (_guise, make) => {
    const id = await tell();
    const moderator = world.callAs(cast.moderator, '', await make(id));
    await takeBack(id);
    expect(await moderator.reports.next()).toBeNull();
    await moderator.reports.review({ storyId: id });
    await expect(read(cast.moderator, id)).rejects.toEqual(missing);
    await expect(hear(cast.moderator, id)).rejects.toEqual(missing);
    await dismiss(cast.moderator, id);
    await world.database.prisma.trustedDevice.deleteMany();
  },
);

it('deletes the stored story, reporter and moderator of a report in time', async () => {
  const [open, decided] = [await tell(), await tell()];
  for (const id of [open, decided]) await report(null, id);
  await as(cast.moderator).reports.review({ storyId: decided });
  await dismiss(cast.moderator, decided);
  await forgetReported(world.services);
  const rowOf = (storyId: string) => world.database.prisma.report.findFirst({ where: { storyId } });
  expect(await rowOf(decided)).toMatchObject({ title: null, transcript: null, reporterNetwork: null });
  expect(await rowOf(open)).toMatchObject({
    title: 'Una tarde de lluvia',
    reporterNetwork: expect.any(String),
  });
  await assign(cast.moderator, open);
  await dismiss(cast.moderator, open);
  const waiting = await tell();
  await report(null, waiting);
  const grow = (days: number) => world.database.prisma.$executeRaw`UPDATE reports SET
    created_at = created_at - make_interval(days => ${days}::int), reviewing_at = reviewing_at - make_interval(days => ${days}::int)`;
  await grow(retention.reportNetwork.days - 1);
  await forgetReported(world.services);
  expect(await rowOf(open)).toMatchObject({ assignedNetwork: expect.any(String) });
  expect(await rowOf(waiting)).toMatchObject({ reporterNetwork: expect.any(String) });
  await grow(1);
  await forgetReported(world.services);
  expect(await rowOf(open)).toMatchObject({ assignedNetwork: null });
  expect(await rowOf(waiting)).toMatchObject({ reporterNetwork: null, reporterDevice: null });
});
