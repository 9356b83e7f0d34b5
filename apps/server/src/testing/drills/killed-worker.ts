import { setTimeout as delay } from 'node:timers/promises';
import { startFakeAssemblyAI } from '@relato/testing/speech/assemblyai';
import type { DrillResult } from '@relato/testing/drill-result';
import { listLate, measureUntil } from './load.ts';
import { createDrillWorld } from './world.ts';

const atMostMs = 15_000;

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
    const saving = Promise.all(
      world.users.map(async (user) => {
        for (let job = 0; job < Math.ceil(jobs / world.users.length); job += 1) await world.client.save(user);
      }),
    );
    const { prisma } = world.database;
    const listActive = () =>
      prisma.$queryRaw<{ id: string; startedMs: number }[]>`
        SELECT id, (extract(epoch FROM started_on) * 1000)::float8 AS "startedMs" FROM pgboss.job
        WHERE name = 'transcribe-recording' AND state = 'active'`;
    const recoveriesMs: number[] = [];
    const watching: Promise<void>[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      await measureUntil(async () => (await listActive()).length > 0);
      await delay(300);
      await world.kill(worker);
      const killedMs = performance.now();
      const abandoned = await listActive();
      worker = await world.start({ ...speech, ROLE: 'worker' });
      for (const { id, startedMs } of abandoned) {
        const isResumed = async () => {
          const rows = await prisma.$queryRaw<object[]>`SELECT 1 FROM pgboss.job WHERE id = ${id}::uuid
            AND ((state = 'active' AND (extract(epoch FROM started_on) * 1000)::float8 > ${startedMs})
              OR state NOT IN ('active', 'retry'))`;
          return rows.length > 0;
        };
        watching.push(
          measureUntil(isResumed, 60_000, killedMs).then((ms) => void recoveriesMs.push(ms ?? 60_000)),
        );
      }
      // The next kill finds the resumed jobs, or other ones.
      await Promise.race([Promise.all(watching), delay(10_000)]);
    }
    await saving;
    await Promise.all(watching);
    const isDone = await measureUntil(
      async () =>
        (await prisma.transcript.count({ where: { status: { in: ['queued', 'processing'] } } })) === 0,
      90_000,
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
    ];
    const fault = `REL-04 worker killed in mid job (${saves} jobs, ${repeated} calls repeated)`;
    return { fault, tries: kills, recoveriesMs, ...found, problems };
  } finally {
    await world.close();
    await provider.stop();
  }
}
