import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WriteQueue, type StorageHealth } from './write-queue.ts';

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterEach(() => vi.restoreAllMocks());

/** A fake storage that accepts writes unless it is full. */
function prepare() {
  const health: StorageHealth[] = [];
  const stored: number[] = [];
  const disk = { isFull: false };
  const queue = new WriteQueue((state) => void health.push(state));
  const write = (value: number) =>
    queue.push(async () => {
      if (disk.isFull) throw new DOMException('full', 'QuotaExceededError');
      stored.push(value);
      return true;
    });
  return { health, stored, disk, queue, write };
}

it('D18: leaves no gap when there is room again', async () => {
  const { queue, health, stored, disk, write } = prepare();
  write(1);
  await queue.settle();
  disk.isFull = true;
  write(2);
  await queue.settle();
  disk.isFull = false;
  write(3);
  await queue.settle();
  expect(stored).toEqual([1, 2, 3]);
  expect(health).toEqual(['stored', 'failing', 'stored']);
});

it('retries at the end, when no further write follows', async () => {
  const { queue, stored, disk, write } = prepare();
  disk.isFull = true;
  write(1);
  await queue.settle();
  disk.isFull = false;
  await queue.settle();
  expect(stored).toEqual([1]);
});

it('D18: reports nothing as stored before the first write succeeds', async () => {
  const { queue, health, write } = prepare();
  expect(queue.health).toBe('untried');
  write(1);
  expect(queue.health).toBe('untried');
  await queue.settle();
  expect(health).toEqual(['stored']);
});

it('REL-16: reports a draft without sound as not stored', async () => {
  const { queue, health } = prepare();
  queue.push(async () => false);
  await queue.settle();
  expect(health).toEqual([]);
});

it('does not wait forever for an unresponsive storage, and reports it', async () => {
  vi.useFakeTimers();
  try {
    const { queue, health } = prepare();
    queue.push(() => new Promise(() => undefined));
    const settled = queue.settle();
    await vi.advanceTimersByTimeAsync(2_000);
    await settled;
    expect(health).toEqual(['failing']);
  } finally {
    vi.useRealTimers();
  }
});

it('replaces the waiting writes, even during a write', async () => {
  const { queue, stored, write } = prepare();
  [1, 2, 3].forEach(write);
  queue.replace(async () => stored.push(9) > 0);
  await queue.settle();
  expect(stored).toEqual([1, 9]);
});
