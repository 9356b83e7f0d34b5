import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@relato/contract';
import type { Prisma } from '@relato/db';
import type { DrillResult } from '@relato/testing/drill-result';
import { tellAndAnswer, underLoad } from '../world/load.ts';
import { measureUntil } from '../world/measure-until.ts';
import { tendJobs } from '../world/tend-jobs.ts';
import { createDrillWorld, type DrillWorld } from '../world/world.ts';

const { maxAttempts } = limits.inspection;
/** A dead worker is noticed within fifteen seconds, once the next one has started. */
const attemptMs = 45_000;

/**
 * Kills the worker in every inspection of one recording, like a file that is too much for it, while other users save. After
 * its last attempt the recording must wait for an administrator, and must be whole once the administrator has it tried
 * again.
 */
export async function poisonJob(poisons: number): Promise<DrillResult> {
  const world = await createDrillWorld();
  try {
    const web = await world.start({ ROLE: 'web' });
    await web.ready();
    const recoveriesMs: number[] = [];
    const problems: string[] = [];
    const ends: (() => number)[] = [];
    await underLoad(world.users.slice(1), await startTelling(world), async () => {
      for (let n = 0; n < poisons; n += 1) problems.push(...(await poison(world, recoveriesMs)));
      // The other users finish what they have begun. A recording that was inspected beside the poison at each kill was
      // given up too.
      await world.start({ ROLE: 'worker' });
      ends.push(tendJobs(world));
    });
    const found = await world.check();
    const beside = ends.reduce((sum, end) => sum + end(), 0);
    const fault = `REL-10 a job that kills its worker (${beside} given up beside it)`;
    return { fault, tries: poisons, recoveriesMs, ...found, problems: [...problems, ...found.problems] };
  } finally {
    await world.close();
  }
}

/** The first story needs a worker. */
async function startTelling(world: DrillWorld) {
  const worker = await world.start({ ROLE: 'worker' });
  const work = await tellAndAnswer(world);
  await world.kill(worker);
  return work;
}

async function poison(world: DrillWorld, recoveriesMs: number[]): Promise<string[]> {
  const { client, database } = world;
  const { prisma } = database;
  const problems: string[] = [];
  const id = await client.record(world.userAt(0));
  const read = () => prisma.recording.findUniqueOrThrow({ where: { id } });
  const savesBefore = client.history.length;
  // A job whose worker was killed stays active until that is noticed, with the time of its start.
  let startedAt = 0;
  const isActive = async (tx: Prisma.TransactionClient) => {
    const [row] = await tx.$queryRaw<{ startedAt: number }[]>`
      SELECT extract(epoch FROM started_on)::float8 AS "startedAt" FROM pgboss.job
      WHERE name = 'inspect-recording' AND state = 'active' AND data ->> 'recordingId' = ${id}`;
    if (!row || row.startedAt <= startedAt) return false;
    startedAt = row.startedAt;
    return true;
  };
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const worker = await world.start({ ROLE: 'worker' });
    // The inspection waits for its row, and is killed meanwhile.
    const began = await whileLocked(world, id, async (tx) => {
      // Asked over the connection with the lock, which would be given up as dead if it stayed silent.
      const took = await measureUntil(() => isActive(tx), attemptMs);
      await world.kill(worker);
      return took !== null;
    });
    if (!began) problems.push(`attempt ${attempt} did not begin`);
  }
  const worker = await world.start({ ROLE: 'worker' });
  if ((await measureUntil(async () => (await read()).inspectionFailedAt !== null, attemptMs)) === null)
    return [...problems, 'the inspection has not been given up'];
  const { state } = await read();
  if (state !== 'inspecting') problems.push('it was tried more often');
  const page = (await client.ask(world.administrator, 'recordings.failedInspections', {})) as {
    readonly items: readonly { readonly recordingId: string }[];
  };
  if (!page.items.some(({ recordingId }) => recordingId === id))
    problems.push('administrators do not see it');
  const retriedMs = performance.now();
  await client.change(world.administrator, 'recordings.retryInspection', { recordingId: id });
  const readyMs = await measureUntil(async () => (await read()).state === 'ready', attemptMs, retriedMs);
  if (readyMs === null) problems.push('it is not ready after another try');
  else recoveriesMs.push(readyMs);
  await delay(1_000);
  if (client.history.length === savesBefore) problems.push('the queue stood still');
  await world.kill(worker);
  return problems;
}

/** Locks the row of a recording while `work` runs. */
async function whileLocked<Result>(
  { database: { prisma } }: DrillWorld,
  id: string,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
  return prisma.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM recordings WHERE id = ${id}::uuid FOR UPDATE`;
      return work(tx);
    },
    { timeout: attemptMs * 2 },
  );
}
