import { expect, it, vi } from 'vitest';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

const refusal = expect.objectContaining({ code: 'UNAVAILABLE' });

/** Queues work that ends when the test ends it. Records the order of the starts. */
function createAsker(queue: FairQueue) {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const ask = (name: string, ...parties: readonly string[]): Promise<string> => {
    const end = Promise.withResolvers<string>();
    ends.set(name, end);
    const asked = queue.run(parties, () => {
      begun.push(name);
      return end.promise;
    });
    asked.catch(() => {});
    return asked;
  };
  /** Ends each work as soon as it has begun. */
  async function endAll(): Promise<readonly string[]> {
    await new Promise(setImmediate);
    for (let ended = 0; ended < begun.length; ended += 1) {
      ends.get(begun[ended] ?? '')?.resolve('');
      await new Promise(setImmediate);
    }
    return begun;
  }
  return { ask, begun, ends, endAll };
}

it('runs two at once and begins the next in order when one ends or fails', async () => {
  const { ask, begun, ends } = createAsker(createFairQueue({ maxAtOnce: 2, maxWaiting: 10 }));
  const asked = ['a', 'b', 'c', 'd'].map((name) => ask(name));
  await new Promise(setImmediate);
  expect(begun).toEqual(['a', 'b']);
  ends.get('b')?.reject(new Error('failed'));
  await expect(asked[1]).rejects.toThrow('failed');
  await new Promise(setImmediate);
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c', 'd']) ends.get(name)?.resolve(name);
  expect(await Promise.all([asked[0], asked[2], asked[3]])).toEqual(['a', 'c', 'd']);
});

it('begins at once again after all work has ended or failed', async () => {
  const queue = createFairQueue({ maxAtOnce: 1, maxWaiting: 10 });
  for (const name of ['a', 'b']) {
    const { ask, ends, begun } = createAsker(queue);
    const [first, second] = [ask(name), ask('failing')];
    ends.get('failing')?.reject(new Error('failed'));
    ends.get(name)?.resolve(name);
    expect(await first).toBe(name);
    await expect(second).rejects.toThrow('failed');
    expect(begun).toEqual([name, 'failing']);
  }
});

it('refuses with the error from its options', async () => {
  const busy = new Error('busy');
  const { ask, endAll } = createAsker(
    createFairQueue({ maxAtOnce: 1, maxWaiting: 1, toRefusal: () => busy }),
  );
  const asked = ['a', 'b', 'c'].map((name) => ask(name));
  await expect(asked[2]).rejects.toBe(busy);
  await endAll();
});

it('gives each party one turn in a round, however much work it has', async () => {
  const { ask, endAll } = createAsker(createFairQueue({ maxAtOnce: 1, maxWaiting: 10 }));
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void ask(name, name.charAt(0));
  expect(await endAll()).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

it('does not favour a party that keeps adding work, nor forget one that waits', async () => {
  const { ask, begun, ends } = createAsker(createFairQueue({ maxAtOnce: 1, maxWaiting: 10 }));
  for (const name of ['a1', 'a2', 'a3', 'b1']) void ask(name, name.charAt(0));
  for (let index = 2; index < 8; index += 1) {
    await new Promise(setImmediate);
    ends.get(begun.at(-1) ?? '')?.resolve('');
    await new Promise(setImmediate);
    if (begun.at(-1)?.startsWith('b')) void ask(`b${index}`, 'b');
  }
  expect(begun.slice(0, 6)).toEqual(['a1', 'a2', 'b1', 'a3', expect.stringMatching('b'), expect.anything()]);
});

it('decides between equal first parties by the second party', async () => {
  const { ask, endAll } = createAsker(createFairQueue({ maxAtOnce: 1, maxWaiting: 10 }));
  void ask('first', 'x', 'x');
  for (const network of ['1', '2', '3']) void ask(`viral${network}`, network, 'viral');
  void ask('quiet', '4', 'quiet');
  expect(await endAll()).toEqual(['first', 'viral1', 'quiet', 'viral2', 'viral3']);
});

it('drops the last work of the busiest party when too much waits', async () => {
  const { ask, endAll } = createAsker(createFairQueue({ maxAtOnce: 1, maxWaiting: 3 }));
  const many = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => ask(name, 'a'));
  await expect(many[4]).rejects.toEqual(refusal);
  void ask('b1', 'b');
  await expect(many[3]).rejects.toEqual(refusal);
  expect(await endAll()).toEqual(['a1', 'a2', 'b1', 'a3']);
});

it('drops only work that has waited for too long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { ask, ends, begun } = createAsker(
      createFairQueue({ maxAtOnce: 1, maxWaiting: 3, maxWaitMs: 100 }),
    );
    const [first, late] = [ask('a'), ask('b')];
    vi.advanceTimersByTime(100);
    await expect(late).rejects.toEqual(refusal);
    const next = ask('c');
    ends.get('a')?.resolve('a');
    ends.get('c')?.resolve('c');
    await first;
    vi.advanceTimersByTime(1_000);
    expect(await next).toBe('c');
    expect(begun).toEqual(['a', 'c']);
  } finally {
    vi.useRealTimers();
  }
});
