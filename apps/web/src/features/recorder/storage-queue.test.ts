import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageQueue } from './storage-queue.ts';

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterEach(() => vi.restoreAllMocks());

/** A storage that takes what it is given, unless it is full. */
function prepare() {
  const health: boolean[] = [];
  const stored: number[] = [];
  const disk = { isFull: false };
  const queue = new StorageQueue((isHealthy) => void health.push(isHealthy));
  const write = (value: number) =>
    queue.push(async () => {
      if (disk.isFull) throw new DOMException('full', 'QuotaExceededError');
      stored.push(value);
    });
  return { health, stored, disk, queue, write };
}

describe('StorageQueue', () => {
  it('writes in order', async () => {
    const { queue, stored, write } = prepare();
    [1, 2, 3].forEach(write);
    expect(await queue.settle()).toBe(true);
    expect(stored).toEqual([1, 2, 3]);
  });

  it('says once that the storage is full, and keeps what could not be written', async () => {
    const { queue, health, stored, disk, write } = prepare();
    disk.isFull = true;
    [1, 2, 3].forEach(write);
    expect(await queue.settle()).toBe(false);
    expect({ health, stored }).toEqual({ health: [false], stored: [] });
  });

  it('leaves no hole when there is room again', async () => {
    const { queue, health, stored, disk, write } = prepare();
    write(1);
    await queue.settle();
    disk.isFull = true;
    write(2);
    await queue.settle();
    disk.isFull = false;
    write(3);
    expect(await queue.settle()).toBe(true);
    expect(stored).toEqual([1, 2, 3]);
    expect(health).toEqual([false, true]);
  });

  it('tries once more at the end, when nothing new comes', async () => {
    const { queue, stored, disk, write } = prepare();
    disk.isFull = true;
    write(1);
    await queue.settle();
    disk.isFull = false;
    expect(await queue.settle()).toBe(true);
    expect(stored).toEqual([1]);
  });
});
