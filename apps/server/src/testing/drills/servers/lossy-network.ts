import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DrillResult } from '@relato/testing/drill-result';
import { startFaultyProxy, type ConnectionFault } from '@relato/testing/network/faulty-proxy';
import { createDrillClient, type DrillClient } from '../world/client.ts';
import { createDrillWorld, type DrillWorld } from '../world/world.ts';

/** A client that gives up soon, so that a network that swallows costs the drill little time. */
const attemptMs = 1_500;
const chanceOf = (share: number): boolean => randomInt(1_000) < share * 1_000;

const leastUsers = 12;
/** A quarter of them are comments, half of which are sent again, and sixty are the most in ten minutes. */
const triesOfUser = 50;

/** Runs `work` through a network that `toFault` breaks for each connection, and checks what the clients were told. */
async function drillNetwork(
  fault: string,
  tries: number,
  toFault: () => ConnectionFault | null,
  work: (world: DrillWorld, client: DrillClient) => Promise<readonly string[]>,
): Promise<DrillResult> {
  const world = await createDrillWorld({ userCount: Math.max(leastUsers, Math.ceil(tries / triesOfUser)) });
  try {
    const server = await world.start();
    await server.ready();
    const proxy = await startFaultyProxy(Number(new URL(server.url).port), toFault);
    const client = createDrillClient(() => `http://127.0.0.1:${proxy.port}`, { attemptMs, reuses: false });
    try {
      const problems = await work(world, client);
      const found = await world.check([...world.client.history, ...client.history]);
      return { fault, tries, recoveriesMs: [], ...found, problems: [...problems, ...found.problems] };
    } finally {
      await proxy.close();
    }
  } finally {
    await world.close();
  }
}

/** Fewer changes than the limit allows, against which repeated ones count too. */
const pauseMs = 1_000;

/** Loses the answers of half of all requests that change something. A repeated request must count once. */
export const loseAnswers = (changes: number): Promise<DrillResult> => {
  let isLosing = false;
  let lost = 0;
  const toFault = (): ConnectionFault | null => {
    if (!isLosing || !chanceOf(0.5)) return null;
    lost += 1;
    return { kind: 'lose-answer' };
  };
  return drillNetwork(
    'REL-13 votes, follows, comments after a lost answer',
    changes,
    toFault,
    async (world, client) => {
      const { users } = world;
      const storyId = await world.client.save(world.userAt(0));
      isLosing = true;
      const each = Math.ceil(changes / users.length);
      await Promise.all(
        users.map(async (user, n) => {
          for (let turn = 0; turn < each; turn += 1) {
            const step = turn % 4;
            const next = world.userAt(n + 1 + (turn % (users.length - 1)));
            if (step === 0) await client.vote(user, storyId, turn % 8 === 0 ? 'up' : 'down');
            else if (step === 1) await client.follow(user, next.id, turn % 8 !== 5);
            else if (step === 2) await client.comment(user, storyId);
            else await client.vote(user, storyId, null);
            await delay(pauseMs);
          }
        }),
      );
      return lost < changes / 5 ? [`only ${lost} answers were lost`] : [];
    },
  );
};

/** Cuts each upload at a random byte, and then loses three of ten of the connections that follow. */
export const cutUploads = (uploads: number): Promise<DrillResult> => {
  const most = 34_000;
  const lossRate = 0.3;
  let isCutting = false;
  let left = 0;
  const toFault = (): ConnectionFault | null => {
    if (!isCutting) return null;
    if (left > 0) {
      left -= 1;
      return { kind: 'cut', afterBytes: randomInt(1, most) };
    }
    if (!chanceOf(lossRate)) return null;
    return chanceOf(0.2) ? { kind: 'swallow' } : { kind: 'cut', afterBytes: randomInt(1, most) };
  };
  return drillNetwork(
    'REL-14 uploads cut at random bytes, 30 % of connections lost',
    uploads,
    toFault,
    async (world, client) => {
      isCutting = true;
      left = uploads;
      const failures: string[] = [];
      const { users } = world;
      await Promise.all(
        users.map(async (user, n) => {
          for (let upload = n; upload < uploads; upload += users.length)
            await client.record(user).catch((error: unknown) => failures.push(String(error)));
        }),
      );
      const recorded = client.history.filter(({ kind }) => kind === 'upload').length;
      const reasons = [...new Set(failures)].join(', ');
      return [
        ...(failures.length > uploads / 100
          ? [`${failures.length} of ${uploads} uploads failed: ${reasons}`]
          : []),
        ...(recorded + failures.length === uploads ? [] : [`only ${recorded} uploads were acknowledged`]),
      ];
    },
  );
};
