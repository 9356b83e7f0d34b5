import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cleanUpAfterOurEnd } from '@relato/db/testing/cluster';
import { primarySettings, startTestStandby, type TestStandby } from '@relato/db/testing/standby';
import type { DrillResult } from '@relato/testing/drill-result';
import { findFreePort } from '@relato/testing/network/free-port';
import type { ServerProcess } from '@relato/testing/server-process';
import type { DrillUser } from '../world/acknowledged.ts';
import { listLate, underLoad } from '../world/load.ts';
import { measureUntil } from '../world/measure-until.ts';
import { createDrillWorld, type DrillWorld } from '../world/world.ts';

const lagMs = 800;
const troubleMs = 2_500;
/** How long strangers look for a vote before a story is withdrawn. */
const beforeWithdrawalMs = troubleMs / 8;
/** A read that waits for a hanging replica waits for less than this. */
const slowestReadMs = 2_500;
/** A stranger sees a write once the replica shows it, or once the replica is no longer read from. */
const seenByStrangersMs = troubleMs + 2_000;
const recoveredMs = 5_000;
/** A user makes fewer changes than the limit allows. */
const betweenVotesMs = 1_100;
const betweenReadsMs = 60;

interface Story {
  readonly upvotes: number;
  readonly viewer: { readonly vote: 'up' | 'down' | null };
}

/** A browser: it sends the cookies that it was given. */
interface Browser {
  readonly address: string;
  cookie: string;
}

const toBrowser = ({ token, address }: DrillUser): Browser => ({
  address,
  cookie: `relato_session=${token}`,
});

async function send(
  { url }: ServerProcess,
  browser: Browser,
  path: string,
  input: object,
  method: 'GET' | 'POST',
): Promise<{ readonly status: number; readonly text: string }> {
  const json = JSON.stringify({ json: input });
  const query = method === 'GET' ? `?input=${encodeURIComponent(json)}` : '';
  const answer = await fetch(`${url}/trpc/${path}${query}`, {
    method,
    headers: {
      'content-type': 'application/json',
      cookie: browser.cookie,
      'x-forwarded-for': browser.address,
    },
    ...(method === 'POST' && { body: json }),
    signal: AbortSignal.timeout(10_000),
  });
  const written = answer.headers.getSetCookie().find((line) => line.startsWith('relato_written_at='));
  if (written)
    browser.cookie = `${browser.cookie.replace(/; relato_written_at.*/u, '')}; ${written.split(';')[0]}`;
  return { status: answer.status, text: await answer.text() };
}

async function readStory(server: ServerProcess, browser: Browser, id: string): Promise<Story> {
  const { status, text } = await send(server, browser, 'stories.byId', { id }, 'GET');
  if (status !== 200) throw new Error(`The story was answered ${status}`);
  return (JSON.parse(text) as { readonly result: { readonly data: { readonly json: Story } } }).result.data
    .json;
}

const readsFromReplica = async ({ url }: ServerProcess): Promise<boolean> =>
  /^relato_replica_used 1$/mu.test(await (await fetch(`${url}/metrics`)).text());

/** The faults of a replica. Each resolves when it is over. */
const troubles: readonly ((standby: TestStandby) => Promise<void>)[] = [
  async (standby) => {
    await standby.delay(lagMs);
    await delay(troubleMs);
    await standby.delay(0);
  },
  async (standby) => {
    const thaw = standby.freeze();
    await delay(troubleMs).finally(thaw);
  },
  async (standby) => {
    await standby.pause();
    await delay(troubleMs);
    await standby.resume();
  },
  async (standby) => {
    await standby.kill();
    await delay(troubleMs / 2);
    await standby.restart();
  },
];

/**
 * Two servers read from a replica that falls behind, hangs, stands still and is killed, while users vote and look at once on the
 * other server, strangers read, and a story is unpublished each time. Counts votes that their own user did not see as lost.
 */
export async function troubleReplica(tries: number): Promise<DrillResult> {
  const world = await createDrillWorld({ settings: primarySettings });
  const { url } = world.postgres;
  const dismiss = cleanUpAfterOurEnd(world.folder);
  let standby: TestStandby | undefined;
  try {
    standby = await startTestStandby({ url, dataDir: join(world.folder, 'postgres') }, world.folder);
    const env = { DATABASE_READ_URL: standby.url };
    const servers = [
      await world.start(env),
      await world.start({ ...env, ROLE: 'web', PORT: String(await findFreePort()) }),
    ] as const;
    await Promise.all(servers.map((server) => server.ready()));
    return await runTroubles(world, standby, servers, tries);
  } finally {
    await standby?.stop();
    await world.close();
    dismiss();
  }
}

async function runTroubles(
  { client, users, userAt }: DrillWorld,
  standby: TestStandby,
  servers: readonly [ServerProcess, ServerProcess],
  tries: number,
): Promise<DrillResult> {
  const [first, second] = servers;
  const problems: string[] = [];
  const recoveriesMs: number[] = [];
  let [acknowledged, lost] = [0, 0];
  const storyId = await client.save(userAt(0));
  const told: (readonly [string, string])[] = [];
  for (let n = 0; n < tries; n += 1) told.push([await client.save(userAt(n)), await client.save(userAt(n))]);
  const areUsed = async () => (await Promise.all(servers.map(readsFromReplica))).every(Boolean);
  await measureUntil(areUsed);

  const [teller, ...voters] = users;
  if (!teller) throw new Error('There are no users');
  const browsers = new Map(users.map((user) => [user, toBrowser(user)]));
  const turns = new Map<DrillUser, number>();
  const voteAndLook = async (user: DrillUser): Promise<void> => {
    const browser = browsers.get(user) ?? toBrowser(user);
    const turn = turns.get(user) ?? 0;
    turns.set(user, turn + 1);
    const direction = turn % 2 === 0 ? 'up' : 'down';
    const { status } = await send(first, browser, 'stories.vote', { id: storyId, direction }, 'POST');
    if (status !== 200) problems.push(`a vote was answered ${status}`);
    for (const server of servers) {
      if ((await readStory(server, browser, storyId)).viewer.vote !== direction) lost += 1;
      acknowledged += 1;
    }
    await delay(betweenVotesMs);
  };
  const strangers = [1, 2, 3, 4].map((n) => ({ id: '', token: '', address: `192.0.2.${n}` }));
  const readAsStranger = async ({ address }: DrillUser): Promise<void> => {
    const startedMs = performance.now();
    await readStory(second, { address, cookie: '' }, storyId);
    problems.push(...listLate('a read', [performance.now() - startedMs], slowestReadMs));
    await delay(betweenReadsMs);
  };
  /** Votes for a story that has no other votes. Returns how long strangers do not see it. */
  const measureUnseen = async (id: string): Promise<number> => {
    await send(first, toBrowser(teller), 'stories.vote', { id, direction: 'up' }, 'POST');
    const stranger = { address: '192.0.2.98', cookie: '' };
    return (
      (await measureUntil(async () => (await readStory(second, stranger, id)).upvotes === 1)) ?? Infinity
    );
  };
  const unpublish = async (id: string, n: number): Promise<void> => {
    const owner = toBrowser(userAt(n));
    const stranger = { address: '192.0.2.99', cookie: '' };
    await send(first, owner, 'stories.unpublish', { id }, 'POST');
    for (const server of servers) {
      const { status } = await send(server, stranger, 'stories.byId', { id }, 'GET');
      const feed = await send(server, stranger, 'stories.feed', {}, 'GET');
      if (status !== 404 || feed.text.includes(id))
        problems.push(`an unpublished story was answered ${status}`);
    }
  };

  const unseenMs: number[] = [];
  await underLoad(voters, voteAndLook, () =>
    underLoad(strangers, readAsStranger, async () => {
      for (const [n, [doomed, voted]] of told.entries()) {
        const trouble = troubles[n % troubles.length]?.(standby);
        await delay(troubleMs / 4);
        const unseen = measureUnseen(voted);
        await delay(beforeWithdrawalMs);
        await unpublish(doomed, n);
        unseenMs.push(await unseen);
        await trouble;
        recoveriesMs.push((await measureUntil(areUsed)) ?? Infinity);
      }
    }),
  );
  problems.push(...listLate('a vote was not seen by others and', unseenMs, seenByStrangersMs));
  // From the withdrawal on, the primary answers until the replica shows it.
  if (Math.max(...unseenMs) < beforeWithdrawalMs / 2)
    problems.push('strangers did not read from the replica');
  problems.push(...listLate('the return of the replica', recoveriesMs, recoveredMs));
  const fault = 'Replica behind, hanging, still, killed: own writes, removals';
  return {
    fault,
    tries,
    acknowledged,
    lost,
    doubled: 0,
    recoveriesMs,
    problems: [...new Set(problems)].slice(0, 10),
  };
}
