import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerProcess } from '@relato/testing/server-process';
import type { DrillUser } from './acknowledged.ts';
import { measureUntil } from './measure-until.ts';
import type { DrillWorld } from './world.ts';

/** Lets each user work in sequence while `fault` runs. Waits until each has finished the current operation. */
export async function underLoad(
  users: readonly DrillUser[],
  work: (user: DrillUser) => Promise<void>,
  fault: () => Promise<void>,
): Promise<void> {
  const ending = new AbortController();
  const loops = Promise.all(
    users.map(async (user) => {
      while (!ending.signal.aborted) await work(user);
    }),
  );
  try {
    // A client that gives up ends the drill at once.
    await Promise.race([fault(), loops]);
  } finally {
    ending.abort();
  }
  await loops;
}

/** Resolves with the milliseconds from `sinceMs` until the server acknowledges a client's next operation. */
export async function measureRecovery({ client }: DrillWorld, sinceMs: number): Promise<number> {
  const took = await measureUntil(() => client.lastMs() > sinceMs, 60_000, sinceMs);
  if (took === null) throw new Error('The server did not come back within a minute');
  return took;
}

/** Kills a server at random moments and starts it again. Returns the last server, and the time of each recovery. */
export async function killAgainAndAgain(world: DrillWorld, first: ServerProcess, kills: number) {
  let server = first;
  const recoveriesMs: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    // A server lives longer on a slow machine, so that an inspection can end meanwhile.
    const mostMs = Math.max(2_000, Math.min(10_000, recoveriesMs.at(-1) ?? 0));
    await delay(randomInt(300, Math.round(mostMs)));
    await world.kill(server);
    const killedMs = performance.now();
    server = await world.start();
    recoveriesMs.push(await measureRecovery(world, killedMs));
  }
  return { server, recoveriesMs };
}

/** A user makes fewer changes than the limit allows. */
const betweenChangesMs = 1_300;
const tellers = 3;
/** The hourly limits apply to recordings and to the seconds of their inspection. */
const savesOfUser = 25;
/** One of this many changes is a comment, because comments have a lower limit. */
const changesPerComment = 10;

/** A few users take turns to record and save a story. The others vote and comment on these stories. */
export async function tellAndAnswer({
  client,
  userAt,
}: Pick<DrillWorld, 'client' | 'userAt'>): Promise<(user: DrillUser) => Promise<void>> {
  const turns = new Map<DrillUser, number>();
  const saves = new Map<DrillUser, number>();
  let [telling, told] = [0, 0];
  const stories = [await client.save(userAt(0))];
  return async (user) => {
    const saved = saves.get(user) ?? 0;
    saves.set(user, saved);
    if (telling < tellers && saved < Math.min(savesOfUser, 1 + told / saves.size)) {
      telling += 1;
      told += 1;
      saves.set(user, saved + 1);
      stories.push(await client.save(user).finally(() => (telling -= 1)));
      return;
    }
    const turn = turns.get(user) ?? 0;
    turns.set(user, turn + 1);
    await delay(betweenChangesMs);
    const storyId = stories[(turn * 7) % stories.length] ?? '';
    if (turn % changesPerComment === 1) await client.comment(user, storyId);
    else await client.vote(user, storyId, turn % 2 === 0 ? 'up' : 'down');
  };
}

/** Lists the times that exceed the limit. */
export const listLate = (what: string, takenMs: readonly number[], atMostMs: number): string[] =>
  takenMs
    .filter((ms) => ms > atMostMs)
    .map((ms) => `${what} took ${(ms / 1_000).toFixed(1)} s, and ${atMostMs / 1_000} s are the most`);
