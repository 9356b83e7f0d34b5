import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isShared, SharedReads } from './shared-reads.ts';

/** A list that is read with a delay: what a read returns was there when it began. */
function createStore() {
  let stories = ['a', 'b'];
  let gate: Promise<void> = Promise.resolve();
  const counts = { reads: 0, checks: 0 };
  const shared = new SharedReads<{ readonly stories: readonly string[] }>();
  const read = async () => {
    counts.reads += 1;
    const seen = stories;
    await gate;
    const isCurrent = async () => {
      counts.checks += 1;
      const now = stories;
      await Promise.resolve();
      return now === seen;
    };
    return { result: { stories: seen }, isCurrent };
  };
  return {
    counts,
    get: async () => (await shared.get('page', read)).stories,
    hide: (story: string) => void (stories = stories.filter((each) => each !== story)),
    /** Holds back the reads that begin from now on. Returns what releases them. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
  };
}

const unreachable = async () => Promise.reject(new Error('unreachable'));
const readAnew = async () => ({ result: {}, isCurrent: async () => true });

describe('shared reads', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('read once for all calls of a second, and ask for each moment whether that is current', async () => {
    const store = createStore();
    for (let round = 0; round < 3; round += 1) {
      const all = await Promise.all(Array.from({ length: 20 }, () => store.get()));
      expect(new Set(all).size).toBe(1);
    }
    expect(store.counts.reads).toBe(1);
    expect(store.counts.checks).toBeLessThanOrEqual(6);
  });

  it('read again after a second', async () => {
    const store = createStore();
    for (let call = 0; call < 3; call += 1) await store.get();
    expect(store.counts.reads).toBe(2);
    vi.advanceTimersByTime(1_001);
    await store.get();
    expect(store.counts.reads).toBe(3);
  });

  it('SEC-55: keep nothing for longer than a second, even if no other call comes', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
    const store = createStore();
    for (let call = 0; call < 3; call += 1) await store.get();
    expect(store.counts.reads).toBe(2);
    vi.advanceTimersByTime(1_000);
    await store.get();
    expect(store.counts.reads).toBe(3);
  });

  it('keep nothing of what is asked for once', async () => {
    const shared = new SharedReads<object>();
    const [first, second, third] = [
      await shared.get('page', readAnew),
      await shared.get('page', readAnew),
      await shared.get('page', readAnew),
    ];
    expect([isShared(first), isShared(second), third === second]).toEqual([false, true, true]);
  });

  it('SEC-07: never give a call what was hidden before it', async () => {
    const store = createStore();
    for (let call = 0; call < 2; call += 1) await store.get();
    store.hide('a');
    const all = await Promise.all(Array.from({ length: 20 }, () => store.get()));
    expect(new Set(all.map(String))).toEqual(new Set(['b']));
    expect(store.counts.reads).toBeLessThanOrEqual(4);
  });

  it('SEC-07: never give a call what was hidden while others were reading it', async () => {
    const store = createStore();
    const release = store.hold();
    const before = store.get();
    store.hide('a');
    const after = store.get();
    release();
    expect([await before, await after]).toEqual([['a', 'b'], ['b']]);
  });

  it('SEC-07: give up sharing what changes all the time', async () => {
    const store = createStore();
    const shared = new SharedReads<object>();
    let reads = 0;
    const read = async () => ({ result: { number: (reads += 1) }, isCurrent: async () => false });
    for (let call = 1; call <= 5; call += 1) await shared.get('page', read);
    expect(reads).toBe(5);
    expect(store.counts.reads).toBe(0);
  });

  it('fail for those alone who read, and for everyone if it cannot be asked whether they are current', async () => {
    const shared = new SharedReads<object>();
    const result = {};
    const first = shared.get('page', unreachable);
    const second = shared.get('page', async () => ({ result, isCurrent: unreachable }));
    await expect(first).rejects.toThrow('unreachable');
    expect(await second).toBe(result);
    await expect(shared.get('page', unreachable)).rejects.toThrow('unreachable');
  });

  it('keep a bounded number of results', async () => {
    const shared = new SharedReads<object>();
    const readTwice = async (key: number) => {
      await shared.get(String(key), readAnew);
      return shared.get(String(key), readAnew);
    };
    const first = await readTwice(0);
    expect(await shared.get('0', readAnew)).toBe(first);
    for (let key = 1; key <= 64; key += 1) await readTwice(key);
    expect(await shared.get('0', readAnew)).not.toBe(first);
    expect(isShared(first)).toBe(true);
    expect([isShared({}), isShared(null), isShared('x')]).toEqual([false, false, false]);
  });
});
