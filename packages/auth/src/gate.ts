import { DomainError } from '@relato/contract/errors';

export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets `maxAtOnce` pieces of work run and `maxWaiting` wait, in their order. Whoever finds the queue full is turned
 * away with UNAVAILABLE at once: an answer that comes after everybody has given up costs the same and helps no one.
 */
export function createGate(maxAtOnce: number, maxWaiting: number): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];

  const enter = async (): Promise<void> => {
    if (running < maxAtOnce) {
      running += 1;
      return;
    }
    if (waiting.length >= maxWaiting) throw new DomainError('UNAVAILABLE');
    // Whoever leaves hands over its place, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
