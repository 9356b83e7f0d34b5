import { setTimeout as delay } from 'node:timers/promises';
import { isDeadlock } from './database-errors.ts';
import type { PrismaClient } from './generated/client.ts';

const maxTries = 3;
const pauseMs = 20;

/**
 * Runs a transaction, or one statement, again if PostgreSQL has ended it because of a deadlock or a conflict with another
 * one: nothing of it is left. Waits a moment first, in which the other one takes what it waited for: a row lock goes to whoever
 * comes, and at once this one could take it again, until both wait for each other as before.
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
