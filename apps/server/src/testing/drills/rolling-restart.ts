import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '@relato/testing/free-port';
import { startBalancer } from '@relato/testing/balancer';
import type { DrillResult } from '@relato/testing/drill-result';
import { createDrillClient, type DrillUser } from './client.ts';
import { underLoad } from './load.ts';
import { createDrillWorld } from './world.ts';

const pauseMs = 15;

/** Restarts two servers by turns behind a balancer that repeats nothing, while readers and writers ask all the time. */
export async function restartByTurns(restarts: number): Promise<DrillResult> {
  const world = await createDrillWorld();
  const ports = [String(await findFreePort()), String(await findFreePort())];
  const startOn = async (port: string | undefined) => {
    const server = await world.start({ PORT: port, DRAIN_SECONDS: '1' });
    await server.ready();
    return server;
  };
  const servers = [await startOn(ports[0]), await startOn(ports[1])];
  const balancer = await startBalancer(servers.map(({ url }) => url));
  const client = createDrillClient(() => balancer.url);
  try {
    const problems: string[] = [];
    const recoveriesMs: number[] = [];
    let acknowledged = 0;
    const askOften = async (user: DrillUser): Promise<void> => {
      const asked = acknowledged % 40 === 0 ? 'account.session' : 'stories.feed';
      await client.ask(user, asked, {}).then(
        () => (acknowledged += 1),
        (error: unknown) => problems.push(`a request failed: ${String(error)}`),
      );
      await delay(pauseMs);
    };
    await underLoad(world.users.slice(0, 8), askOften, async () => {
      for (let n = 0; n < restarts; n += 1) {
        const turn = n % 2;
        const startedMs = performance.now();
        await servers[turn]?.stop();
        recoveriesMs.push(performance.now() - startedMs);
        servers[turn] = await startOn(ports[turn]);
        await balancer.waitUntilAllReady();
      }
    });
    const drained = recoveriesMs.filter((ms) => ms > 30_000).map((ms) => `a stop took ${Math.round(ms)} ms`);
    const fault = 'REL-19 SIGTERM by turns behind a balancer';
    const found = { acknowledged, lost: 0, doubled: 0, problems: [...problems.slice(0, 10), ...drained] };
    return { fault, tries: restarts, recoveriesMs, ...found };
  } finally {
    await balancer.close();
    await world.close();
  }
}
