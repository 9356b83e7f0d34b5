import { setTimeout as delay } from 'node:timers/promises';
import { startFakeAssemblyAI } from '@relato/testing/speech/assemblyai';
import type { DrillResult } from '@relato/testing/drill-result';
import { listLate } from '../world/load.ts';
import { measureUntil } from '../world/measure-until.ts';
import { listActiveJobs, measureResumption } from './resumed-jobs.ts';
import { tendJobs } from '../world/tend-jobs.ts';
import { createDrillWorld } from '../world/world.ts';

const atMostMs = 15_000;
/** A job that waits until another one has run alone, and was seen to, takes longer. */
const aloneMs = 6_000;
/** A worker transcribes two recordings at a time, each of which takes three seconds. */
const turnMs = 2_000;

/** Kills the worker while it transcribes, again and again, and starts another one at once. */
export async function killWorker({
  jobs,
  kills,
}: {
  readonly jobs: number;
  readonly kills: number;
}): Promise<DrillResult> {
  const provider = await startFakeAssemblyAI({ processingMs: 2_500, durationMs: 5_000 });
  const world = await createDrillWorld();
  try {
    const speech = {
      SPEECH_PROVIDER: 'assemblyai',
      ASSEMBLYAI_API_KEY: provider.apiKey,
      ASSEMBLYAI_BASE_URL: provider.url,
    };
    const web = await world.start({ ROLE: 'web' });
    await web.ready();
    let worker = await world.start({ ...speech, ROLE: 'worker' });
    const endTending = tendJobs(world);
    const saving = Promise.all(
      world.users.map(async (user) => {
        for (let job = 0; job < Math.ceil(jobs / world.users.length); job += 1) await world.client.save(user);
      }),
    );
    const { prisma } = world.database;
    const recoveriesMs: number[] = [];
    const recoveriesOfSuspectsMs: number[] = [];
    const watching: Promise<void>[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      await measureUntil(async () => (await listActiveJobs(world.database)).length > 0);
      await delay(300);
      await world.kill(worker);
      const killedMs = performance.now();
      const abandoned = await listActiveJobs(world.database);
      worker = await world.start({ ...speech, ROLE: 'worker' });
      for (const job of abandoned) {
        const recoveries = job.isSuspect ? recoveriesOfSuspectsMs : recoveriesMs;
        watching.push(
          measureResumption(world.database, job, killedMs).then((ms) =>
            ms === null ? undefined : void recoveries.push(ms),
          ),
        );
      }
      // The next kill finds the resumed jobs, or other ones.
      await Promise.race([Promise.all(watching), delay(10_000)]);
    }
    await saving;
    const tended = endTending();
    await Promise.all(watching);
    const isDone = await measureUntil(
      async () =>
        (await prisma.transcript.count({ where: { status: { in: ['queued', 'processing'] } } })) === 0,
      60_000 + jobs * turnMs,
    );
    const completed = await prisma.transcript.count({ where: { status: 'completed' } });
    const found = await world.check();
    const saves = world.client.history.filter(({ kind }) => kind === 'save').length;
    const repeated = provider.jobs.length - saves;
    const problems = [
      ...found.problems,
      ...(isDone === null ? ['not every transcript has ended'] : []),
      ...(completed === saves ? [] : [`${completed} transcripts of ${saves} are complete`]),
      ...(repeated <= kills ? [] : [`${repeated} calls of the provider were repeated in ${kills} kills`]),
      ...listLate('an abandoned job', recoveriesMs, atMostMs),
      ...listLate('a job abandoned twice', recoveriesOfSuspectsMs, atMostMs + aloneMs),
    ];
    const retried = tended > 0 ? `, ${tended} jobs retried by an administrator` : '';
    const fault = `REL-04 worker killed in mid job (${saves} jobs, ${repeated} calls repeated${retried})`;
    return {
      fault,
      tries: kills,
      recoveriesMs: [...recoveriesMs, ...recoveriesOfSuspectsMs],
      ...found,
      problems,
    };
  } finally {
    await world.close();
    await provider.stop();
  }
}
