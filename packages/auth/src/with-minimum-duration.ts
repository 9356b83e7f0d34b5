import { setTimeout } from 'node:timers/promises';

/**
 * Returns or throws the result of `work`, but not before `minimumMs` have passed. The duration would otherwise reveal
 * whether an address is known, because only then does the work write rows.
 */
export async function withMinimumDuration<Result>(
  minimumMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const [outcome] = await Promise.allSettled([work(), setTimeout(minimumMs)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
