import { setTimeout as delay } from 'node:timers/promises';
import type { DrillResult } from '@relato/testing/drill-result';
import { startBalancedPair, type BalancedPair } from '../world/balanced-pair.ts';
import type { DrillUser } from '../world/acknowledged.ts';
import { createDrillClient } from '../world/client.ts';
import { tellAndAnswer, underLoad } from '../world/load.ts';
import { measureUntil } from '../world/measure-until.ts';
import { createDrillWorld } from '../world/world.ts';

const readers = 6;
const pauseMs = 15;
const requestsPerRestart = 500;
const drainedMs = 30_000;
/** An upload that another of its own requests holds is no failure. */
const heldUpload = 423;

/** Restarts two servers by turns behind a balancer that repeats nothing, while users read, record, save, vote and comment. */
export async function restartByTurns(restarts: number): Promise<DrillResult> {
  const world = await createDrillWorld();
  let pair: BalancedPair | undefined;
  try {
    pair = await startBalancedPair(world, { DRAIN_SECONDS: '2' });
    const { servers, balancer, restart } = pair;
    const client = createDrillClient(() => balancer.url);
    const problems: string[] = [];
    const recoveriesMs: number[] = [];
    let answered = 0;
    const read = async (user: DrillUser): Promise<void> => {
      const asked = answered % 40 === 0 ? 'account.session' : 'stories.feed';
      await client.ask(user, asked, {}).then(
        () => (answered += 1),
        (error: unknown) => problems.push(`a request failed: ${String(error)}`),
      );
      await delay(pauseMs);
    };
    const write = await tellAndAnswer({ ...world, client });
    const reading = new Set(world.users.slice(-readers));
    const work = (user: DrillUser) => (reading.has(user) ? read(user) : write(user));
    await underLoad(world.users, work, async () => {
      for (let n = 0; n < restarts; n += 1) {
        const turn = n % 2;
        const startedMs = performance.now();
        await servers[turn]?.stop();
        recoveriesMs.push(performance.now() - startedMs);
        await restart(turn);
        await balancer.waitUntilAllReady();
      }
      const wanted = restarts * requestsPerRestart;
      await measureUntil(() => answered >= wanted, wanted * 100);
    });
    const failed = client.refusals.filter((status) => status !== heldUpload);
    if (failed.length > 0) problems.push(`changes failed: ${[...new Set(failed)].join(', ')}`);
    problems.push(
      ...recoveriesMs.filter((ms) => ms > drainedMs).map((ms) => `a stop took ${Math.round(ms)} ms`),
    );
    // Asks the servers of the balancer, because the world has none of its own.
    const found = await world.check(client.history, undefined, client);
    return {
      fault: `REL-19 SIGTERM by turns behind a balancer (${answered + client.history.length} requests)`,
      tries: restarts,
      recoveriesMs,
      ...found,
      problems: [...problems.slice(0, 10), ...found.problems],
    };
  } finally {
    await pair?.balancer.close();
    await world.close();
  }
}
