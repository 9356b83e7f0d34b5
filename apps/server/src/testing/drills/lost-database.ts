import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { DrillResult } from '@relato/testing/drill-result';
import { startFaultyProxy } from '@relato/testing/faulty-proxy';
import type { ServerProcess } from '@relato/testing/server-process';
import { listLate, measureUntil, tellAndAnswer, underLoad } from './load.ts';
import { createDrillWorld, type DrillWorld } from './world.ts';

const noticedMs = 2_000;
const recoveredMs = 5_000;
const feed = `/trpc/stories.feed?input=${encodeURIComponent(JSON.stringify({ json: {} }))}`;

/** Returns the status of an answer, or 0 if there is none within the time in which an outage must be noticed. */
const getStatus = (server: ServerProcess, path: string): Promise<number> =>
  fetch(server.url + path, { signal: AbortSignal.timeout(noticedMs + 500) }).then(
    ({ status }) => status,
    () => 0,
  );

/** Returns the problems of a server whose database is away: it lives, says so, and refuses what it cannot do, in time. */
async function checkOutage(server: ServerProcess): Promise<string[]> {
  const startedMs = performance.now();
  const refusesMs = await measureUntil(
    async () => (await getStatus(server, feed)) === 503 && (await getStatus(server, '/readyz')) === 503,
    10_000,
    startedMs,
  );
  const alive = await getStatus(server, '/livez');
  return [
    ...listLate('the first 503', [refusesMs ?? 10_000], noticedMs + 1_000),
    ...(alive === 200 ? [] : [`/livez answered ${alive}`]),
  ];
}

/** Returns the milliseconds since `sinceMs` until the server answers again and is ready. */
async function measureReturn(server: ServerProcess, sinceMs: number): Promise<number> {
  const isBack = async () =>
    (await getStatus(server, feed)) === 200 && (await getStatus(server, '/readyz')) === 200;
  return (await measureUntil(isBack, 60_000, sinceMs)) ?? 60_000;
}

const hasEnded = ({ process }: ServerProcess): boolean =>
  process.exitCode !== null || process.signalCode !== null;

async function drillOutages(
  fault: string,
  tries: number,
  variables: (
    world: DrillWorld,
  ) => Promise<{ readonly env: NodeJS.ProcessEnv; readonly close: () => Promise<void> }>,
  outage: (
    world: DrillWorld,
    server: ServerProcess,
    n: number,
  ) => Promise<{ readonly endedMs: number; readonly problems: readonly string[] }>,
): Promise<DrillResult> {
  const world = await createDrillWorld();
  const { env, close } = await variables(world);
  try {
    const server = await world.start(env);
    await server.ready();
    const recoveriesMs: number[] = [];
    const problems: string[] = [];
    await underLoad(world.users, await tellAndAnswer(world), async () => {
      for (let n = 0; n < tries; n += 1) {
        await delay(1_000);
        const { endedMs, problems: found } = await outage(world, server, n);
        problems.push(...found);
        recoveriesMs.push(await measureReturn(server, endedMs));
      }
    });
    if (hasEnded(server)) problems.push('the server has ended');
    problems.push(...listLate('the return', recoveriesMs, recoveredMs));
    const found = await world.check();
    return { fault, tries, recoveriesMs, ...found, problems: [...problems, ...found.problems] };
  } finally {
    await world.close();
    await close();
  }
}

const directly = async () => ({ env: {}, close: async () => {} });

/** Ends PostgreSQL under load, every second time by SIGKILL. It is started again at once. */
export const restartDatabase = (tries: number): Promise<DrillResult> =>
  drillOutages('REL-05 PostgreSQL restarted and killed', tries, directly, async (world, _server, n) => {
    const { pid } = world.postgres;
    process.kill(pid, n % 2 === 0 ? 'SIGINT' : 'SIGKILL');
    await measureUntil(async () => world.postgres.pid !== pid && (await canConnect(world)), 30_000);
    return { endedMs: performance.now(), problems: [] };
  });

const canConnect = ({ database }: DrillWorld): Promise<boolean> =>
  database.ping().then(
    () => true,
    () => false,
  );

/** Stops PostgreSQL without ending it, by SIGSTOP, so that connections stay open and silent. */
export const stopDatabase = (tries: number): Promise<DrillResult> =>
  drillOutages('REL-24 database gone: /livez, /readyz', tries, directly, async ({ postgres }, server) => {
    const pids = listTree(postgres.pid);
    signal(pids, 'SIGSTOP');
    const problems = await checkOutage(server).finally(() => signal(pids.toReversed(), 'SIGCONT'));
    return { endedMs: performance.now(), problems };
  });

/** Has a proxy before PostgreSQL swallow everything, as a failover does, and then connect new connections again. */
export const swallowConnections = (tries: number): Promise<DrillResult> => {
  let proxy: Awaited<ReturnType<typeof startFaultyProxy>> | undefined;
  return drillOutages(
    'REL-28 connections that die silently',
    tries,
    async ({ postgres }) => {
      const url = new URL(postgres.url);
      const started = await startFaultyProxy(Number(url.port));
      proxy = started;
      url.port = String(started.port);
      return { env: { DATABASE_URL: url.href }, close: started.close };
    },
    async (_world, server) => {
      proxy?.dropData();
      const problems = await checkOutage(server);
      proxy?.restore();
      return { endedMs: performance.now(), problems };
    },
  );
};

/** Sends a signal to those processes that are still there: PostgreSQL ends its own as it likes. */
function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Lists a process first, which would start new ones, and then its children. */
function listTree(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/u).map(Number));
  return [parent, ...pairs.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []))];
}
