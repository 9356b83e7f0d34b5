import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inspectOnly } from '../testing/jobs/inspect-only.ts';
import { useStartedQueue } from '../testing/jobs/started-queue.ts';
import type { RunningJob } from './queue.ts';
import { superviseJobs } from './supervise-jobs.ts';

const { database, errors, start, listJobs } = useStartedQueue();

type Inspect = RunningJob<'inspect-recording'>;

it('a job whose process is stopped continues at the next start, without using up an attempt', async () => {
  const first = await start();
  await first.enqueue(database.prisma, 'inspect-recording', { recordingId: 'slow' });
  // All attempts but the last one are used up.
  await database.prisma.$executeRaw`UPDATE pgboss.job SET retry_count = retry_limit - 1`;
  const attempts: boolean[] = [];
  for (let stops = 0; stops < 2; stops += 1) {
    const jobs = stops === 0 ? first : await start();
    const began = Promise.withResolvers<void>();
    const work = ({ signal, isLastAttempt }: Inspect): Promise<void> => {
      attempts.push(isLastAttempt);
      began.resolve();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    };
    await jobs.work(inspectOnly(work), {});
    await began.promise;
    await jobs.stop(1);
  }
  expect(attempts).toEqual([false, false]);
});

it('REL-04: a job whose worker was killed resumes within seconds, also on a server that keeps restarting', async () => {
  const program = join(import.meta.dirname, '../testing/jobs/stuck-worker.ts');
  const worker = spawn(process.execPath, [program, database.url], { stdio: ['ignore', 'pipe', 'inherit'] });
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
      inspectOnly(async (job) => resume(job)),
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
    inspectOnly(async ({ data }) => {
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
async function supervise(
  boss: Parameters<typeof superviseJobs>[0] = { supervise: async () => {} },
  source: Parameters<typeof superviseJobs>[1] = database,
): Promise<void> {
  woken.length = 0;
  const wake = (queue: string) => void woken.push(queue);
  const { looked, stop } = superviseJobs(boss, source, wake, (error) => void errors.push(error));
  await looked;
  await stop();
}

it('wakes the workers of due jobs although the check for dead workers fails, and reports that', async () => {
  const states = `SELECT * FROM (VALUES ('send-mail', false, true), ('make-mp3', false, false))
    AS queue (name, "isRunning", "isDue")`;
  const boss = { supervise: () => Promise.reject(new Error('no right to do so')) };
  await supervise(boss, { background: () => database.background(states) });
  expect([woken, errors.map(({ message }) => message)]).toEqual([
    ['send-mail'],
    ['supervision of jobs failed'],
  ]);
});

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
