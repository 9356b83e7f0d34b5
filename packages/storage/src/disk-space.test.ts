import { expect, it, vi } from 'vitest';
import { createDiskRoom } from './disk-room.ts';

const limits = { minFreeBytes: 500, minFreeRatio: 0.02, freshMs: 1_000 };
const disk = (freeBytes: number, bytes: number) => async () => ({
  bavail: freeBytes / 10,
  blocks: bytes / 10,
  bsize: 10,
});

it.each([
  [500, 1_000, true],
  [490, 1_000, false],
  [2_000, 100_000, true],
  [1_990, 100_000, false],
])('with %d of %d bytes free has room: %s', async (freeBytes, bytes, expected) => {
  const room = createDiskRoom('/data', { ...limits, measure: disk(freeBytes, bytes) });
  expect(await room.hasRoom()).toBe(expected);
});

it('asks the disk once a second', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const measure = vi.fn<ReturnType<typeof disk>>().mockImplementation(disk(0, 1_000));
  const room = createDiskRoom('/data', { ...limits, measure });
  await Promise.all([room.hasRoom(), room.hasRoom()]);
  expect(measure).toHaveBeenCalledTimes(1);
  measure.mockImplementation(disk(1_000, 1_000));
  expect(await room.hasRoom()).toBe(false);
  clock.mockReturnValue(1_000);
  expect(await room.hasRoom()).toBe(true);
  clock.mockRestore();
});

it('has room where the disk does not say', async () => {
  expect(await createDiskRoom('/nowhere/at/all', limits).hasRoom()).toBe(true);
});

it('asks the real disk', async () => {
  expect(
    await createDiskRoom(import.meta.dirname, { ...limits, minFreeBytes: 1, minFreeRatio: 0 }).hasRoom(),
  ).toBe(true);
  expect(await createDiskRoom(import.meta.dirname, { ...limits, minFreeRatio: 1 }).hasRoom()).toBe(false);
});
