import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DrillResult } from '@relato/testing/drill-result';
import { startFaultyProxy } from '@relato/testing/network/faulty-proxy';
import { freezeTree } from '@relato/testing/process-tree';
import type { ServerProcess } from '@relato/testing/server-process';
import { listLate, tellAndAnswer, underLoad } from '../world/load.ts';
import { measureUntil } from '../world/measure-until.ts';
import { createDrillWorld, type DrillWorld } from '../world/world.ts';

const noticedMs = 2_000;
const recoveredMs = 5_000;
/** The connection of the drill itself. */
const slackMs = 300;
const feed = `/trpc/stories.feed?input=${encodeURIComponent(JSON.stringify({ json: {} }))}`;

/** Returns the status of an answer, or 0 if none comes within the time in which an outage must be noticed. */
const getStatus = (server: ServerProcess, path: string): Promise<number> =>
  fetch(server.url + path, { signal: AbortSignal.timeout(noticedMs + 500) }).then(
    ({ status }) => status,
    () => 0,
  );

/** Returns the problems of a server whose database is away: it must live, say so, and refuse in time what it cannot do. */
async function checkOutage(server: ServerProcess): Promise<string[]> {
  const startedMs = performance.now();
  const [refusesMs, readyMs] = await Promise.all(
    [feed, '/readyz'].map(async (path) => {
      const took = await measureUntil(async () => (await getStatus(server, path)) === 503, 10_000, startedMs);
      return took ?? 10_000;
    }),
  );
  const alive = await getStatus(server, '/livez');
  return [
    ...listLate('the first 503', [refusesMs ?? 0], noticedMs + slackMs),
    ...listLate('the first 503 of /readyz', [readyMs ?? 0], noticedMs + slackMs),
    ...(alive === 200 ? [] : [`/livez answered ${alive}`]),
  ];
}

const probeMs = 100;
/** So many answers in a row, to one probe after the other, and the server is whole. */
const wholeAfter = 10;
const mostProbes = 600;

/**
 * Returns the milliseconds since `sinceMs` until the server is whole: until the first of the answers after which none failed.
 * The probes do not wait for each other.
 */
async function measureReturn(server: ServerProcess, sinceMs: number): Promise<number> {
  const answeredMs: (number | null)[] = [];
  const probe = async (n: number): Promise<void> => {
    const statuses = await Promise.all([feed, '/readyz'].map((path) => getStatus(server, path)));
    if (statuses.every((status) => status === 200)) answeredMs[n] = performance.now() - sinceMs;
  };
  for (let n = 0; n < mostProbes; n += 1) {
    answeredMs.push(null);
    void probe(n);
    await delay(probeMs);
    const [first, ...more] = answeredMs.slice(answeredMs.lastIndexOf(null) + 1);
    if (typeof first === 'number' && more.length >= wholeAfter) return first;
  }
  return mostProbes * probeMs;
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
    const thaw = freezeTree(postgres.pid);
    const problems = await checkOutage(server).finally(thaw);
    return { endedMs: performance.now(), problems };
  });

/**
 * The outages, in turns: one that lasts until it is noticed, one with a PostgreSQL that fails over meanwhile, and moments
 * that may pass unnoticed.
 */
const outageOf: readonly ((world: DrillWorld, server: ServerProcess) => Promise<readonly string[]>)[] = [
  (_world, server) => checkOutage(server),
  async (world, server) => {
    const { pid } = world.postgres;
    process.kill(pid, 'SIGKILL');
    const problems = await checkOutage(server);
    await measureUntil(async () => world.postgres.pid !== pid && (await canConnect(world)), 30_000);
    return problems;
  },
  async () => {
    await delay(randomInt(50, 2_500));
    return [];
  },
];

/** Makes a proxy before PostgreSQL swallow everything, as a failover does, and then connects new connections again. */
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
    async (world, server, n) => {
      proxy?.dropData();
      const problems = await outageOf[n % outageOf.length]?.(world, server);
      proxy?.restore();
      return { endedMs: performance.now(), problems: problems ?? [] };
    },
  );
};
