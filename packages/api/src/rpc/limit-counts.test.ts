import { randomUUID } from 'node:crypto';
import { batchShare, rateLimits } from '@relato/contract';
import type { Database } from '@relato/db';
import { describe, expect, it, vi } from 'vitest';
import { createRateLimiter } from './rate-limiter.ts';
import { useTestWorld } from '../testing/world.ts';

const world = useTestWorld();
const { calls, windowSeconds } = rateLimits.write;
const maxUnsent = calls * batchShare;

type Sql = Database['sql'];

/** Starts a separate process, which counts its statements. */
function startProcess(sql: Sql = world.database.sql) {
  const counter = { statements: 0 };
  const limiter = createRateLimiter({
    sql: async (statement) => {
      counter.statements += 1;
      return sql(statement);
    },
  });
  return { ...limiter, counter };
}

/** Calls until the limit refuses, and returns how many were admitted. */
async function consumeAll(processes: readonly { consume: Consume }[], subject: string): Promise<number> {
  let admitted = 0;
  const run = async ({ consume }: { consume: Consume }) => {
    for (let call = 0; call < calls * 2; call += 1) {
      try {
        await consume('write', subject);
        admitted += 1;
      } catch (error) {
        if (error instanceof Error && error.message === 'RATE_LIMITED') return;
        throw error;
      }
    }
  };
  await Promise.all(processes.flatMap((each) => [run(each), run(each), run(each)]));
  return admitted;
}
type Consume = ReturnType<typeof createRateLimiter>['consume'];

const readPoints = async (): Promise<number> => {
  const { _sum } = await world.database.prisma.rateLimit.aggregate({ _sum: { points: true } });
  return _sum.points ?? 0;
};

describe('a limit with batched counts', () => {
  it('admits exactly its calls in one process, with a statement for a tenth of them and none for refusals', async () => {
    const process = startProcess();
    const subject = randomUUID();
    expect(await consumeAll([process], subject)).toBe(calls);
    const { statements } = process.counter;
    expect(statements).toBeLessThanOrEqual(1 / batchShare + 1);
    await consumeAll([process], subject);
    expect(process.counter.statements).toBe(statements);
  });

  it('admits a call without waiting for the database', async () => {
    const { consume } = startProcess(() => new Promise(() => {}));
    await expect(consume('write', randomUUID())).resolves.toBeUndefined();
  });

  it('admits no more than a tenth of its calls beyond it for each process', async () => {
    const processes = Array.from({ length: 4 }, () => startProcess());
    const admitted = await consumeAll(processes, randomUUID());
    expect(admitted).toBeGreaterThanOrEqual(calls);
    expect(admitted).toBeLessThan(calls + processes.length * maxUnsent);
  });

  it('is shared with later processes, and outlives the one that counted', async () => {
    const [first, second] = [startProcess(), startProcess()];
    const subject = randomUUID();
    await consumeAll([first], subject);
    await first.flush();
    const admitted = await consumeAll([second], subject);
    expect(admitted).toBe(maxUnsent);
    expect(await consumeAll([startProcess()], subject)).toBeLessThanOrEqual(maxUnsent);
  });

  it('costs no statement for subjects with few calls, and sends those of several in one at the end', async () => {
    await world.database.prisma.rateLimit.deleteMany();
    const process = startProcess();
    for (const subject of ['a', 'b', 'c']) await process.consume('write', subject);
    await process.consume('follow', 'a');
    expect(process.counter.statements).toBe(0);
    await process.flush();
    expect(await readPoints()).toBe(4);
    expect(process.counter.statements).toBe(1);
  });

  it('starts over when its window ends, by the clock of the database', async () => {
    const [process, subject] = [startProcess(), randomUUID()];
    await consumeAll([process], subject);
    await process.flush();
    await world.database.prisma.rateLimit.updateMany({ data: { expire: 1n } });
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + windowSeconds * 1_000 + 1);
    try {
      expect(await consumeAll([process], subject)).toBe(calls);
    } finally {
      clock.mockRestore();
    }
  });

  it("reports when to retry, at the end of the first process's window", async () => {
    const [first, second] = [startProcess(), startProcess()];
    const subject = randomUUID();
    await consumeAll([first], subject);
    await first.flush();
    await world.database.sql({ text: 'UPDATE rate_limits SET expire = expire - 100000', values: [] });
    await consumeAll([second], subject);
    await expect(second.consume('write', subject)).rejects.toMatchObject({
      retryAfterSeconds: expect.toSatisfy(
        (seconds: number) => seconds > windowSeconds - 120 && seconds <= windowSeconds - 99,
      ),
    });
  });

  it('holds in each process while the database is down, and is stored when it returns', async () => {
    await world.database.prisma.rateLimit.deleteMany();
    let isDown = true;
    const process = startProcess(async (statement) =>
      isDown ? Promise.reject(new Error('ECONNREFUSED')) : world.database.sql(statement),
    );
    const subject = randomUUID();
    expect(await consumeAll([process], subject)).toBe(calls);
    await expect(process.flush()).rejects.toThrow('ECONNREFUSED');
    isDown = false;
    await process.flush();
    expect(await readPoints()).toBe(calls);
  });

  it('does not deadlock when processes send the same subjects at once', async () => {
    const subjects = Array.from({ length: 40 }, () => randomUUID());
    const processes = Array.from({ length: 4 }, () => startProcess());
    await world.database.prisma.rateLimit.deleteMany();
    for (let round = 0; round < 2; round += 1) {
      await Promise.all(
        processes.map(async (process, index) => {
          const order = index % 2 === 0 ? subjects : subjects.toReversed();
          for (const subject of order) await process.consume('write', subject);
          await process.flush();
        }),
      );
    }
    expect(await readPoints()).toBe(subjects.length * processes.length * 2);
  });

  it.each(['counts', 'refuses'])(
    'sends no window that ended while the database %s its points',
    async (how) => {
      const sent: unknown[] = [];
      const { promise: answer, resolve, reject } = Promise.withResolvers<never[]>();
      const process = startProcess(({ values: [keys] }) => {
        sent.push(keys);
        return sent.length === 1 ? answer : Promise.resolve([]);
      });
      const subject = randomUUID();
      await process.consume('write', subject);
      const sending = process.flush().catch(() => {});
      await process.consume('write', subject);
      const now = performance.now();
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + windowSeconds * 1_000 + 1);
      try {
        await process.consume('write', subject);
        if (how === 'counts') resolve([]);
        else reject(new Error('ECONNRESET'));
        await sending;
        await process.flush();
        // PostgreSQL accepts no statement that names a key twice.
        expect(sent).toEqual([[expect.any(String)], [expect.any(String)]]);
      } finally {
        clock.mockRestore();
      }
    },
  );
});
