import { setTimeout } from 'node:timers/promises';

/**
 * What `work` gives or throws, but not before `leastMs` have passed: work that writes for a known address and does
 * nothing for an unknown one would tell by its time which it was.
 */
export async function paced<Result>(leastMs: number, work: () => Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work(), setTimeout(leastMs)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
