import { randomUUID } from 'node:crypto';
import { pushLimits, userId } from '@relato/contract';
import { createQuestion } from '@relato/db/testing/factories';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../rpc/context.ts';
import { usePushedNews } from '../testing/news/pushed-news.ts';

const { world, ana, luis, eva, told, as, say, ...push } = usePushedNews();
const { service, phone, asAna, listJobs, deliver, readBodies } = push;

async function readMinute(zone: string): Promise<number> {
  const [row] = await world.database.prisma.$queryRaw<{ minute: number }[]>`
    SELECT (extract(hour FROM now() AT TIME ZONE ${zone}) * 60 + extract(minute FROM now() AT TIME ZONE ${zone}))::int AS minute`;
  return row?.minute ?? 0;
}
const suspend = (who: Viewer) =>
  world.database.prisma.user.update({ where: { id: who.id }, data: { suspendedAt: new Date() } });
const readTtl = () => service.received[0]?.ttlSeconds;

it('notifies each browser of the user, without the text of a comment', async () => {
  const laptop = service.addBrowser('fcm.googleapis.com');
  await asAna().news.subscribe(laptop);
  await say(luis);
  await deliver();
  expect(new Set(service.received.map((push) => push.name))).toEqual(
    new Set([phone, laptop].map(({ endpoint }) => endpoint.split('/').at(-1))),
  );
  expect(JSON.parse(service.received[0]?.text ?? '')).toEqual({
    web_push: 8030,
    notification: {
      lang: 'es',
      dir: 'ltr',
      title: 'Relato',
      body: `@${luis.username} comentó «El tren»`,
      navigate: `http://relato.test/?story=${told.story}`,
      tag: `comment ${told.story}`,
    },
  });
});

it('names no story that is not public', async () => {
  await asAna().stories.unpublish({ id: told.story });
  await world.database.prisma.$executeRaw`
    SELECT tell_user(${ana.id}::uuid, 'transcript', NULL, ${told.story}::uuid, NULL, NULL)`;
  await deliver();
  expect(readBodies()).toEqual(['El texto de tu historia está listo']);
});

it('the trigger stores the job in the transaction of the news, in the same form as the queue', async () => {
  const failing = world.database.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT tell_user(${ana.id}::uuid, 'follow', ${luis.id}::uuid, NULL, NULL, NULL)`;
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await listJobs()).toEqual([]);
  await say(luis);
  const [job] = await listJobs();
  expect(job?.seconds).toBeGreaterThan(pushLimits.groupSeconds - 3);
  expect(job?.seconds).toBeLessThanOrEqual(pushLimits.groupSeconds);
  const [stored] = await world.database.prisma.$queryRaw<object[]>`
    SELECT j.retry_limit = q.retry_limit AND j.retry_backoff = q.retry_backoff AND j.retry_delay = q.retry_delay
      AND j.retry_delay_max = q.retry_delay_max AND j.expire_seconds = q.expire_seconds AND j.policy = q.policy
      AND j.deletion_seconds = q.deletion_seconds AND j.dead_letter = q.dead_letter
      AND j.heartbeat_seconds = q.heartbeat_seconds AND j.keep_until > now() + interval '1 day' AS same
    FROM pgboss.job j JOIN pgboss.queue q ON q.name = j.name WHERE j.name = 'send-push'`;
  expect(stored).toEqual({ same: true });
});

it('many news of one story are one notification', async () => {
  for (const viewer of [luis, eva, luis]) await say(viewer, randomUUID());
  // A test may run while an hour ends.
  await world.database.prisma
    .$executeRaw`UPDATE news SET created_at = date_trunc('hour', now()) - interval '1 minute'
    + (created_at - now()) WHERE user_id = ${ana.id}::uuid`;
  expect(await listJobs()).toHaveLength(3);
  await deliver();
  expect(readBodies()).toEqual([`@${luis.username} y 1 más comentaron «El tren»`]);
});

describe('nothing is sent', () => {
  it('for news that were read meanwhile', async () => {
    await say(luis);
    await asAna().news.readAll();
    await deliver();
    expect(readBodies()).toEqual([]);
  });

  it.each(['block', 'mute'] as const)(
    'for news of a user whom the receiver %ss, before or after',
    async (kind) => {
      await say(luis);
      await asAna().blocks[kind]({ userId: userId.parse(luis.id) });
      await deliver();
      expect(readBodies()).toEqual([]);
      if (kind === 'mute') await say(luis, 'Otra vez');
      expect(await listJobs()).toEqual([]);
    },
  );

  it('for a kind of news that is switched off', async () => {
    await asAna().news.setSettings({ silenced: { comment: true }, timeZone: 'UTC' });
    await say(luis);
    await as(luis).follows.follow({ userId: userId.parse(ana.id) });
    await deliver();
    expect(readBodies()).toEqual([`@${luis.username} empezó a seguirte`]);
  });

  it("in the quiet hours of the user's time zone, also across midnight", async () => {
    const day = 24 * 60;
    const now = await readMinute('America/Lima');
    const isTold = async (timeZone: string, beginsIn: number, endsIn: number) => {
      const quiet = { from: (now + beginsIn + day) % day, until: (now + endsIn + day) % day };
      await asAna().news.setSettings({ quiet, timeZone });
      await say(luis, randomUUID());
      service.received.length = 0;
      await deliver();
      return service.received.length > 0;
    };
    expect(await isTold('America/Lima', -60, 60)).toBe(false);
    expect(await isTold('America/Lima', 60, -60)).toBe(true);
    // A notification for a device that is off expires when the quiet hours begin.
    expect(readTtl()).toBeGreaterThan(55 * 60);
    expect(readTtl()).toBeLessThanOrEqual(60 * 60);
    expect(await isTold('America/Lima', 60, 120)).toBe(true);
    expect(await isTold('America/Lima', 60, 60)).toBe(true);
    expect(readTtl()).toBe(pushLimits.ttlSeconds);
    // Quiet hours of 23 hours, of which one ends on the next day.
    expect(await isTold('America/Lima', -1_320, 60)).toBe(false);
    expect(await isTold('Asia/Tokyo', -60, 60)).toBe(true);
  });

  it('in the quiet hours of the default time zone, if the database no longer knows that of the user', async () => {
    const { prisma } = world.database;
    const day = 24 * 60;
    const now = await readMinute('Europe/Madrid');
    const quiet = { from: (now - 60 + day) % day, until: (now + 60) % day };
    await asAna().news.setSettings({ quiet, timeZone: 'UTC' });
    await prisma.newsSettings.update({ where: { userId: ana.id }, data: { timeZone: 'Europe/Atlantis' } });
    await say(luis);
    await deliver();
    expect(readBodies()).toEqual([]);
  });

  it('for news of a user who was suspended meanwhile, also as one of several', async () => {
    await say(luis);
    await say(eva);
    await suspend(eva);
    await deliver();
    expect(readBodies()).toEqual([`@${luis.username} comentó «El tren»`]);
    await say(luis, 'Otra vez');
    await suspend(luis);
    await deliver();
    expect(readBodies()).toHaveLength(1);
  });

  it('to a suspended user, and for news that are a day old', async () => {
    await say(luis);
    await world.database.prisma.$executeRaw`UPDATE news SET created_at = now() - interval '25 hours'`;
    await deliver();
    expect(readBodies()).toEqual([]);
    await say(luis, 'Otra vez');
    await suspend(ana);
    await deliver();
    expect(readBodies()).toEqual([]);
  });
});

describe('a new story', () => {
  it('notifies followers who asked for it, at its first publication', async () => {
    const who = { userId: userId.parse(luis.id) };
    await asAna().follows.follow(who);
    const priorities: number[] = [];
    const publish = async () => {
      const id = await world.publishStory(luis, { title: 'El mar' });
      await world.workOff();
      priorities.push(...(await listJobs()).map(({ priority }) => priority));
      await deliver();
      return id;
    };
    await publish();
    expect(readBodies()).toEqual([]);
    await asAna().follows.setTold({ ...who, told: true });
    const id = await publish();
    expect(readBodies()).toEqual([`@${luis.username} publicó «El mar»`]);
    // After notifications that concern a single user.
    expect(priorities).toEqual([-1]);
    await asAna().blocks.muteWord({ word: 'mar' });
    await publish();
    await asAna().blocks.unmuteWord({ word: 'mar' });
    expect(readBodies()).toEqual([
      `@${luis.username} publicó «El mar»`,
      `@${luis.username} publicó una historia`,
    ]);
    await as(luis).stories.unpublish({ id });
    await as(luis).stories.publish({ id });
    await world.workOff();
    expect(await listJobs()).toEqual([]);
    await as(luis).stories.unpublish({ id: await world.publishStory(luis) });
    await world.workOff();
    await asAna().blocks.mute(who);
    await publish();
    expect(readBodies()).toHaveLength(2);
  });

  it('that answers a question notifies its asker once, also if they follow its author', async () => {
    const who = { userId: userId.parse(luis.id) };
    await asAna().follows.follow(who);
    await asAna().follows.setTold({ ...who, told: true });
    const token = await createQuestion(world.database.prisma, { userId: ana.id });
    const answers = { token, visibility: 'published' } as const;
    await as(luis).stories.create({ recordingId: await world.record(luis), title: 'El mar', answers });
    await world.workOff();
    await deliver();
    expect(readBodies()).toEqual([`@${luis.username} respondió a tu pregunta con «El mar»`]);
  });
});
