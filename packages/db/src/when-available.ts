import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from './database-errors.ts';

const maxTries = 20;
const retryMs = 500;

/** Repeats work of the start while the database does not answer, because it may be failing over, or the machine may be busy. */
export async function whenAvailable<Result>(work: () => Promise<Result>, tries = 1): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (tries === maxTries || !isDatabaseUnavailable(error)) throw error;
    await delay(retryMs);
    return whenAvailable(work, tries + 1);
  }
}
