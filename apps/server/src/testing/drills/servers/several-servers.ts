import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '@relato/testing/network/free-port';
import { startNginx } from '@relato/testing/network/nginx';
import { startStandInS3 } from '@relato/testing/s3/s3-server';
import { startFakeAssemblyAI, type FakeAssemblyAI } from '@relato/testing/speech/assemblyai';
import type { ServerProcess } from '@relato/testing/server-process';
import type { DrillResult } from '@relato/testing/drill-result';
import { toS3Variables } from '../../s3-variables.ts';
import type { DrillUser } from '../world/acknowledged.ts';
import { createDrillClient, RefusedError } from '../world/client.ts';
import { listActiveJobs, measureResumption } from '../jobs/resumed-jobs.ts';
import { listLate, underLoad } from '../world/load.ts';
import { measureUntil } from '../world/measure-until.ts';
import { listShown } from '../world/shown-story.ts';
import { createDrillWorld, type DrillWorld } from '../world/world.ts';

const processingMs = 4_000;
/** The other worker has both hands full, and may have just begun. */
const defaultResumedAtMostMs = 15_000 + processingMs;
/** The longest wait for workers that have jobs: longer than a busy machine takes to save three stories. */
const busyAtMostMs = 180_000;
/** A user makes fewer changes than the limit allows. */
const betweenChangesMs = 1_300;
const betweenReadsMs = 25;
/** Each recording arrives in a few pieces, which nginx gives to both servers. */
const pieceBytes = 12_000;
/**
 * The answer of a server whose database is too slow, as on a busy machine. No proxy gives it, and no restart causes it.
 */
const overloaded = 503;
/** Longer than a server takes on a busy machine. */
const attemptMs = 30_000;
const savers = 2;
const voters = 3;
/** The limits of recordings, and of the seconds that their inspection takes, are those of an hour. */
const savesOfUser = 25;

/**
 * Runs two web servers behind nginx and two workers, which share a database and an object store and no folder, under a load of
 * users who read, record, save and vote, whose every request must be answered. In each round a story is withdrawn on one server
 * and asked for on the other, a worker is killed while it transcribes, and both web servers restart by turns.
 */
export async function runSeveralServers(
  rounds: number,
  { resumedAtMostMs = defaultResumedAtMostMs }: { readonly resumedAtMostMs?: number } = {},
): Promise<DrillResult> {
  const provider = await startFakeAssemblyAI({ processingMs, durationMs: 5_000 });
  let url = '';
  const store = await startStandInS3();
  const readObject = async (key: string) => store.objects.get(key)?.content ?? Buffer.alloc(0);
  const world = await createDrillWorld({ url: () => url, attemptMs, pieceBytes, readObject });
  const variables = {
    STORAGE: 's3',
    ...toS3Variables({ endpoint: store.url, bucket: store.bucket, ...store.keys }),
    S3_FORCE_PATH_STYLE: 'true',
    DRAIN_SECONDS: '3',
    LOG_LEVEL: 'error',
    // On a busy machine the database is slow, which is not under test.
    DATABASE_TIMEOUT_SECONDS: '30',
    SPEECH_PROVIDER: 'assemblyai',
    ASSEMBLYAI_API_KEY: provider.apiKey,
    ASSEMBLYAI_BASE_URL: provider.url,
  };
  const ports = [String(await findFreePort()), String(await findFreePort())];
  const started: ServerProcess[] = [];
  const startWeb = async (turn: number): Promise<ServerProcess> => {
    const DATA_DIR = join(world.folder, `web-${turn}`);
    const server = await world.start({ ...variables, DATA_DIR, ROLE: 'web', PORT: ports[turn] });
    started.push(server);
    await server.ready();
    return server;
  };
  let workersStarted = 0;
  const startWorker = () => {
    workersStarted += 1;
    const DATA_DIR = join(world.folder, `worker-${workersStarted}`);
    return world.start({ ...variables, DATA_DIR, ROLE: 'worker' });
  };
  let nginx: Awaited<ReturnType<typeof startNginx>> | undefined;
  try {
    // All at once, on a database that no job queue has used: one of them prepares it.
    const [first, second, ...workers] = await Promise.all([
      startWeb(0),
      startWeb(1),
      startWorker(),
      startWorker(),
    ]);
    const webs = [first, second];
    nginx = await startNginx({ servers: webs.map((web) => web.url) });
    url = nginx.url;
    const problems: string[] = [];
    const recoveriesMs: number[] = [];
    let read = 0;
    let refused = 0;
    const onRead = (error?: Error): void => {
      if (error === undefined) read += 1;
      else if (error instanceof RefusedError && error.status === overloaded) refused += 1;
      else problems.push(`a read failed: ${error.message.slice(0, 40)}`);
    };
    const author = world.userAt(world.users.length - 1);
    const withdrawn = await world.client.save(author);
    // Voted for, so that it stays on the first page of the feed.
    for (const fan of world.users.slice(9, 11)) await world.client.vote(fan, withdrawn, 'up');
    const work = shareOut(world, await world.client.save(author), onRead);
    await underLoad(world.users.slice(0, 9), work, async () => {
      for (let round = 0; round < rounds; round += 1) {
        problems.push(...(await withdraw(author, withdrawn, [first.url, second.url])));
        recoveriesMs.push(...(await killBusyWorker(world, provider, workers, startWorker)));
        for (const turn of [0, 1]) {
          await webs[turn]?.stop();
          webs[turn] = await startWeb(turn);
        }
      }
    });
    await waitForTranscripts(world);
    const found = await world.check();
    const { refusals } = world.client;
    refused += refusals.filter((status) => status === overloaded).length;
    const failed = refusals
      .filter((status) => status !== overloaded)
      .map((status) => `a request failed with ${status}`);
    const lines = [nginx, ...started].flatMap((each) => each.output().split('\n'));
    // The reasons of the failures.
    const logged =
      failed.length + problems.length > 0 ? lines.filter((line) => /\[error\]|"level":50/.test(line)) : [];
    return {
      fault: `two servers and two workers behind nginx (${refused} refused for load)`,
      tries: rounds,
      recoveriesMs,
      ...found,
      acknowledged: found.acknowledged + read,
      problems: [
        ...found.problems,
        ...problems.slice(0, 10),
        ...failed.slice(0, 10),
        ...logged.slice(0, 5),
        ...(recoveriesMs.length < rounds ? ['a worker was killed that had no job'] : []),
        ...listLate('the job of a killed worker', recoveriesMs, resumedAtMostMs),
      ],
    };
  } finally {
    await nginx?.close();
    await world.close();
    await provider.stop();
    await store.stop();
  }
}

/** Gives each user something to do. Every request has to succeed at the first try: readers do not repeat theirs. */
function shareOut({ client, users }: DrillWorld, story: string, onRead: (error?: Error) => void) {
  const saves = new Map<DrillUser, number>();
  let turn = 0;
  let saving = 0;
  return async (user: DrillUser): Promise<void> => {
    const number = users.indexOf(user);
    const saved = saves.get(user) ?? 0;
    if (number < savers + voters && saving < savers && saved < savesOfUser) {
      saving += 1;
      saves.set(user, saved + 1);
      await client.save(user).finally(() => (saving -= 1));
    } else if (number < savers + voters) {
      turn += 1;
      await client.vote(user, story, turn % 2 === 0 ? 'up' : 'down');
      await delay(betweenChangesMs);
    } else {
      const path = number % 2 === 0 ? 'account.session' : 'stories.feed';
      // Sent from many networks, so that no network reaches its limit.
      turn += 1;
      const reader = { ...user, address: `10.${number}.${(turn >> 6) & 255}.1` };
      await client.ask(reader, path, {}).then(() => onRead(), onRead);
      await delay(betweenReadsMs);
    }
  };
}

/** Unpublishes a story on one server, and lists the answers of the other one that still show it. */
async function withdraw(
  author: DrillUser,
  story: string,
  [own, other]: readonly [string, string],
): Promise<string[]> {
  const problems: string[] = [];
  for (const [changed, asked] of [
    [own, other],
    [other, own],
  ] as const) {
    const before = await listShown(asked, story);
    if (before.missing.length > 0) problems.push(`a public story is missing in ${before.missing.join(', ')}`);
    const client = createDrillClient(() => changed);
    await client.change(author, 'stories.unpublish', { id: story });
    const { shown } = await listShown(asked, story);
    if (shown.length > 0) problems.push(`an unpublished story is in ${shown.join(', ')}`);
    await client.change(author, 'stories.publish', { id: story });
  }
  return problems;
}

/**
 * Kills a worker in the middle of its jobs, and starts another one. Returns the time that each of them took to go on with the
 * other worker.
 */
async function killBusyWorker(
  { database, kill }: DrillWorld,
  provider: FakeAssemblyAI,
  workers: ServerProcess[],
  start: () => Promise<ServerProcess>,
): Promise<number[]> {
  const release = provider.hold();
  // A worker runs two jobs of a kind at a time: of three jobs, each worker has one.
  await measureUntil(async () => (await listActiveJobs(database)).length > 2, busyAtMostMs);
  const worker = workers.shift();
  if (!worker) throw new Error('There is no worker');
  await kill(worker);
  const killedMs = performance.now();
  const active = await listActiveJobs(database);
  release();
  const times = await Promise.all(active.map((job) => measureResumption(database, job, killedMs)));
  workers.push(await start());
  return times.filter((ms) => ms !== null);
}

async function waitForTranscripts({ database: { prisma } }: DrillWorld): Promise<void> {
  const left = () => prisma.transcript.count({ where: { status: { in: ['queued', 'processing'] } } });
  await measureUntil(async () => (await left()) === 0, 60_000);
}
