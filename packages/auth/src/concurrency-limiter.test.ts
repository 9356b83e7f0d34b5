import { expect, it } from 'vitest';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

/** Work that ends when the test says so. */
function createWork() {
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

it('lets two pieces of work run and starts the next when one ends, in order', async () => {
  const gate = createConcurrencyLimiter(2, 10);
  const work = createWork();
  const results = [0, 1, 2, 3].map((index) => gate(work.run(index)));
  await Promise.resolve();
  expect(work.started).toEqual([0, 1]);
  work.end(1);
  await results[1];
  await expect.poll(() => work.started).toEqual([0, 1, 2]);
  work.end(0);
  await expect.poll(() => work.started).toEqual([0, 1, 2, 3]);
  work.end(2);
  work.end(3);
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3]);
});

it('gives the place of work that failed to the next', async () => {
  const gate = createConcurrencyLimiter(1, 10);
  const work = createWork();
  const failing = gate(work.run(0));
  const next = gate(work.run(1));
  await Promise.resolve();
  work.fail(0);
  await expect(failing).rejects.toThrow('failed');
  await expect.poll(() => work.started).toEqual([0, 1]);
  work.end(1);
  expect(await next).toBe(1);
});

it('turns away at once who would wait too long', async () => {
  const gate = createConcurrencyLimiter(1, 1);
  const work = createWork();
  const admitted = [gate(work.run(0)), gate(work.run(1))];
  await expect(gate(work.run(2))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await Promise.resolve();
  work.end(0);
  await expect.poll(() => work.started).toEqual([0, 1]);
  work.end(1);
  await Promise.all(admitted);
});
