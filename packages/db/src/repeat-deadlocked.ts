import { isDeadlock } from './database-errors.ts';
import type { PrismaClient } from './generated/client.ts';

/**
 * Runs a transaction, or one statement, a second time if PostgreSQL has ended it because of a deadlock or a conflict with
 * another one: nothing of the first time is left, and the other one has what it waited for.
 */
export async function repeatDeadlocked<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isDeadlock(error)) throw error;
    return work();
  }
}

/**
 * Repeats interactive transactions. Their functions do nothing outside of the database, or nothing that a second time would
 * harm.
 */
export function repeatDeadlockedTransactions(prisma: PrismaClient): void {
  const transact = Reflect.get(prisma, '$transaction') as (...all: readonly unknown[]) => Promise<unknown>; // all its overloads
  // Of the client that it is called on: an extended one runs its extensions.
  function $transaction(this: unknown, ...values: unknown[]): Promise<unknown> {
    const begin = (): Promise<unknown> => Reflect.apply(transact, this, values);
    return typeof values[0] === 'function' ? repeatDeadlocked(begin) : begin();
  }
  Object.assign(prisma, { $transaction });
}
