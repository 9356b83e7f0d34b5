import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DrillResult } from '@relato/testing/drill-result';
import { startFaultyProxy, type ConnectionFault } from '@relato/testing/network/faulty-proxy';
import { createDrillClient, type DrillClient } from '../world/client.ts';
import { inDrillWorld, type DrillWorld } from '../world/world.ts';

/** A short timeout, so that a network that swallows requests costs the drill little time. */
const attemptMs = 1_500;
const chanceOf = (share: number): boolean => randomInt(1_000) < share * 1_000;

const leastUsers = 12;
/** A quarter of the tries are comments, half of them are sent twice, and the limit is sixty in ten minutes. */
const triesOfUser = 50;

interface Network {
  readonly fault: string;
  readonly toFault: () => ConnectionFault | null;
  readonly work: (world: DrillWorld, client: DrillClient) => Promise<readonly string[]>;
}

/** Runs `work` through a network that `toFault` breaks for each connection, and checks the acknowledged changes. */
const drillNetwork = (tries: number, { fault, toFault, work }: Network): Promise<DrillResult> =>
  inDrillWorld(
    async (world) => {
      const server = await world.serve();
      const proxy = await startFaultyProxy(Number(new URL(server.url).port), toFault);
      const client = createDrillClient(() => `http://127.0.0.1:${proxy.port}`, { attemptMs, reuses: false });
      try {
        const problems = await work(world, client);
        const history = [...world.client.history, ...client.history];
        return await world.report({ fault, tries, problems, history });
      } finally {
        await proxy.close();
      }
    },
    { userCount: Math.max(leastUsers, Math.ceil(tries / triesOfUser)) },
  );

/** Stays below the limit of changes, which also counts repeated ones. */
const pauseMs = 1_000;

/** Loses the answers to half of all changes. A repeated request must count once. */
export function loseAnswers(changes: number): Promise<DrillResult> {
  let isLosing = false;
  let lost = 0;
  return drillNetwork(changes, {
    fault: 'REL-13 votes, follows, comments after a lost answer',
    toFault: () => {
      if (!isLosing || !chanceOf(0.5)) return null;
      lost += 1;
      return { kind: 'lose-answer' };
    },
    work: async ({ users, userAt, client: undisturbed }, client) => {
      const storyId = await undisturbed.save(userAt(0));
      isLosing = true;
      const each = Math.ceil(changes / users.length);
      await Promise.all(
        users.map(async (user, n) => {
          for (let turn = 0; turn < each; turn += 1) {
            const step = turn % 4;
            const next = userAt(n + 1 + (turn % (users.length - 1)));
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
  });
}

/** Cuts each upload at a random byte, and then loses three of ten of the following connections. */
export function cutUploads(uploads: number): Promise<DrillResult> {
  const most = 34_000;
  const lossRate = 0.3;
  let isCutting = false;
  let left = uploads;
  const cut = (): ConnectionFault => ({ kind: 'cut', afterBytes: randomInt(1, most) });
  return drillNetwork(uploads, {
    fault: 'REL-14 uploads cut at random bytes, 30 % of connections lost',
    toFault: () => {
      if (!isCutting) return null;
      left -= 1;
      if (left >= 0) return cut();
      if (!chanceOf(lossRate)) return null;
      return chanceOf(0.2) ? { kind: 'swallow' } : cut();
    },
    work: async ({ users }, client) => {
      isCutting = true;
      const failures: string[] = [];
      await Promise.all(
        users.map(async (user, n) => {
          for (let upload = n; upload < uploads; upload += users.length)
            await client.record(user).catch((error: unknown) => failures.push(String(error)));
        }),
      );
      return failures.length > uploads / 100
        ? [`${failures.length} of ${uploads} uploads failed: ${[...new Set(failures)].join(', ')}`]
        : [];
    },
  });
}
