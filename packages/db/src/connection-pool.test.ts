import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConnectionPool } from './connection-pool.ts';
import { createPoolLimits } from './pool-limits.ts';
import { createStory, createUser } from './testing/factories.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const database = useTestDatabase();
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('a transaction may send several statements at once', async () => {
  const userId = await createUser(database.prisma);
  const id = await createStory(database.prisma, { userId });
  const warnings = vi.spyOn(process, 'emitWarning');
  await database.prisma.$transaction(async (tx) => {
    expect(await Promise.all([tx.user.count(), tx.story.count(), tx.comment.count()])).toEqual([1, 1, 0]);
    const story = await tx.story.findUniqueOrThrow({
      where: { id },
      select: { recording: { select: { id: true } }, user: { select: { id: true } }, votes: true },
    });
    expect(story).toMatchObject({ user: { id: userId }, votes: [] });
    // A failed statement does not make the next one wait.
    await tx.$queryRaw`SAVEPOINT here`;
    await expect(tx.$queryRaw`SELECT 1 / 0`).rejects.toThrow('division by zero');
    await tx.$queryRaw`ROLLBACK TO SAVEPOINT here`;
    expect(await tx.user.count()).toBe(1);
  });
  expect(warnings).not.toHaveBeenCalled();
});

describe('a connection that is not in use', () => {
  const { search } = createPoolLimits(1, 30_000);

  it('stays open for the next statement of an open screen, and is closed later', async () => {
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

  it('stays open after a statement that the server cancels, and is destroyed after one without an answer', async () => {
    const pool = new ConnectionPool(database.url, { ...search, statementMs: 100 }, () => false);
    const client = await pool.connect();
    await expect(client.query('SELECT pg_sleep(30)')).rejects.toMatchObject({ code: '57014' });
    await client.query('SET statement_timeout = 0');
    const lost = await Promise.allSettled([client.query('SELECT pg_sleep(30)'), client.query('SELECT 1')]);
    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    client.release();
    await vi.waitFor(() => expect(pool.readUse()).toMatchObject({ used: 0, idle: 0 }));
    await pool.close(1_000);
  });
});
