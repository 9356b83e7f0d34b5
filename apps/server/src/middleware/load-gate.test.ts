import { describe, expect, it } from 'vitest';
import { createLoadGate, type Load } from './shed-load.ts';

const endAll = (work: readonly (() => void)[]) => work.forEach((leave) => leave());

/** Creates a gate with a clock that the test moves. */
function setup() {
  let time = 0;
  const gate = createLoadGate(() => time);
  const wait = (ms: number) => void (time += ms);
  /** Enters until the gate refuses. Returns the functions that end the work. */
  const fill = (load: Load): (() => void)[] => {
    const work: (() => void)[] = [];
    for (let leave = gate.enter(load); leave; leave = gate.enter(load)) work.push(leave);
    return work;
  };
  /** Repeatedly fills the gate with reads of a duration. */
  const run = (rounds: number, durationMs: number) => {
    for (let round = 0; round < rounds; round += 1) {
      const work = fill('read');
      wait(durationMs);
      endAll(work);
    }
  };
  const capacity = (load: Load): number => {
    const work = fill(load);
    const { length } = work;
    endAll(work);
    return length;
  };
  return { gate, wait, fill, run, capacity };
}

describe('REL-26: the gate for work in flight', () => {
  it('refuses writes and searches while it admits reads, and admits them again later', () => {
    const { gate, fill } = setup();
    const writes = fill('first');
    expect(writes.length).toBeGreaterThanOrEqual(32);
    expect(gate.isFull('first')).toBe(true);
    expect(gate.isFull('read')).toBe(false);
    expect(fill('read').length).toBeGreaterThanOrEqual(writes.length);
    expect(gate.enter('read')).toBeNull();
    endAll(writes);
    expect(gate.enter('read')).not.toBeNull();
  });

  it('keeps room for reads while writes are refused because of reads', () => {
    const { gate, fill } = setup();
    fill('read')
      .slice(0, 10)
      .forEach((leave) => leave());
    expect(gate.isFull('first')).toBe(true);
    expect(gate.isFull('read')).toBe(false);
  });

  it('admits less work while reads are slow, down to a minimum', () => {
    const { run, capacity } = setup();
    const before = capacity('read');
    run(1, 500);
    expect(capacity('read')).toBeLessThan(before);
    expect(capacity('read')).toBeGreaterThan(before / 2);
    run(50, 500);
    // In this order, because quick reads raise the bound.
    expect(capacity('first')).toBe(32);
    expect(capacity('read')).toBe(64);
  });

  it('admits more work while reads are quick and the gate is full, up to a maximum', () => {
    const { run, capacity } = setup();
    const before = capacity('read');
    run(20, 20);
    expect(capacity('read')).toBeGreaterThan(before);
    run(500, 20);
    expect(capacity('read')).toBe(512);
  });

  it('SEC-55: has a place for each call of a batch', () => {
    const { gate, capacity } = setup();
    const [single, batches] = [capacity('read'), Array.from({ length: 100 }, () => gate.enter('read', 10))];
    const admitted = batches.filter((leave) => leave !== null);
    expect(admitted.length).toBeLessThan(single / 5);
    expect(gate.enter('read')).toBeNull();
    endAll(admitted);
    expect(capacity('read')).toBeGreaterThanOrEqual(single);
  });

  it('does not adapt to slow writes or to single quick reads', () => {
    const { gate, fill, wait } = setup();
    const writes = fill('first');
    wait(5_000);
    endAll(writes);
    for (let read = 0; read < 10_000; read += 1) gate.enter('read')?.();
    expect(fill('read')).toHaveLength(setup().fill('read').length);
  });
});
