import { randomUUID } from 'node:crypto';
import { commentId, limits, userId, type StoryId } from '@relato/contract';
import { createQuestion } from '@relato/db/testing/factories';
import { createPushKeys, createPusher } from '@relato/push';
import { startPushService, type FakeBrowser, type FakePushService } from '@relato/testing/push/push-service';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prepareJobQueue, type JobData } from '../jobs/queue.ts';
import type { Viewer } from '../rpc/context.ts';
import { createTestWorld, type TestAccount, type TestWorld } from '../testing/world.ts';
import { sendPush } from './push-jobs.ts';

let service: FakePushService;
let world: TestWorld;
beforeAll(async () => {
  service = await startPushService();
  const pusher = createPusher('https://relato.test', createPushKeys(), {
    lookup: (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    mayConnect: () => true,
    port: service.port,
    ca: service.ca,
  });
  world = await createTestWorld();
  Object.assign(world.services, { pusher });
  await prepareJobQueue(world.database.url);
});
afterAll(async () => {
  await world.close();
  await service.stop();
});

let ana: TestAccount;
let [luis, eva] = [{} as Viewer, {} as Viewer];
let story: StoryId;
let phone: FakeBrowser;
const name = (begin: string) => `${begin}_${randomUUID().slice(0, 8)}`;
beforeEach(async () => {
  ana = await world.signUp(name('ana'));
  [luis, eva] = [await world.addUser(name('luis')), await world.addUser(name('eva'))];
  story = await world.publishStory(ana.viewer, { title: 'El tren' });
  phone = service.addBrowser();
  await asAna().news.subscribe(phone);
  await world.database.prisma.$executeRaw`DELETE FROM pgboss.job`;
  service.received.length = 0;
  world.queued.length = 0;
});

const as = (viewer: Viewer) => world.callAs(viewer);
const asAna = () => world.callAs(ana.viewer, ana.token);
const say = (viewer: Viewer, content = 'Qué secreto tan bonito') =>
  as(viewer).comments.create({ id: commentId.parse(randomUUID()), storyId: story, content });

interface QueuedRow {
  readonly id: string;
  readonly priority: number;
  readonly data: JobData['send-push'];
  readonly seconds: number;
}
const listJobs = () => world.database.prisma.$queryRaw<QueuedRow[]>`
  SELECT id, data, priority, extract(epoch FROM start_after - now())::float8 AS seconds FROM pgboss.job
  WHERE name = 'send-push' AND state < 'active' ORDER BY created_on, id`;

/** Runs the queued jobs as a worker does, and returns the reported errors. */
async function deliver({ isLastAttempt = false } = {}): Promise<readonly Error[]> {
  const reported: Error[] = [];
  for (const { id, data } of await listJobs()) {
    const { signal } = new AbortController();
    await sendPush(world.services, {
      data,
      priority: 0,
      signal,
      isLastAttempt,
      report: (error) => void reported.push(error),
    });
    await world.database.prisma.$executeRaw`DELETE FROM pgboss.job WHERE id = ${id}::uuid`;
  }
  return reported;
}
async function readMinute(zone: string): Promise<number> {
  const [row] = await world.database.prisma.$queryRaw<{ minute: number }[]>`
    SELECT (extract(hour FROM now() AT TIME ZONE ${zone}) * 60 + extract(minute FROM now() AT TIME ZONE ${zone}))::int AS minute`;
  return row?.minute ?? 0;
}
const countBrowsers = () =>
  world.database.prisma.pushSubscription.count({ where: { userId: ana.viewer.id } });
const suspend = (who: Viewer) =>
  world.database.prisma.user.update({ where: { id: who.id }, data: { suspendedAt: new Date() } });
const readTtl = () => service.received[0]?.ttlSeconds;
const readBodies = () =>
  service.received.map(
    ({ text }) => (JSON.parse(text) as { notification: { body: string } }).notification.body,
  );

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
      navigate: `http://relato.test/?story=${story}`,
      tag: `comment ${story}`,
    },
  });
});

it('names no story that is not public', async () => {
  await asAna().stories.unpublish({ id: story });
  await world.database.prisma.$executeRaw`
    SELECT tell_user(${ana.viewer.id}::uuid, 'transcript', NULL, ${story}::uuid, NULL, NULL)`;
  await deliver();
  expect(readBodies()).toEqual(['El texto de tu historia está listo']);
});

it('the trigger stores the job in the transaction of the news, in the same form as the queue', async () => {
  const failing = world.database.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT tell_user(${ana.viewer.id}::uuid, 'follow', ${luis.id}::uuid, NULL, NULL, NULL)`;
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await listJobs()).toEqual([]);
  await say(luis);
  const [job] = await listJobs();
  expect(job?.seconds).toBeGreaterThan(limits.push.groupSeconds - 3);
  expect(job?.seconds).toBeLessThanOrEqual(limits.push.groupSeconds);
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
    + (created_at - now()) WHERE user_id = ${ana.viewer.id}::uuid`;
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
    await asAna().news.setSettings({ silenced: ['comment'], quiet: null, digest: null, timeZone: 'UTC' });
    await say(luis);
    await as(luis).follows.follow({ userId: userId.parse(ana.viewer.id) });
    await deliver();
    expect(readBodies()).toEqual([`@${luis.username} empezó a seguirte`]);
  });

  it("in the quiet hours of the user's time zone, also across midnight", async () => {
    const day = 24 * 60;
    const now = await readMinute('America/Lima');
    const isTold = async (timeZone: string, beginsIn: number, endsIn: number) => {
      const quiet = { from: (now + beginsIn + day) % day, until: (now + endsIn + day) % day };
      await asAna().news.setSettings({ silenced: [], quiet, digest: null, timeZone });
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
    expect(readTtl()).toBe(limits.push.ttlSeconds);
    // Quiet hours of 23 hours, of which one ends on the next day.
    expect(await isTold('America/Lima', -1_320, 60)).toBe(false);
    expect(await isTold('Asia/Tokyo', -60, 60)).toBe(true);
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
    await suspend(ana.viewer);
    await deliver();
    expect(readBodies()).toEqual([]);
  });
});

describe('a browser', () => {
  it.each([404, 410])('loses its subscription after the answer %i', async (status) => {
    service.nextFailure({ kind: 'answer', status });
    await say(luis);
    expect(await deliver()).toEqual([]);
    expect(await countBrowsers()).toBe(0);
  });

  it('whose push service is busy is notified later, and a permanent failure is not retried', async () => {
    service.nextFailure({ kind: 'answer', status: 429 });
    await say(luis);
    await expect(deliver()).rejects.toThrow('answers 429');
    expect(await listJobs()).toHaveLength(1);
    service.nextFailure({ kind: 'answer', status: 503 });
    expect(await deliver({ isLastAttempt: true })).toMatchObject([{ isFinal: false }]);
    await say(luis, 'Otra vez');
    service.nextFailure({ kind: 'answer', status: 302, headers: { location: phone.endpoint } });
    expect(await deliver()).toMatchObject([{ isFinal: true }]);
    expect([await countBrowsers(), readBodies()]).toEqual([1, []]);
  });

  it('gets no more notifications once its session ends', async () => {
    await say(luis);
    await asAna().account.signOut();
    await deliver();
    expect([await countBrowsers(), readBodies()]).toEqual([0, []]);
  });

  it('is subscribed once, belongs to its last subscriber, and only they can unsubscribe it', async () => {
    await asAna().news.subscribe(phone);
    expect(await countBrowsers()).toBe(1);
    await as(luis).news.unsubscribe({ endpoint: phone.endpoint });
    expect(await countBrowsers()).toBe(1);
    const other = await world.signUp(`otra_${randomUUID().slice(0, 8)}`);
    await world.callAs(other.viewer, other.token).news.subscribe(phone);
    expect(await countBrowsers()).toBe(0);
    await world.callAs(other.viewer, other.token).news.unsubscribe({ endpoint: phone.endpoint });
    expect(await world.database.prisma.pushSubscription.count({ where: { endpoint: phone.endpoint } })).toBe(
      0,
    );
  });

  it('beyond the limit replaces the oldest one', async () => {
    for (let more = 0; more < limits.push.maxBrowsers; more += 1)
      await asAna().news.subscribe(service.addBrowser());
    expect(await countBrowsers()).toBe(limits.push.maxBrowsers);
    expect(await world.database.prisma.pushSubscription.count({ where: { endpoint: phone.endpoint } })).toBe(
      0,
    );
  });

  it('SEC-63: needs a known push service, a key and a session', async () => {
    const { endpoint, p256dh, auth } = phone;
    for (const wrong of [
      { endpoint: 'https://127.0.0.1/push', p256dh, auth },
      { endpoint: 'http://fcm.googleapis.com/push', p256dh, auth },
      { endpoint, p256dh: 'short', auth },
      // The key is not a point of the curve.
      { endpoint, p256dh: 'B'.repeat(87), auth },
      { endpoint, p256dh: `${p256dh}===`, auth },
      { endpoint, p256dh, auth: `${auth}aaaa` },
    ])
      await expect(asAna().news.subscribe(wrong)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await world.callAs(ana.viewer, 'ended').news.subscribe(service.addBrowser());
    expect(await countBrowsers()).toBe(1);
  });

  it('loses its subscription with the account', async () => {
    await world.database.prisma.user.delete({ where: { id: ana.viewer.id } });
    expect(await countBrowsers()).toBe(0);
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
    await as(luis).stories.unpublish({ id });
    await as(luis).stories.publish({ id });
    await world.workOff();
    expect(await listJobs()).toEqual([]);
    await as(luis).stories.unpublish({ id: await world.publishStory(luis) });
    await world.workOff();
    await asAna().blocks.mute(who);
    await publish();
    expect(readBodies()).toHaveLength(1);
  });

  it('that answers a question notifies its asker once, also if they follow its author', async () => {
    const who = { userId: userId.parse(luis.id) };
    await asAna().follows.follow(who);
    await asAna().follows.setTold({ ...who, told: true });
    const token = await createQuestion(world.database.prisma, { userId: ana.viewer.id });
    const answers = { token, visibility: 'published' } as const;
    await as(luis).stories.create({ recordingId: await world.record(luis), title: 'El mar', answers });
    await world.workOff();
    await deliver();
    expect(readBodies()).toEqual([`@${luis.username} respondió a tu pregunta con «El mar»`]);
  });
});

it('returns the stored settings, and ignores an unknown time zone', async () => {
  const email = ana.email;
  const pushKey = world.services.pusher?.publicKey;
  expect(await asAna().news.settings()).toEqual({
    silenced: [],
    quiet: null,
    digest: null,
    timeZone: 'Europe/Madrid',
    email,
    pushKey,
  });
  const set = {
    silenced: ['votes', 'follow'] as ('votes' | 'follow')[],
    quiet: { from: 1_380, until: 480 },
    digest: 'weekly' as const,
    timeZone: 'America/Argentina/Buenos_Aires',
  };
  await asAna().news.setSettings(set);
  expect(await asAna().news.settings()).toEqual({ ...set, email, pushKey });
  for (const timeZone of ['Europe/Atlantis', '+02:00', 'Abc+3']) {
    await asAna().news.setSettings({ ...set, silenced: [], timeZone });
    expect(await asAna().news.settings()).toEqual({ ...set, silenced: [], email, pushKey });
    await as(luis).news.setSettings({ ...set, timeZone });
    expect(await as(luis).news.settings()).toMatchObject({ digest: 'weekly', timeZone: 'Europe/Madrid' });
  }
});
