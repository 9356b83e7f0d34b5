import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DrillResult } from '@relato/testing/drill-result';
import { startFaultyProxy } from '@relato/testing/network/faulty-proxy';
import { freezeTree } from '@relato/testing/process-tree';
import type { ServerProcess } from '@relato/testing/server-process';
import { listLate, tellAndAnswer, underLoad } from '../world/load.ts';
import { measureUntil } from '../world/measure-until.ts';
import { inDrillWorld, type DrillWorld } from '../world/world.ts';

const noticedMs = 2_000;
const recoveredMs = 5_000;
/** The time of the drill's own connections. */
const slackMs = 300;
const feed = `/trpc/stories.feed?input=${encodeURIComponent(JSON.stringify({ json: {} }))}`;

/** Returns the status of an answer, or 0 if no answer comes within the time limit for noticing an outage. */
const getStatus = (server: ServerProcess, path: string): Promise<number> =>
  fetch(server.url + path, { signal: AbortSignal.timeout(noticedMs + 500) }).then(
    ({ status }) => status,
    () => 0,
  );

/**
 * Returns the problems of a server during an outage of its database. The server must stay alive, report the outage, and
 * refuse calls in time.
 */
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
/** A server counts as recovered after this number of consecutive successful probes. */
const wholeAfter = 10;
const mostProbes = 600;

/**
 * Returns the milliseconds since `sinceMs` until the server has recovered: until the first probe after which none failed.
 * The probes overlap.
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

interface Outages {
  readonly fault: string;
  readonly variables?: NodeJS.ProcessEnv;
  /** Causes one outage. Resolves with the problems of the server when the outage is over. */
  readonly outage: (server: ServerProcess, n: number) => Promise<readonly string[]>;
}

async function drillOutages(
  world: DrillWorld,
  tries: number,
  { fault, variables, outage }: Outages,
): Promise<DrillResult> {
  const server = await world.serve(variables);
  const recoveriesMs: number[] = [];
  const problems: string[] = [];
  await underLoad(world.users, await tellAndAnswer(world), async () => {
    for (let n = 0; n < tries; n += 1) {
      await delay(1_000);
      problems.push(...(await outage(server, n)));
      recoveriesMs.push(await measureReturn(server, performance.now()));
    }
  });
  if (server.process.exitCode !== null || server.process.signalCode !== null)
    problems.push('the server has ended');
  problems.push(...listLate('the return', recoveriesMs, recoveredMs));
  return world.report({ fault, tries, recoveriesMs, problems });
}

/** Ends PostgreSQL under load and restarts it at once. Every second time it gets SIGKILL. */
export const restartDatabase = (tries: number): Promise<DrillResult> =>
  inDrillWorld((world) =>
    drillOutages(world, tries, {
      fault: 'REL-05 PostgreSQL restarted and killed',
      outage: async (_server, n) => {
        const { pid } = world.postgres;
        process.kill(pid, n % 2 === 0 ? 'SIGINT' : 'SIGKILL');
        await waitForNext(world, pid);
        return [];
      },
    }),
  );

/** Waits until PostgreSQL runs again in a process after this one. */
async function waitForNext({ postgres, database }: DrillWorld, pid: number): Promise<void> {
  const isBack = async (): Promise<boolean> =>
    postgres.pid !== pid &&
    (await database.ping().then(
      () => true,
      () => false,
    ));
  await measureUntil(isBack, 30_000);
}

/** Pauses PostgreSQL with SIGSTOP, so that connections stay open and silent. */
export const stopDatabase = (tries: number): Promise<DrillResult> =>
  inDrillWorld((world) =>
    drillOutages(world, tries, {
      fault: 'REL-24 database gone: /livez, /readyz',
      outage: (server) => {
        const thaw = freezeTree(world.postgres.pid);
        return checkOutage(server).finally(thaw);
      },
    }),
  );

/**
 * Makes a proxy before PostgreSQL swallow all bytes, as a failover does, and then forward new connections again. Alternates
 * between outages until they are noticed, outages with a killed PostgreSQL, and short ones that may pass unnoticed.
 */
export const swallowConnections = (tries: number): Promise<DrillResult> =>
  inDrillWorld(async (world) => {
    const url = new URL(world.postgres.url);
    const proxy = await startFaultyProxy(Number(url.port));
    url.port = String(proxy.port);
    try {
      return await drillOutages(world, tries, {
        fault: 'REL-28 connections that die silently',
        variables: { DATABASE_URL: url.href },
        outage: async (server, n) => {
          proxy.dropData();
          const { pid } = world.postgres;
          if (n % 3 === 2) await delay(randomInt(50, 2_500));
          if (n % 3 === 1) process.kill(pid, 'SIGKILL');
          const problems = n % 3 === 2 ? [] : await checkOutage(server);
          if (n % 3 === 1) await waitForNext(world, pid);
          proxy.restore();
          return problems;
        },
      });
    } finally {
      await proxy.close();
    }
  });
