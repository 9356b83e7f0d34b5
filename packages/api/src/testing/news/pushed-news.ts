import { createPushKeys, createPusher } from '@relato/push';
import { startPushService, type FakeBrowser, type FakePushService } from '@relato/testing/push/push-service';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { prepareJobQueue, type JobData } from '../../jobs/queue.ts';
import { sendPush } from '../../news/push-jobs.ts';
import { startSession } from '../users.ts';
import { useToldStory } from './told-story.ts';

interface QueuedRow {
  readonly id: string;
  readonly priority: number;
  readonly data: JobData['send-push'];
  readonly seconds: number;
}

/** Creates a told story, whose author has subscribed a phone at a fake push service. */
export function usePushedNews() {
  const { world, ana, say, ...rest } = useToldStory();
  // They get their properties before any test runs, and the phone is new in each one.
  const [service, phone, session] = [{} as FakePushService, {} as FakeBrowser, { token: '' }];
  beforeAll(async () => {
    Object.assign(service, await startPushService());
    const pusher = createPusher('https://relato.test', createPushKeys(), {
      lookup: (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
      mayConnect: () => true,
      port: service.port,
      ca: service.ca,
    });
    Object.assign(world.services, { pusher });
    await prepareJobQueue(world.database.url);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    session.token = await startSession(world.database, ana);
    Object.assign(phone, service.addBrowser());
    await asAna().news.subscribe(phone);
    await world.database.prisma.$executeRaw`DELETE FROM pgboss.job`;
    service.received.length = 0;
    world.queued.splice(0);
  });

  const asAna = () => world.callAs(ana, session.token);
  const listJobs = () => world.database.prisma.$queryRaw<QueuedRow[]>`
    SELECT id, data, priority, extract(epoch FROM start_after - now())::float8 AS seconds FROM pgboss.job
    WHERE name = 'send-push' AND state < 'active' ORDER BY created_on, id`;

  /** Runs the queued jobs as a worker does, and returns the reported errors. */
  async function deliver({ isLastAttempt = false } = {}): Promise<readonly Error[]> {
    const reported: Error[] = [];
    const report = (error: Error): void => void reported.push(error);
    for (const { id, data } of await listJobs()) {
      const { signal } = new AbortController();
      await sendPush(world.services, { data, priority: 0, signal, isLastAttempt, report });
      await world.database.prisma.$executeRaw`DELETE FROM pgboss.job WHERE id = ${id}::uuid`;
    }
    return reported;
  }

  const readBodies = () =>
    service.received.map(
      ({ text }) => (JSON.parse(text) as { notification: { body: string } }).notification.body,
    );

  return { ...rest, world, ana, say, service, phone, asAna, listJobs, deliver, readBodies };
}
