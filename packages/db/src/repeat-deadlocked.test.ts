import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from './client.ts';
import type { Database } from './database.ts';
import { repeatDeadlocked } from './repeat-deadlocked.ts';
import { createUser } from './testing/factories.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const created = useTestDatabase();
/** A database whose statements wait for locks long enough for a busy machine. */
let database: Database;
beforeAll(async () => {
  database = await createDatabase({ url: created.url, statementTimeoutMs: 60_000 });
});
afterAll(() => database.close());

const lock = 'SELECT 1 FROM users WHERE id = $1::uuid FOR UPDATE';

describe('a deadlock', () => {
  it('of two transactions lets both take effect, because the cancelled one is repeated', async () => {
    const ids = [await createUser(database.prisma), await createUser(database.prisma)];
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let begun = 0;
    const cross = (own: number) =>
      database.prisma.$transaction(async (tx) => {
        begun += 1;
        await tx.$queryRawUnsafe(lock, ids[own]);
        both[own]?.resolve();
        await both[1 - own]?.promise;
        await tx.$queryRawUnsafe(lock, ids[1 - own]);
        await tx.user.update({ where: { id: ids[own] ?? '' }, data: { suspendedReason: `${own}` } });
      });
    await Promise.all([cross(0), cross(1)]);
    expect(begun).toBeGreaterThan(2);
    const users = await database.prisma.user.findMany({
      where: { id: { in: ids } },
      orderBy: { suspendedReason: 'asc' },
    });
    expect(users.map(({ suspendedReason }) => suspendedReason)).toEqual(['0', '1']);
  });

  it('of a statement and a transaction lets both take effect', async () => {
    const [first = '', second = ''] = [
      await createUser(database.prisma),
      await createUser(database.prisma),
    ].toSorted();
    const held = Promise.withResolvers<void>();
    const waiting = Promise.withResolvers<void>();
    const holding = database.prisma.$transaction(async (tx) => {
      await tx.$queryRawUnsafe(lock, second);
      held.resolve();
      await waiting.promise;
      await tx.$queryRawUnsafe(lock, first);
    });
    await held.promise;
    const statement = database.sql<{ id: string }>({
      pool: 'write',
      text: 'SELECT id FROM users WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE',
      values: [[first, second]],
    });
    await expect
      .poll(
        () => database.prisma.$queryRaw<unknown[]>`SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      .toHaveLength(1);
    waiting.resolve();
    await holding;
    expect(await statement).toEqual([{ id: first }, { id: second }]);
  });
});

/** Fails a number of times, then succeeds. */
function failWith(code: string, times: number): Promise<unknown> {
  let calls = 0;
  const work = async () => {
    calls += 1;
    if (calls <= times) throw Object.assign(new Error('refused'), { code });
    return { calls };
  };
  return repeatDeadlocked(work).catch((error: unknown) => ({ error, calls }));
}

it('work is repeated after two deadlocks, but not after a third one or another failure', async () => {
  expect(await failWith('40P01', 2)).toEqual({ calls: 3 });
  expect(await failWith('40P01', 3)).toMatchObject({ calls: 3, error: { code: '40P01' } });
  expect(await failWith('23505', 1)).toMatchObject({ calls: 1, error: { code: '23505' } });
});
