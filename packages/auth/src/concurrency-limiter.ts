import { DomainError } from '@relato/contract/errors';

export type ConcurrencyLimiter = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Runs at most `maxAtOnce` tasks and queues at most `maxWaiting` more, first in, first out. Throws UNAVAILABLE at once if
 * the queue is full: an answer that comes after the client has given up costs as much and is useless.
 */
export function createConcurrencyLimiter(maxAtOnce: number, maxWaiting: number): ConcurrencyLimiter {
  let running = 0;
  const waiting: (() => void)[] = [];

  const acquire = async (): Promise<void> => {
    if (running < maxAtOnce) {
      running += 1;
      return;
    }
    if (waiting.length >= maxWaiting) throw new DomainError('UNAVAILABLE');
    // `release` hands its slot over, so `running` does not change.
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };

  return async (work) => {
    await acquire();
    try {
      return await work();
    } finally {
      release();
    }
  };
}
