import { expect, it, vi } from 'vitest';
import { createDiskSpace } from './disk-space.ts';

const limits = { minFreeBytes: 500, minFreeRatio: 0.02, freshMs: 1_000 };
const disk =
  (freeBytes: number, bytes: number, dev = 1) =>
  async () => ({
    dev,
    bavail: freeBytes / 10,
    blocks: bytes / 10,
    bsize: 10,
  });

it.each([
  [500, 1_000, true],
  [490, 1_000, false],
  [2_000, 100_000, true],
  [1_990, 100_000, false],
])('with %d of %d bytes free, has enough space: %s', async (freeBytes, bytes, expected) => {
  const space = createDiskSpace(['/data'], { ...limits, measure: disk(freeBytes, bytes) });
  expect(await space.hasFreeSpace()).toBe(expected);
});

it('measures the disk once a second', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const measure = vi.fn<ReturnType<typeof disk>>().mockImplementation(disk(0, 1_000));
  const space = createDiskSpace(['/data'], { ...limits, measure });
  await Promise.all([space.hasFreeSpace(), space.hasFreeSpace()]);
  expect(measure).toHaveBeenCalledTimes(1);
  measure.mockImplementation(disk(1_000, 1_000));
  expect(await space.hasFreeSpace()).toBe(false);
  clock.mockReturnValue(1_000);
  expect(await space.hasFreeSpace()).toBe(true);
  clock.mockRestore();
});

it.each([
  ['is full', 90, 1_000],
  ['lacks its share', 5_000, 1_000_000],
])('has no space if one of several disks %s', async (_case, freeBytes, bytes) => {
  const others = disk(2_000, 2_000, 2);
  const measure = (directory: string) => (directory === '/b' ? disk(freeBytes, bytes) : others)();
  const space = createDiskSpace(['/a', '/b', '/c'], { ...limits, measure });
  expect(await space.hasFreeSpace()).toBe(false);
  expect(await space.readSpace()).toEqual({ freeBytes, bytes, disk: '/b' });
});

it('names a disk by its first directory, whichever of them is measured as the fullest', async () => {
  const space = createDiskSpace(['/data', '/data/audio'], {
    ...limits,
    measure: (directory) => disk(directory === '/data/audio' ? 990 : 1_000, 2_000)(),
  });
  expect(await space.readSpace()).toEqual({ freeBytes: 990, bytes: 2_000, disk: '/data' });
});

it('treats a disk of unknown space as free', async () => {
  expect(await createDiskSpace(['/nowhere/at/all'], limits).hasFreeSpace()).toBe(true);
});

it('measures the real disk', async () => {
  const real = { ...limits, minFreeBytes: 1 };
  const has = (minFreeRatio: number) => createDiskSpace([import.meta.dirname], { ...real, minFreeRatio });
  expect([await has(0).hasFreeSpace(), await has(1).hasFreeSpace()]).toEqual([true, false]);
});
