import type { Socket } from 'node:net';
import { Client, type PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ConnectionPool } from './connection-pool.ts';
import { createPoolLimits } from './pool-limits.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import { createStory, createUser } from './testing/factories.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Watches how many statements each connection has to answer at the same time. Returns the largest number. */
function watchConnections(): () => number {
  const inherited = Reflect.get(Client.prototype, 'query') as (...all: unknown[]) => unknown; // all its overloads
  const running = new Map<unknown, number>();
  let most = 0;
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: unknown, ...values: unknown[]) {
    const answer = Reflect.apply(inherited, this, values);
    if (answer instanceof Promise) {
      const now = (running.get(this) ?? 0) + 1;
      running.set(this, now);
      most = Math.max(most, now);
      void Promise.allSettled([answer]).then(() => running.set(this, (running.get(this) ?? 1) - 1));
    }
    return answer;
  });
  return () => most;
}

it('a connection gets the next statement of a transaction when the one before has ended', async () => {
  const userId = await createUser(database.prisma);
  const id = await createStory(database.prisma, { userId });
  const readMost = watchConnections();
  await database.prisma.$transaction(async (tx) => {
    expect(await Promise.all([tx.user.count(), tx.story.count(), tx.comment.count()])).toEqual([1, 1, 0]);
    const story = await tx.story.findUniqueOrThrow({
      where: { id },
      select: { recording: { select: { id: true } }, user: { select: { id: true } }, votes: true },
    });
    expect(story).toMatchObject({ user: { id: userId }, votes: [] });
    // One that fails does not keep the next one waiting.
    await tx.$queryRaw`SAVEPOINT here`;
    await expect(tx.$queryRaw`SELECT 1 / 0`).rejects.toThrow('division by zero');
    await tx.$queryRaw`ROLLBACK TO SAVEPOINT here`;
    expect(await tx.user.count()).toBe(1);
  });
  expect(readMost()).toBe(1);
});

describe('a connection that is not in use', () => {
  const { search } = createPoolLimits(1, 30_000);

  it('is kept for the next statement of an open screen, and closed later', async () => {
    const pool = new ConnectionPool(database.url, search, () => false);
    const readPid = () =>
      pool.run({ name: undefined, text: 'SELECT pg_backend_pid() AS pid', values: [], parties: [] });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const pid = await readPid();
    await vi.advanceTimersByTimeAsync(50_000);
    expect(await readPid()).toEqual(pid);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(pool.readUse()).toMatchObject({ used: 0, idle: 0 });
    await pool.close(1_000);
  });

  it('has no answer to wait for: only one in use is given up if it is silent', async () => {
    const pool = new ConnectionPool(database.url, search, () => false);
    const client = (await pool.connect()) as unknown as Client; // the pool makes Clients
    const { stream } = client.connection as unknown as { readonly stream: Socket }; // of a database on the network
    expect(stream.timeout).toBe(search.statementMs + 2_000);
    (client as unknown as PoolClient).release(); // as above
    expect(stream.timeout).toBe(0);
    await pool.run({ name: undefined, text: 'SELECT 1', values: [], parties: [] });
    expect(pool.readUse()).toMatchObject({ used: 0, idle: 1 });
    await pool.close(1_000);
  });
});
