import { setTimeout as delay } from 'node:timers/promises';
import type { DrillUser } from './client.ts';
import type { DrillWorld } from './world.ts';

const stepMs = 20;

/** Lets users work, each one thing after another, while `fault` runs, and waits until all have done their last thing. */
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

/** Resolves with the milliseconds until `isDone` holds, or with `null` after `atMostMs`. */
export async function measureUntil(
  isDone: () => boolean | Promise<boolean>,
  atMostMs = 60_000,
  sinceMs = performance.now(),
): Promise<number | null> {
  for (;;) {
    if (await isDone()) return performance.now() - sinceMs;
    if (performance.now() - sinceMs > atMostMs) return null;
    await delay(stepMs);
  }
}

/** Resolves with the milliseconds until a client is told the next success after `sinceMs`. */
export async function measureRecovery({ client }: DrillWorld, sinceMs: number): Promise<number> {
  const took = await measureUntil(() => client.lastMs() > sinceMs, 60_000, sinceMs);
  if (took === null) throw new Error('The server did not come back within a minute');
  return took;
}

/** A user changes less often than the limit of changes allows. */
const betweenChangesMs = 1_300;
const tellers = 3;
/** The limit of recordings is that of an hour. */
const savesOfTeller = 50;
/** Of the changes, one is a comment, whose limit is lower. */
const changesPerComment = 10;

/** Some users record and save one story after another. The others vote and comment on them, from the first one on. */
export async function tellAndAnswer({
  client,
  users,
  userAt,
}: DrillWorld): Promise<(user: DrillUser) => Promise<void>> {
  const turns = new Map<DrillUser, number>();
  const stories = [await client.save(userAt(0))];
  return async (user) => {
    const turn = turns.get(user) ?? 0;
    turns.set(user, turn + 1);
    if (users.indexOf(user) < tellers && turn < savesOfTeller) {
      stories.push(await client.save(user));
      return;
    }
    await delay(betweenChangesMs);
    const storyId = stories[(turn * 7) % stories.length] ?? '';
    if (turn % changesPerComment === 1) await client.comment(user, storyId);
    else await client.vote(user, storyId, turn % 2 === 0 ? 'up' : 'down');
  };
}

/** Lists the times that are longer than what must hold. */
export const listLate = (what: string, takenMs: readonly number[], atMostMs: number): string[] =>
  takenMs
    .filter((ms) => ms > atMostMs)
    .map((ms) => `${what} took ${(ms / 1_000).toFixed(1)} s, and ${atMostMs / 1_000} s are the most`);
