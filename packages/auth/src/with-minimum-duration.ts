import { setTimeout } from 'node:timers/promises';

/**
 * Returns what `work` returns, or throws what it throws, but not before `minimumMs` have passed: work that writes for a
 * known address and does nothing for an unknown one would otherwise reveal by its duration which it was.
 */
export async function withMinimumDuration<Result>(
  minimumMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const [outcome] = await Promise.allSettled([work(), setTimeout(minimumMs)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
