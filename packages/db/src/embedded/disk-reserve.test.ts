import { mkdtemp, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canMount, mountSmallDisk } from '@relato/testing/small-disk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiskReserve } from './disk-reserve.ts';

const megabyte = 1_048_576;
const bytes = 3 * megabyte;

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relato-reserve-'));
  file = join(folder, 'postgres.reserve');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );

it('REL-33: the reserve takes its full space, also after an incomplete one', async () => {
  await writeFile(file, 'cut off');
  const reserve = createDiskReserve(file, { bytes: bytes + 10, minFreeBytes: 0 });
  await reserve.keep();
  expect(await sizeOf(file)).toBe(bytes + 10);
  // A file of zeros would take no space on a compressing disk.
  expect(new Set(await readFile(file)).size).toBe(256);
  const { mtimeMs } = await stat(file);
  await reserve.keep();
  expect((await stat(file)).mtimeMs).toBe(mtimeMs);
});

it('keeps the reserve while there is space, and ignores a folder of unknown space', async () => {
  const reserve = createDiskReserve(file, { bytes, minFreeBytes: 0 });
  await reserve.keep();
  expect(await reserve.release()).toBe(false);
  expect(await sizeOf(file)).toBe(bytes);
  const nowhere = createDiskReserve('/nowhere/at/all', { bytes, minFreeBytes: 0 });
  await nowhere.keep();
  expect(await nowhere.release()).toBe(false);
});

const freeBytes = async (): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

describe.runIf(canMount())('on a small disk', () => {
  let unmount: () => Promise<void>;
  beforeEach(async () => {
    unmount = await mountSmallDisk(folder, { bytes: 10 * megabyte, maxFiles: 100 });
  });
  afterEach(() => unmount());

  it('REL-33: the reserve is deleted once on a full disk, and recreated when there is space', async () => {
    const reserve = createDiskReserve(file, { bytes, minFreeBytes: megabyte });
    await reserve.keep();
    const filler = join(folder, 'filler');
    await writeFile(filler, Buffer.alloc(await freeBytes()));
    expect(await freeBytes()).toBe(0);
    // Both run at the same moment, as a timer may cause.
    const [released] = await Promise.all([reserve.release(), reserve.keep()]);
    expect(released).toBe(true);
    expect(await freeBytes()).toBe(bytes);
    expect(await reserve.release()).toBe(false);
    await rm(filler);
    await reserve.keep();
    expect(await sizeOf(file)).toBe(bytes);
  });

  it('is not created where it would leave uploads no space', async () => {
    await createDiskReserve(file, { bytes, minFreeBytes: 8 * megabyte }).keep();
    expect(await sizeOf(file)).toBe(null);
  });
});
