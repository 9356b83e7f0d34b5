import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createToken, hashToken } from '@relato/auth';
import { rateLimits } from '@relato/contract';
import type { Database } from '@relato/db';
import { findFreePort } from '@relato/testing/network/free-port';
import type { DrillResult } from '@relato/testing/drill-result';
import type { ServerProcess } from '@relato/testing/server-process';
import { createDrillClient } from '../world/client.ts';
import { tellAndAnswer, underLoad } from '../world/load.ts';
import { measureUntil } from '../world/measure-until.ts';
import { createDrillWorld, type DrillWorld } from '../world/world.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const preload = new URL('../../../../../../packages/testing/src/moved-clock.ts', import.meta.url).href;

/** The variables of a process whose clock is off. */
const moveClock = (offsetMs: number): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import ${preload}`,
  CLOCK_OFFSET_MS: String(offsetMs),
});

/** Users work with two servers in turns, whose clocks are two days before and behind that of the database. */
export async function moveClocks(changes: number): Promise<DrillResult> {
  const world = await createDrillWorld();
  try {
    const ahead = await world.start(moveClock(2 * dayMs));
    await ahead.ready();
    const behind = await world.start({
      ...moveClock(-2 * dayMs),
      PORT: String(await findFreePort()),
    });
    await behind.ready();
    let turn = 0;
    const client = createDrillClient(() => ((turn += 1) % 2 === 0 ? ahead.url : behind.url));
    const author = world.userAt(0);
    const stories: string[] = [];
    for (let n = 0; n < Math.ceil(changes / 4); n += 1) stories.push(await client.save(author));
    const [storyId = ''] = stories;
    for (let n = 0; n < changes; n += 1) {
      const user = world.userAt(1 + (n % (world.users.length - 1)));
      await client.comment(user, storyId);
      await client.vote(user, storyId, 'up');
      await client.follow(user, author.id, true);
    }
    const problems = [
      ...(await checkSessions(world, [ahead, behind])),
      ...(await checkOrder(world.database, client.history)),
      ...(await checkLimits([ahead, behind])),
      ...(await listMovedTimes(world.database)),
    ];
    const found = await world.check(client.history);
    const fault = 'REL-18, 34 clocks two days ahead and behind';
    return { fault, tries: changes, recoveriesMs: [], ...found, problems: [...problems, ...found.problems] };
  } finally {
    await world.close();
  }
}

/** A session that ends in an hour holds on both servers, and one that ended an hour ago on neither. */
async function checkSessions(world: DrillWorld, servers: readonly ServerProcess[]): Promise<string[]> {
  const problems: string[] = [];
  for (const [isValid, offsetMs] of [
    [true, hourMs],
    [false, -hourMs],
  ] as const) {
    const user = { ...world.userAt(0), token: createToken() };
    await world.database.prisma.$executeRaw`INSERT INTO sessions (id, user_id, created_at, expires_at)
      VALUES (${hashToken(user.token)}, ${user.id}::uuid, now() - interval '1 day', now() + make_interval(secs => ${offsetMs / 1_000}::float8))`;
    for (const { url } of servers) {
      const session = await createDrillClient(() => url).ask(user, 'account.session', {});
      if ((session !== null) !== isValid)
        problems.push(`a session of ${offsetMs / hourMs} h was taken wrongly`);
    }
  }
  return problems;
}

/** Uses up the limit of sign-ins of a network at one server. The other one refuses too, and both say the same end of it. */
async function checkLimits(servers: readonly ServerProcess[]): Promise<string[]> {
  const problems: string[] = [];
  const { calls, windowSeconds } = rateLimits.signIn;
  for (const [index, { url }] of servers.entries()) {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.7.7.${index + 1}` };
    const body = JSON.stringify({ json: { email: 'nadie@example.org', password: 'equivocada' } });
    const signIn = (at: string) =>
      fetch(`${at}/trpc/account.signIn`, { method: 'POST', headers, body, redirect: 'error' });
    for (let call = 0; call < calls; call += 1) await (await signIn(url)).text();
    for (const other of servers) {
      const { status, headers: answered } = await signIn(other.url);
      const seconds = Number(answered.get('retry-after'));
      if (status !== 429 || !(seconds > 0 && seconds <= windowSeconds))
        problems.push(`a limit answers ${status} and ends after ${seconds} s of ${windowSeconds} s`);
    }
  }
  return problems;
}

const isSame = (rows: readonly { readonly id: string }[], ids: readonly unknown[]): boolean =>
  rows.map(({ id }) => id).join() === ids.join();

/** Checks that the rows are in the order in which one user made them. */
async function checkOrder(
  { prisma }: Database,
  history: readonly { readonly kind: string; readonly storyId?: string; readonly id?: string }[],
): Promise<string[]> {
  const orderBy = [{ createdAt: 'asc' }, { id: 'asc' }] as const;
  const stories = await prisma.story.findMany({ orderBy: [...orderBy], select: { id: true } });
  const comments = await prisma.comment.findMany({ orderBy: [...orderBy], select: { id: true } });
  const told = history.filter(({ kind }) => kind === 'save').map(({ storyId }) => storyId);
  const said = history.filter(({ kind }) => kind === 'comment').map(({ id }) => id);
  return [
    ...(isSame(stories, told) ? [] : ['stories are in another order']),
    ...(isSame(comments, said) ? [] : ['comments are in another order']),
  ];
}

/** Lists the columns that hold a time of one of the wrong clocks. */
async function listMovedTimes({ prisma }: Database): Promise<string[]> {
  const columns = await prisma.$queryRaw<{ table: string; column: string; type: string }[]>`
    SELECT table_name AS "table", column_name AS "column", data_type AS type FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type IN ('timestamp with time zone', 'bigint') AND table_name <> '_prisma_migrations'`;
  const problems: string[] = [];
  const times = columns.map(({ table, column, type }) => ({
    table,
    column,
    // The only integers of so many bits are milliseconds since 1970.
    time: type === 'bigint' ? `to_timestamp("${column}" / 1000)` : `"${column}"`,
  }));
  for (const { table, column, time } of times) {
    const [row] = await prisma.$queryRawUnsafe<
      { moved: number }[]
    >(`SELECT count(*)::int AS moved FROM "${table}"
      WHERE abs(abs(extract(epoch FROM ${time} - now())) - ${(2 * dayMs) / 1_000}) < ${hourMs / 1_000}`);
    if (row && row.moved > 0) problems.push(`${row.moved} times of ${table}.${column} are of a wrong clock`);
  }
  return problems;
}

const orphans = 40;

/** Restarts a worker that collects objects without a row, and to which everything looks two days old, while users save. */
export async function collectBesideUploads(collections: number): Promise<DrillResult> {
  const world = await createDrillWorld();
  const audioDir = join(world.dataDir, 'audio');
  const plant = async (ageMs: number): Promise<void> => {
    const name = randomBytes(20).toString('hex');
    const path = join(audioDir, 'original', name.slice(0, 2), `${name}.bin`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, randomUUID());
    const time = new Date(Date.now() - ageMs);
    await utimes(path, time, time);
  };
  const listFiles = async (): Promise<readonly string[]> =>
    (await readdir(join(audioDir, 'original'), { recursive: true, withFileTypes: true })).flatMap((each) =>
      each.isFile() ? [join(each.parentPath, each.name)] : [],
    );
  const countFiles = async (): Promise<number> => (await listFiles()).length;
  try {
    const server = await world.start();
    await server.ready();
    await underLoad(world.users, await tellAndAnswer(world), async () => {
      for (let n = 0; n < collections; n += 1) {
        const collector = await world.start({ ...moveClock(2 * dayMs), ROLE: 'worker' });
        await measureUntil(() => collector.output().includes('works off its jobs'));
        await delay(1_000);
        await collector.stop();
      }
    });
    const rows = await world.database.prisma.recording.count({ where: { originalKey: { not: null } } });
    const old = new Date(Date.now() - 2 * dayMs);
    for (const path of await listFiles()) await utimes(path, old, old);
    // Fewer than there are rows, or the store would be taken for that of another database.
    const planted = Math.min(orphans, Math.floor(rows / 2));
    for (let n = 0; n < planted; n += 1) await plant(n % 2 === 0 ? 23 * hourMs : 25 * hourMs);
    const collector = await world.start({ ROLE: 'worker' });
    const left = rows + Math.ceil(planted / 2);
    const took = await measureUntil(async () => (await countFiles()) <= left, 15_000);
    await collector.stop();
    const found = await world.check();
    const problems = [
      ...found.problems,
      ...(took !== null && (await countFiles()) === left
        ? []
        : [`${await countFiles()} files instead of ${left}`]),
    ];
    const fault = `REL-23 collection beside uploads (${planted} orphans, half of them of a day)`;
    return { fault, tries: collections, recoveriesMs: [], ...found, problems };
  } finally {
    await world.close();
  }
}
