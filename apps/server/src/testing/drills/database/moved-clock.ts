import { createToken, hashToken } from '@relato/auth';
import type { Database } from '@relato/db';
import { findFreePort } from '@relato/testing/network/free-port';
import type { DrillResult } from '@relato/testing/drill-result';
import type { ServerProcess } from '@relato/testing/server-process';
import type { Acknowledged } from '../world/acknowledged.ts';
import { createDrillClient } from '../world/client.ts';
import { inDrillWorld, type DrillWorld } from '../world/world.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const preload = new URL('../../../../../../packages/testing/src/moved-clock.ts', import.meta.url).href;

/** The variables of a process with a wrong clock. */
const moveClock = (offsetMs: number): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import ${preload}`,
  CLOCK_OFFSET_MS: String(offsetMs),
});

/** Users alternate between two servers, whose clocks are two days before and two days behind that of the database. */
export const moveClocks = (changes: number): Promise<DrillResult> =>
  inDrillWorld(async (world) => {
    const port = String(await findFreePort());
    const servers = [
      await world.serve(moveClock(2 * dayMs)),
      await world.serve({ ...moveClock(-2 * dayMs), PORT: port }),
    ];
    let turn = 0;
    const client = createDrillClient(() => servers[(turn += 1) % 2]?.url ?? '');
    const author = world.userAt(0);
    const stories: string[] = [];
    for (let n = 0; n < Math.ceil(changes / 4); n += 1) stories.push(await client.save(author));
    for (let n = 0; n < changes; n += 1) {
      const user = world.userAt(1 + (n % (world.users.length - 1)));
      await client.comment(user, stories[0] ?? '');
      await client.vote(user, stories[0] ?? '', 'up');
      await client.follow(user, author.id, true);
    }
    const problems = [
      ...(await checkSessions(world, servers)),
      ...(await checkOrder(world.database, client.history)),
      ...(await listMovedTimes(world.database)),
    ];
    const fault = 'REL-18, 34 clocks two days ahead and behind';
    return world.report({ fault, tries: changes, problems, history: client.history });
  });

/** Checks that both servers accept a session with an hour left and refuse one that ended an hour ago. */
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

/** Checks that rows are in the order in which one user created them. */
async function checkOrder({ prisma }: Database, history: readonly Acknowledged[]): Promise<string[]> {
  const query = { orderBy: [{ createdAt: 'asc' as const }, { id: 'asc' as const }], select: { id: true } };
  const tables = [
    ['save', await prisma.story.findMany(query)],
    ['comment', await prisma.comment.findMany(query)],
  ] as const;
  return tables.flatMap(([kind, rows]) => {
    const told = history.filter((done) => done.kind === kind).map(({ id }) => id);
    return rows.map(({ id }) => id).join() === told.join() ? [] : [`each ${kind} is in another order`];
  });
}

/** Lists the columns with a time of one of the wrong clocks. */
async function listMovedTimes({ prisma }: Database): Promise<string[]> {
  const columns = await prisma.$queryRaw<{ table: string; column: string; type: string }[]>`
    SELECT table_name AS "table", column_name AS "column", data_type AS type FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type IN ('timestamp with time zone', 'bigint') AND table_name <> '_prisma_migrations'`;
  const problems: string[] = [];
  const times = columns.map(({ table, column, type }) => ({
    table,
    column,
    // The only bigint columns are milliseconds since 1970.
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
