import { setTimeout as delay } from 'node:timers/promises';
import { isDeadlock } from './database-errors.ts';
import type { PrismaClient } from './generated/client.ts';

const maxTries = 3;
const pauseMs = 20;

/**
 * Repeats a transaction or statement after PostgreSQL has rolled it back because of a deadlock or conflict. Waits a moment
 * first, so that the other transaction gets the lock it waited for. Row locks are not queued, so repeating at once could
 * take the lock again and lead to the same deadlock.
 */
export async function repeatDeadlocked<Result>(work: () => Promise<Result>, tries = 1): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (tries === maxTries || !isDeadlock(error)) throw error;
    await delay(tries * pauseMs);
    return repeatDeadlocked(work, tries + 1);
  }
}

/** Repeats interactive transactions. Their functions have no effects outside of the database, except for harmless ones. */
export function repeatDeadlockedTransactions(prisma: PrismaClient): void {
  const transact = Reflect.get(prisma, '$transaction') as (...all: readonly unknown[]) => Promise<unknown>; // all its overloads
  // Runs on the client of the call, because an extended client runs its extensions.
  function $transaction(this: unknown, ...values: unknown[]): Promise<unknown> {
    const begin = (): Promise<unknown> => Reflect.apply(transact, this, values);
    return typeof values[0] === 'function' ? repeatDeadlocked(begin) : begin();
  }
  Object.assign(prisma, { $transaction });
}
