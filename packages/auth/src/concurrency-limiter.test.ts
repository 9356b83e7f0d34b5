import { errorCode } from '@relato/testing/error-code';
import { expect, it } from 'vitest';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

/** Creates tasks that end when the test ends them. */
function createTasks() {
  const started: number[] = [];
  const ends: PromiseWithResolvers<number>[] = [];
  return {
    started,
    run: (index: number) => () => {
      started.push(index);
      const end = Promise.withResolvers<number>();
      ends[index] = end;
      return end.promise;
    },
    end: (index: number) => ends[index]?.resolve(index),
    fail: (index: number) => ends[index]?.reject(new Error('failed')),
  };
}

it('runs two tasks at once and starts the next in order when one ends', async () => {
  const limitConcurrency = createConcurrencyLimiter(2, 10);
  const tasks = createTasks();
  const results = [0, 1, 2, 3].map((index) => limitConcurrency(tasks.run(index)));
  await Promise.resolve();
  expect(tasks.started).toEqual([0, 1]);
  tasks.end(1);
  await results[1];
  await expect.poll(() => tasks.started).toEqual([0, 1, 2]);
  tasks.end(0);
  await expect.poll(() => tasks.started).toEqual([0, 1, 2, 3]);
  tasks.end(2);
  tasks.end(3);
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3]);
});

it('starts the next task when one fails', async () => {
  const limitConcurrency = createConcurrencyLimiter(1, 10);
  const tasks = createTasks();
  const failing = limitConcurrency(tasks.run(0));
  const next = limitConcurrency(tasks.run(1));
  await Promise.resolve();
  tasks.fail(0);
  await expect(failing).rejects.toThrow('failed');
  await expect.poll(() => tasks.started).toEqual([0, 1]);
  tasks.end(1);
  expect(await next).toBe(1);
});

it('throws UNAVAILABLE at once when the queue is full', async () => {
  const limitConcurrency = createConcurrencyLimiter(1, 1);
  const tasks = createTasks();
  const admitted = [limitConcurrency(tasks.run(0)), limitConcurrency(tasks.run(1))];
  await expect(limitConcurrency(tasks.run(2))).rejects.toEqual(errorCode('UNAVAILABLE'));
  await Promise.resolve();
  tasks.end(0);
  await expect.poll(() => tasks.started).toEqual([0, 1]);
  tasks.end(1);
  await Promise.all(admitted);
});
