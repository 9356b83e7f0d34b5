import { setTimeout as delay } from 'node:timers/promises';
import type { DrillResult } from '@relato/testing/drill-result';
import { findFreePort } from '@relato/testing/network/free-port';
import { startNginx } from '@relato/testing/network/nginx';
import type { DrillUser } from '../world/acknowledged.ts';
import { createDrillClient, RefusedError } from '../world/client.ts';
import { listLate, tellAndAnswer, underLoad } from '../world/load.ts';
import { measureUntil } from '../world/measure-until.ts';
import { inDrillWorld } from '../world/world.ts';

const readers = 6;
const pauseMs = 15;
const drainedMs = 30_000;
/**
 * These answers count as no failures, because no restart causes them: an upload that another request of its own holds, and a
 * database that is too slow on a busy machine.
 */
const isHarmless = (status: number): boolean => status === 423 || status === 503;

/**
 * Restarts two servers behind nginx by turns, until a number of requests is answered while users read, record, save, vote
 * and comment. No request may fail.
 */
export const restartByTurns = (restarts: number, requests = restarts * 500): Promise<DrillResult> =>
  inDrillWorld(async (world) => {
    const ports = [String(await findFreePort()), String(await findFreePort())];
    const serve = (turn: number) =>
      // The timeout is long, because a slow database on a busy machine is not under test.
      world.serve({ PORT: ports[turn], DRAIN_SECONDS: '3', DATABASE_TIMEOUT_SECONDS: '30' });
    const servers = [await serve(0), await serve(1)];
    const nginx = await startNginx({ servers: servers.map(({ url }) => url) });
    try {
      const client = createDrillClient(() => nginx.url, { attemptMs: 30_000 });
      const problems: string[] = [];
      const recoveriesMs: number[] = [];
      let answered = 0;
      const read = async (user: DrillUser): Promise<void> => {
        await client.ask(user, answered % 40 === 0 ? 'account.session' : 'stories.feed', {}).then(
          () => void (answered += 1),
          (error: unknown) => {
            if (!(error instanceof RefusedError && isHarmless(error.status)))
              problems.push(`a request failed: ${String(error)}`);
          },
        );
        await delay(pauseMs);
      };
      const write = await tellAndAnswer({ ...world, client });
      const reading = new Set(world.users.slice(-readers));
      const work = (user: DrillUser) => (reading.has(user) ? read(user) : write(user));
      await underLoad(world.users, work, async () => {
        for (let n = 0; n < restarts; n += 1) {
          const startedMs = performance.now();
          await servers[n % 2]?.stop();
          recoveriesMs.push(performance.now() - startedMs);
          servers[n % 2] = await serve(n % 2);
        }
        await measureUntil(() => answered >= requests, requests * 100);
      });
      const failed = client.refusals.filter((status) => !isHarmless(status));
      if (failed.length > 0) problems.push(`changes failed: ${[...new Set(failed)].join(', ')}`);
      problems.push(...listLate('a stop', recoveriesMs, drainedMs));
      const fault = `REL-19 SIGTERM by turns behind nginx (${answered + client.history.length} requests)`;
      return await world.report({
        fault,
        tries: restarts,
        recoveriesMs,
        client,
        problems: problems.slice(0, 10),
      });
    } finally {
      await nginx.close();
    }
  });
