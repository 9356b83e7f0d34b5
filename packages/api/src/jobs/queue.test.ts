import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '@relato/db/testing/database';
import { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  prepareJobQueue,
  startJobQueue,
  type EndedJob,
  type JobHandlers,
  type JobQueue,
  type RunningJob,
} from './queue.ts';
import { superviseJobs } from './supervise-jobs.ts';

let database: TestDatabase;
let queue: JobQueue | undefined;
const errors: Error[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  await prepareJobQueue(database.url);
});
afterAll(() => database.close());
afterEach(async () => {
  await queue?.stop(5_000);
  queue = undefined;
  errors.length = 0;
  await database.prisma.$executeRaw`DELETE FROM pgboss.job`;
});

const start = async (): Promise<JobQueue> => {
  queue = await startJobQueue({ database, onError: (error) => void errors.push(error) });
  return queue;
};

type Inspect = RunningJob<'inspect-recording'>;
const handlers = (inspect: (job: Inspect) => Promise<void>): JobHandlers => ({
  'inspect-recording': inspect,
  'transcribe-recording': async () => {},
  'delete-objects': async () => {},
  'send-mail': async () => {},
  'forget-transcript': async () => {},
  'make-mp3': async () => {},
  'send-push': async () => {},
  'watch-story': async () => {},
});

interface JobRow {
  readonly name: string;
  readonly state: string;
  readonly data: unknown;
}
const listJobs = () =>
  database.prisma.$queryRaw<JobRow[]>`SELECT name, state::text, data FROM pgboss.job ORDER BY name`;

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
  queue = await startJobQueue({ database: { background }, onError: (error) => void errors.push(error) });
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
  await jobs.work(handlers(seen), {});
  await database.prisma.$transaction(async (tx) => {
    await jobs.enqueue(tx, 'inspect-recording', { recordingId: 'one' });
    expect(await listJobs()).toEqual([]);
    expect(seen).not.toHaveBeenCalled();
  });
  // Sooner than a worker polls.
  await expect.poll(() => seen.mock.calls.length, { timeout: 8_000 }).toBe(1);
  expect(seen.mock.lastCall?.[0]).toMatchObject({ data: { recordingId: 'one' }, isLastAttempt: false });
});

it('wakes the workers of one kind of job, which then do not wait for the next poll', async () => {
  const notify = vi.spyOn(PgBoss.prototype, 'notifyWorker');
  onTestFinished(() => notify.mockRestore());
  const jobs = await start();
  await jobs.work(
    handlers(async () => {}),
    {},
  );
  expect(notify).not.toHaveBeenCalled();
  jobs.wake('inspect-recording');
  const woken = notify.mock.calls.map(([worker]) => worker);
  expect(new Set(woken).size).toBe(2);
});

it('a job can be delayed', async () => {
  const jobs = await start();
  await jobs.enqueue(
    database.prisma,
    'transcribe-recording',
    { recordingId: 'late', run: 0 },
    { startAfterSeconds: 90 },
  );
  const [row] = await database.prisma.$queryRaw<{ seconds: number }[]>`
    SELECT extract(epoch FROM start_after - now())::int AS seconds FROM pgboss.job`;
  expect(row?.seconds).toBeGreaterThan(80);
});

it('a failing job is retried, knows its last attempt, is reported each time and becomes a dead letter', async () => {
  const jobs = await start();
  const last: boolean[] = [];
  const dead: unknown[] = [];
  await jobs.work(
    handlers(async ({ isLastAttempt }) => {
      last.push(isLastAttempt);
      throw new Error('no luck');
    }),
    { 'inspect-recording': async (data) => void dead.push(data) },
  );
  await jobs.enqueue(database.prisma, 'inspect-recording', { recordingId: 'bad' });
  await expect.poll(() => skipWaits().then(() => dead)).toEqual([{ recordingId: 'bad' }]);
  expect(last).toEqual([false, false, false, false, true]);
  expect(errors.map(({ cause }) => cause)).toEqual(last.map(() => new Error('no luck')));
});

it('a job whose process is stopped continues at the next start, without using up an attempt', async () => {
  const first = await start();
  await first.enqueue(database.prisma, 'inspect-recording', { recordingId: 'slow' });
  // All attempts but the last one are used up.
  await database.prisma.$executeRaw`UPDATE pgboss.job SET retry_count = retry_limit - 1`;
  const attempts: boolean[] = [];
  for (let stops = 0; stops < 2; stops += 1) {
    const jobs = queue ?? (await start());
    const began = Promise.withResolvers<void>();
    const work = ({ signal, isLastAttempt }: Inspect): Promise<void> => {
      attempts.push(isLastAttempt);
      began.resolve();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    };
    await jobs.work(handlers(work), {});
    await began.promise;
    await jobs.stop(1);
    queue = undefined;
  }
  expect(attempts).toEqual([false, false]);
});

it('REL-25: a job runs under the id of the request that queued it, and so do the jobs that it queues', async () => {
  const current = new AsyncLocalStorage<string | undefined>();
  const seen: [string, string | undefined, object][] = [];
  const ended: EndedJob[] = [];
  queue = await startJobQueue({
    database,
    onError: (error) => void errors.push(error),
    onEnd: (job) => void ended.push(job),
    requestIds: { read: () => current.getStore(), run: (id, work) => current.run(id, work) },
  });
  const jobs = queue;
  await jobs.work(
    {
      ...handlers(async ({ data }) => {
        seen.push(['inspect', current.getStore(), data]);
        await jobs.enqueue(database.prisma, 'transcribe-recording', {
          recordingId: data.recordingId,
          run: 0,
        });
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

it('a stopping queue lets running jobs finish and starts no others', async () => {
  const jobs = await start();
  const { promise: began, resolve: begin } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let hasEnded = false;
  await jobs.work(
    handlers(async () => {
      begin();
      await released;
      hasEnded = true;
    }),
    {},
  );
  await jobs.enqueue(database.prisma, 'inspect-recording', { recordingId: 'slow' });
  await began;
  const stopped = jobs.stop(10_000).then(() => hasEnded);
  release();
  expect(await stopped).toBe(true);
  queue = undefined;
  expect(await listJobs()).toMatchObject([{ name: 'inspect-recording', state: 'completed' }]);
});

it('updates the options of a queue of an earlier version', async () => {
  const listSettings = () => database.prisma.$queryRaw<object[]>`
    SELECT name, heartbeat_seconds, retry_limit, retry_delay, retry_delay_max, expire_seconds, deletion_seconds,
      dead_letter FROM pgboss.queue ORDER BY name`;
  const fresh = await listSettings();
  await database.prisma
    .$executeRaw`UPDATE pgboss.queue SET heartbeat_seconds = 60, retry_limit = 1, retry_delay = 99,
    retry_delay_max = 999, expire_seconds = 1, deletion_seconds = 1, dead_letter = NULL WHERE name = 'send-mail'`;
  await prepareJobQueue(database.url);
  expect(await listSettings()).toEqual(fresh);
});

it('REL-04: a job whose worker was killed resumes within seconds, also on a server that keeps restarting', async () => {
  const worker = spawn(
    process.execPath,
    [join(import.meta.dirname, '../testing/stuck-worker.ts'), database.url],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(worker, 'exit');
  const first = await start();
  await first.enqueue(database.prisma, 'inspect-recording', { recordingId: 'killed' });
  await first.stop(1_000);
  await Promise.race([once(worker.stdout, 'data'), ended.then(() => expect.unreachable('the worker ended'))]);
  worker.kill('SIGKILL');
  await ended;
  // The last attempt ended ten seconds ago, and its next one would be minutes later.
  await database.prisma.$executeRaw`UPDATE pgboss.job
    SET heartbeat_on = heartbeat_on - interval '11 seconds', retry_count = 3, retry_delay = 100`;
  const { promise: resumed, resolve: resume } = Promise.withResolvers<Inspect>();
  const isOver = resumed.then(() => true);
  do {
    const next = await start();
    await next.work(
      handlers(async (job) => resume(job)),
      {},
    );
    // The server lives shorter than its heartbeat.
    const restart = delay(4_000, false);
    if (!(await Promise.race([isOver, restart]))) await next.stop(1_000);
    else break;
  } while (await stillWaits());
  expect((await resumed).data).toEqual({ recordingId: 'killed' });
});
const stillWaits = async (): Promise<boolean> =>
  (await listJobs()).some(({ state }) => state === 'active' || state === 'retry');

it('REL-04: a new worker takes the jobs of a dead one before younger ones', async () => {
  await database.prisma.$executeRaw`
    INSERT INTO pgboss.job (name, state, data, retry_limit, heartbeat_seconds, heartbeat_on, started_on, created_on)
    VALUES ('inspect-recording', 'active', '{ "recordingId": "killed" }', 4, 10, now() - interval '11 s',
      now() - interval '12 s', now() - interval '13 s')`;
  // Only one worker checks each second, and that of the previous test has just done so.
  await database.prisma.$executeRaw`UPDATE pgboss.queue SET monitor_claim_on = NULL, monitor_on = NULL`;
  const next = await start();
  for (const recordingId of ['a', 'b'])
    await next.enqueue(database.prisma, 'inspect-recording', { recordingId });
  const running: string[] = [];
  const done = Promise.withResolvers<void>();
  await next.work(
    handlers(async ({ data }) => {
      running.push(data.recordingId);
      await done.promise;
    }),
    {},
  );
  await expect.poll(() => running).toHaveLength(2);
  expect(running).toContain('killed');
  done.resolve();
});

/** Adds a job whose worker was killed twice, and returns its id. */
async function addKilled(name: string, retryCount: number): Promise<string> {
  const jobs = await database.prisma.$queryRaw<{ id: string }[]>`
    INSERT INTO pgboss.job (name, state, data, retry_limit, retry_count, started_on, start_after, output)
    VALUES (${name}, 'retry', '{}', 4, ${retryCount}::int, now(), now() + interval '1 min',
      '{ "value": { "message": "job heartbeat timeout" } }') RETURNING id`;
  return jobs[0]?.id ?? '';
}
const woken: string[] = [];
/** Supervises the jobs once, as each worker does. */
const supervise = async () => {
  woken.length = 0;
  const { looked, stop } = superviseJobs(
    { supervise: async () => {} },
    database,
    (queue) => void woken.push(queue),
    (error) => void errors.push(error),
  );
  await looked;
  await stop();
};

it('wakes the workers of due jobs, and no others', async () => {
  const jobs = await start();
  await jobs.enqueue(database.prisma, 'delete-objects', { keys: [] });
  await jobs.enqueue(database.prisma, 'make-mp3', { storyId: 'later' }, { startAfterSeconds: 90 });
  await supervise();
  expect(woken).toEqual(['delete-objects']);
});

const listDue = async () => {
  const rows = await database.prisma.$queryRaw<{ id: string }[]>`
    SELECT id FROM pgboss.job WHERE state = 'retry' AND start_after <= now()`;
  return rows.map(({ id }) => id).toSorted();
};
const take = (id: string, secondsAgo: number) => database.prisma.$executeRaw`UPDATE pgboss.job
  SET state = 'active', started_on = now() - make_interval(secs => ${secondsAgo}::int) WHERE id = ${id}::uuid`;

describe('REL-10: of the jobs whose workers were killed twice', () => {
  it('only one runs at a time, of all kinds', async () => {
    const once = await addKilled('inspect-recording', 0);
    const beside = await addKilled('transcribe-recording', 1);
    const poison = await addKilled('inspect-recording', 2);
    await supervise();
    expect(await listDue()).toEqual([once, poison].toSorted());
    expect(woken).toContain('inspect-recording');
    await take(once, 1);
    await take(poison, 1);
    await supervise();
    expect(await listDue()).toEqual([]);
    await database.prisma.$executeRaw`UPDATE pgboss.job SET state = 'completed' WHERE id = ${poison}::uuid`;
    await supervise();
    expect(await listDue()).toEqual([beside]);
    expect(errors).toEqual([]);
  });

  it.each([
    ['one that runs for long', (id: string) => take(id, 61), false],
    [
      'one that no worker takes',
      (id: string) => database.prisma.$executeRaw`UPDATE pgboss.job
        SET start_after = now() - interval '9 s' WHERE id = ${id}::uuid`,
      true,
    ],
  ])('no other waits for %s', async (_what, change, isDue) => {
    const beside = await addKilled('inspect-recording', 1);
    const other = await addKilled('transcribe-recording', 2);
    await change(other);
    await supervise();
    expect(await listDue()).toEqual((isDue ? [beside, other] : [beside]).toSorted());
  });

  it('one whose worker was stopped does not wait, and is not counted', async () => {
    await addKilled('inspect-recording', 3);
    const stopped = await addKilled('inspect-recording', 1);
    await database.prisma.$executeRaw`UPDATE pgboss.job
      SET output = '{ "value": "pg-boss shut down while active" }' WHERE id = ${stopped}::uuid`;
    await supervise();
    expect(await listDue()).toContain(stopped);
  });
});
