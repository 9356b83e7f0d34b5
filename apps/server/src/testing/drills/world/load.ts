import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerProcess } from '@relato/testing/server-process';
import type { DrillUser } from './acknowledged.ts';
import { measureUntil } from './measure-until.ts';
import type { DrillWorld } from './world.ts';

/** Lets users work, each one thing after another, while `fault` runs, and waits until each has finished the last one. */
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

/** Kills a server at random moments and starts it again. Returns the last one, and how long each took to work again. */
export async function killAgainAndAgain(world: DrillWorld, first: ServerProcess, kills: number) {
  let server = first;
  const recoveriesMs: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    // On a slow machine a server lives longer, so that an inspection can end in its life.
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
/** Recordings have a limit for an hour, and so have the seconds that their inspection takes. */
const savesOfUser = 25;
/** One of the changes is a comment, whose limit is lower. */
const changesPerComment = 10;

/** A few users at a time record and save a story, in turns. The others vote and comment on them, from the first one on. */
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

/** Lists the times that are longer than allowed. */
export const listLate = (what: string, takenMs: readonly number[], atMostMs: number): string[] =>
  takenMs
    .filter((ms) => ms > atMostMs)
    .map((ms) => `${what} took ${(ms / 1_000).toFixed(1)} s, and ${atMostMs / 1_000} s are the most`);
