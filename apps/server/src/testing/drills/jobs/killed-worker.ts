import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@relato/db';
import type { DrillResult } from '@relato/testing/drill-result';
import { startFakeAssemblyAI, type FakeAssemblyAI } from '@relato/testing/speech/assemblyai';
import { listLate } from '../world/load.ts';
import { measureUntil } from '../world/measure-until.ts';
import { tendJobs } from '../world/tend-jobs.ts';
import { inDrillWorld, type DrillWorld } from '../world/world.ts';

const atMostMs = 15_000;
/** The extra time of a job that waits until a suspect job has run alone. */
const aloneMs = 6_000;
const jobsPerKill = 10;
/** A worker transcribes two recordings at a time, each in three seconds. */
const turnMs = 2_000;
const patienceMs = 60_000;

/** Repeatedly kills the worker while it transcribes, and starts another one at once. */
export async function killWorker(kills: number): Promise<DrillResult> {
  const provider = await startFakeAssemblyAI({ processingMs: 2_500, durationMs: 5_000 });
  try {
    return await inDrillWorld((world) => killWhileTranscribing(world, provider, kills));
  } finally {
    await provider.stop();
  }
}

async function killWhileTranscribing(
  world: DrillWorld,
  provider: FakeAssemblyAI,
  kills: number,
): Promise<DrillResult> {
  const { users, client, database } = world;
  const startWorker = () =>
    world.start({
      ROLE: 'worker',
      SPEECH_PROVIDER: 'assemblyai',
      ASSEMBLYAI_API_KEY: provider.apiKey,
      ASSEMBLYAI_BASE_URL: provider.url,
    });
  await world.serve({ ROLE: 'web' });
  let worker = await startWorker();
  const endTending = tendJobs(world);
  const jobs = kills * jobsPerKill;
  const saving = Promise.all(
    users.map(async (user) => {
      for (let job = 0; job < Math.ceil(jobs / users.length); job += 1) await client.save(user);
    }),
  );
  const recoveriesMs: number[] = [];
  const recoveriesOfSuspectsMs: number[] = [];
  const watching: Promise<unknown>[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    await measureUntil(async () => (await listActiveJobs(database)).length > 0);
    await delay(300);
    await world.kill(worker);
    const killedMs = performance.now();
    const abandoned = await listActiveJobs(database);
    worker = await startWorker();
    for (const job of abandoned) {
      const recoveries = job.isSuspect ? recoveriesOfSuspectsMs : recoveriesMs;
      watching.push(
        measureResumption(database, job, killedMs).then((ms) => ms !== null && recoveries.push(ms)),
      );
    }
    // The next kill hits the resumed jobs or other ones.
    await Promise.race([Promise.all(watching), delay(10_000)]);
  }
  await saving;
  const tended = endTending();
  await Promise.all(watching);
  const { transcript } = database.prisma;
  const countOpen = () => transcript.count({ where: { status: { in: ['queued', 'processing'] } } });
  await measureUntil(async () => (await countOpen()) === 0, 60_000 + jobs * turnMs);
  const completed = await transcript.count({ where: { status: 'completed' } });
  const saves = client.history.filter(({ kind }) => kind === 'save').length;
  const repeated = provider.jobs.length - saves;
  const problems = [
    ...(completed === saves ? [] : [`${completed} transcripts of ${saves} are complete`]),
    ...(repeated <= kills ? [] : [`${repeated} calls of the provider were repeated in ${kills} kills`]),
    ...listLate('an abandoned job', recoveriesMs, atMostMs),
    ...listLate('a job abandoned twice', recoveriesOfSuspectsMs, atMostMs + aloneMs),
  ];
  const retried = tended > 0 ? `, ${tended} jobs retried by an administrator` : '';
  const fault = `REL-04 worker killed in mid job (${saves} jobs, ${repeated} calls repeated${retried})`;
  const all = [...recoveriesMs, ...recoveriesOfSuspectsMs];
  return world.report({ fault, tries: kills, recoveriesMs: all, problems });
}

interface ActiveJob {
  readonly id: string;
  /** The start with the microseconds of the database, which a Date loses. */
  readonly startedMs: number;
  /** Whether an earlier worker was killed while it ran the job. Only one suspect job runs at a time. */
  readonly isSuspect: boolean;
}

/** Lists the transcriptions that a worker runs, or ran until it was killed. */
const listActiveJobs = ({ prisma }: Database): Promise<ActiveJob[]> =>
  prisma.$queryRaw<ActiveJob[]>`
    SELECT id, (extract(epoch FROM started_on) * 1000)::float8 AS "startedMs",
      retry_count >= 1 AS "isSuspect"
    FROM pgboss.job WHERE name = 'transcribe-recording' AND state = 'active'`;

/**
 * Resolves with the milliseconds from `sinceMs` until the job started again, or with null for a job that another worker had
 * already finished.
 */
async function measureResumption(
  { prisma }: Database,
  { id, startedMs }: ActiveJob,
  sinceMs: number,
): Promise<number | null> {
  let isOther = false;
  const isResumed = async (): Promise<boolean> => {
    const [row] = await prisma.$queryRaw<{ isAgain: boolean; isEnded: boolean }[]>`
      SELECT (extract(epoch FROM started_on) * 1000)::float8 > ${startedMs} AS "isAgain",
        state NOT IN ('active', 'retry') AS "isEnded"
      FROM pgboss.job WHERE id = ${id}::uuid`;
    isOther = row?.isEnded === true && !row.isAgain;
    return row === undefined || row.isEnded || row.isAgain;
  };
  const tookMs = await measureUntil(isResumed, patienceMs, sinceMs);
  return isOther ? null : (tookMs ?? patienceMs);
}
