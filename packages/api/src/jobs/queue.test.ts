import { AsyncLocalStorage } from 'node:async_hooks';
import { jobNames } from '@relato/contract';
import type { TestDatabase } from '@relato/db/testing/database';
import { PgBoss } from 'pg-boss';
import { expect, it, onTestFinished, vi } from 'vitest';
import { eachJob, inspectOnly } from '../testing/jobs/inspect-only.ts';
import { useStartedQueue } from '../testing/jobs/started-queue.ts';
import { FinalJobError, prepareJobQueue, type EndedJob, type RunningJob } from './queue.ts';

const { database, errors, start, listJobs } = useStartedQueue();

type Inspect = RunningJob<'inspect-recording'>;

/** Makes the next attempt of a job due. */
const skipWaits = () =>
  database.prisma.$executeRaw`UPDATE pgboss.job SET start_after = now() WHERE state < 'active'`;

it('REL-28: the queue starts although the database does not answer its first statements', async () => {
  let failures = 2;
  const background: TestDatabase['background'] = async (text, values) => {
    failures -= 1;
    if (failures >= 0) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    return database.background(text, values);
  };
  const queue = await start({ database: { background } });
  expect(await queue.listDead(null, { before: null, limit: 1 })).toEqual([]);
});

it('a job of a transaction that was rolled back does not exist', async () => {
  const jobs = await start();
  const failing = database.prisma.$transaction(async (tx) => {
    await jobs.enqueue(tx, 'inspect-recording', { recordingId: 'never' });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await listJobs()).toEqual([]);
});

it('a job runs after the transaction that queued it, not before', async () => {
  const jobs = await start();
  const seen = vi.fn<(job: Inspect) => Promise<void>>().mockResolvedValue();
  await jobs.work(inspectOnly(seen), {});
  await database.prisma.$transaction(async (tx) => {
    await jobs.enqueue(tx, 'inspect-recording', { recordingId: 'one' });
    expect(await listJobs()).toEqual([]);
    expect(seen).not.toHaveBeenCalled();
  });
  // Sooner than a worker polls.
  await expect.poll(() => seen.mock.calls.length, { timeout: 8_000 }).toBe(1);
  expect(seen.mock.lastCall?.[0]).toMatchObject({ data: { recordingId: 'one' }, isLastAttempt: false });
});

it('works on jobs of every kind, and on the permanently failed ones of each kind that has a handler', async () => {
  const jobs = await start();
  const worked: string[] = [];
  const given: string[] = [];
  await jobs.work(
    eachJob((name) => async () => {
      worked.push(name);
      throw new FinalJobError(new Error('no luck'));
    }),
    eachJob((name) => async () => void given.push(name)),
  );
  for (const name of jobNames) await jobs.enqueue(database.prisma, name, { storyId: name });
  await expect.poll(() => worked.toSorted()).toEqual(jobNames.toSorted());
  await expect.poll(() => given.toSorted()).toEqual(jobNames.toSorted());
});

it('wakes the workers of one kind of job, which then do not wait for the next poll', async () => {
  const notify = vi.spyOn(PgBoss.prototype, 'notifyWorker');
  onTestFinished(() => notify.mockRestore());
  const jobs = await start();
  await jobs.work(
    inspectOnly(async () => {}),
    {},
  );
  expect(notify).not.toHaveBeenCalled();
  jobs.wake('inspect-recording');
  const woken = notify.mock.calls.map(([worker]) => worker);
  expect(new Set(woken).size).toBe(2);
});

it('a job can be delayed', async () => {
  const jobs = await start();
  const late = { recordingId: 'late', run: 0 };
  await jobs.enqueue(database.prisma, 'transcribe-recording', late, { startAfterSeconds: 90 });
  const [row] = await database.prisma.$queryRaw<{ seconds: number }[]>`
    SELECT extract(epoch FROM start_after - now())::int AS seconds FROM pgboss.job`;
  expect(row?.seconds).toBeGreaterThan(80);
});

it('a failing job is retried, knows its last attempt, is reported each time and becomes a dead letter', async () => {
  const jobs = await start();
  const last: boolean[] = [];
  const dead: unknown[] = [];
  await jobs.work(
    inspectOnly(async ({ isLastAttempt }) => {
      last.push(isLastAttempt);
      throw new Error('no luck');
    }),
    { 'inspect-recording': async (data) => void dead.push(data) },
  );
  await jobs.enqueue(database.prisma, 'inspect-recording', { recordingId: 'bad' });
  const retryNow = async () => {
    if ((await skipWaits()) > 0) jobs.wake('inspect-recording');
    return dead;
  };
  await expect.poll(retryNow).toEqual([{ recordingId: 'bad' }]);
  expect(last).toEqual([false, false, false, false, true]);
  expect(errors.map(({ cause }) => cause)).toEqual(last.map(() => new Error('no luck')));
});

it('REL-25: a job runs under the id of the request that queued it, and so do the jobs that it queues', async () => {
  const current = new AsyncLocalStorage<string | undefined>();
  const seen: [string, string | undefined, object][] = [];
  const ended: EndedJob[] = [];
  const jobs = await start({
    onEnd: (job) => void ended.push(job),
    requestIds: { read: () => current.getStore(), run: (id, work) => current.run(id, work) },
  });
  await jobs.work(
    {
      ...inspectOnly(async ({ data }) => {
        seen.push(['inspect', current.getStore(), data]);
        const { recordingId } = data;
        await jobs.enqueue(database.prisma, 'transcribe-recording', { recordingId, run: 0 });
      }),
      'transcribe-recording': async ({ data }) => void seen.push(['transcribe', current.getStore(), data]),
    },
    {},
  );
  await current.run('r-1', () => jobs.enqueue(database.prisma, 'inspect-recording', { recordingId: 'one' }));
  await expect.poll(() => ended).toHaveLength(2);
  expect(seen).toEqual([
    ['inspect', 'r-1', { recordingId: 'one' }],
    ['transcribe', 'r-1', { recordingId: 'one', run: 0 }],
  ]);
  expect(ended).toMatchObject([
    { name: 'inspect-recording', outcome: 'completed', waitedMs: expect.any(Number) },
    { name: 'transcribe-recording', outcome: 'completed' },
  ]);
});

it('finds the recordings and stories that have a job, until it ends', async () => {
  const jobs = await start();
  const find = async () => [
    ...(await jobs.findQueuedTranscriptions(['one', 'two'])),
    ...(await jobs.findQueuedMp3s(['one', 'three'])),
  ];
  await jobs.enqueue(database.prisma, 'transcribe-recording', { recordingId: 'one', run: 0 });
  await jobs.enqueue(database.prisma, 'make-mp3', { storyId: 'three' });
  expect(await find()).toEqual(['one', 'three']);
  await database.prisma.$executeRaw`UPDATE pgboss.job SET state = 'active'`;
  expect(await find()).toEqual(['one', 'three']);
  await database.prisma
    .$executeRaw`UPDATE pgboss.job SET name = 'transcribe-recording.dead' WHERE name = 'transcribe-recording'`;
  expect(await find()).toEqual(['one', 'three']);
  await database.prisma.$executeRaw`UPDATE pgboss.job SET state = 'completed'`;
  expect(await find()).toEqual([]);
});

it('a stopping queue lets running jobs finish and starts no others', async () => {
  const jobs = await start();
  const { promise: began, resolve: begin } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const finished: string[] = [];
  await jobs.work(
    inspectOnly(async ({ data }) => {
      begin();
      await released;
      finished.push(data.recordingId);
    }),
    {},
  );
  await jobs.enqueue(database.prisma, 'inspect-recording', { recordingId: 'slow' });
  await began;
  const stopped = jobs.stop(60_000);
  const next = await start();
  const taken: string[] = [];
  await next.work(
    inspectOnly(async ({ data }) => void taken.push(data.recordingId)),
    {},
  );
  await next.enqueue(database.prisma, 'inspect-recording', { recordingId: 'later' });
  next.wake('inspect-recording');
  await expect.poll(() => taken).toEqual(['later']);
  release();
  await stopped;
  expect(finished).toEqual(['slow']);
  await expect.poll(listJobs).toMatchObject([{ state: 'completed' }, { state: 'completed' }]);
});

/** Makes the next supervision delete the jobs whose time is over. */
const makeMaintenanceDue = () =>
  database.prisma.$executeRaw`UPDATE pgboss.queue SET maintain_on = now() - interval '10 minutes'`;

it('deletes ended jobs of every kind an hour later, because sent mails name users', async () => {
  const jobs = await start();
  for (const name of jobNames) await jobs.enqueue(database.prisma, name, { storyId: name });
  await database.prisma.$executeRaw`UPDATE pgboss.job
    SET state = 'completed', completed_on = now() - interval '61 minutes'`;
  await database.prisma.$executeRaw`INSERT INTO pgboss.job (name, state, completed_on, deletion_seconds)
    SELECT name, 'completed', now() - interval '61 minutes', deletion_seconds FROM pgboss.queue
    WHERE name LIKE '%.dead'`;
  await jobs.enqueue(database.prisma, 'send-mail', { kind: 'recover', email: 'ana@relato.test' });
  await database.prisma.$executeRaw`UPDATE pgboss.job
    SET state = 'completed', completed_on = now() - interval '59 minutes' WHERE state = 'created'`;
  await makeMaintenanceDue();
  await jobs.work(
    eachJob(() => async () => {}),
    {},
  );
  expect(await listJobs()).toMatchObject([{ name: 'send-mail', state: 'completed' }]);
});

it.each(['inspect-recording', 'transcribe-recording', 'make-mp3'] as const)(
  '%s runs after it waited for months, also a job of an earlier version or of a backup',
  async (name) => {
    const jobs = await start();
    await jobs.enqueue(database.prisma, name, { recordingId: 'new', run: 0, storyId: 'new' });
    await database.prisma.$executeRaw`UPDATE pgboss.job
      SET start_after = now() - interval '90 days', keep_until = keep_until - interval '90 days'`;
    await database.prisma.$executeRaw`INSERT INTO pgboss.job (name, data, start_after, keep_until)
      VALUES (${name}, '{"recordingId": "old"}', now() - interval '90 days', now() - interval '76 days')`;
    await makeMaintenanceDue();
    const worker = await start();
    let ran = 0;
    await worker.work(
      eachJob(() => async () => void (ran += 1)),
      {},
    );
    await expect.poll(() => ran).toBe(2);
  },
);

it('does not send a mail that waited for more than two weeks', async () => {
  const jobs = await start();
  await jobs.enqueue(database.prisma, 'send-mail', { kind: 'recover', email: 'ana@relato.test' });
  await database.prisma.$executeRaw`UPDATE pgboss.job
    SET start_after = now() - interval '15 days', keep_until = keep_until - interval '15 days'`;
  await makeMaintenanceDue();
  const worker = await start();
  await worker.work(
    eachJob(() => async () => {}),
    {},
  );
  expect(await listJobs()).toEqual([]);
});

it('updates the options of a queue of an earlier version', async () => {
  const listSettings = () => database.prisma.$queryRaw<object[]>`
    SELECT name, heartbeat_seconds, retry_limit, retry_delay, retry_delay_max, expire_seconds, deletion_seconds,
      retention_seconds, notify, dead_letter FROM pgboss.queue ORDER BY name`;
  const fresh = await listSettings();
  // Notifications would make transactions commit one after another.
  expect(fresh).not.toContainEqual(expect.objectContaining({ notify: true }));
  await database.prisma
    .$executeRaw`UPDATE pgboss.queue SET heartbeat_seconds = 60, retry_limit = 1, retry_delay = 99,
    retry_delay_max = 999, expire_seconds = 1, deletion_seconds = 1, retention_seconds = 1, notify = true,
    dead_letter = NULL WHERE name = 'make-mp3'`;
  await prepareJobQueue(database.url);
  expect(await listSettings()).toEqual(fresh);
});
