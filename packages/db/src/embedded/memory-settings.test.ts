import { describe, expect, it } from 'vitest';
import { readMemoryBytes, toMemorySettings } from './memory-settings.ts';

const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;
const inMebibytes = (value: string): number => Number(/^(\d+)MB$/.exec(value)?.[1]);

describe('the settings of the embedded PostgreSQL', () => {
  it.each([
    { memory: 256 * mebibyte, expected: ['32MB', '128MB', '2MB', '16MB'] },
    { memory: 512 * mebibyte, expected: ['64MB', '256MB', '2MB', '16MB'] },
    { memory: gibibyte, expected: ['128MB', '512MB', '4MB', '32MB'] },
    { memory: 4 * gibibyte, expected: ['512MB', '2048MB', '16MB', '128MB'] },
    { memory: 64 * gibibyte, expected: ['2048MB', '32768MB', '16MB', '256MB'] },
    { memory: 1_024 * gibibyte, expected: ['2048MB', '65536MB', '16MB', '256MB'] },
  ])('grow with the memory, up to a limit: $memory bytes', ({ memory, expected }) => {
    expect(Object.values(toMemorySettings(memory))).toEqual(expected);
  });

  it('leave half of the memory of a small machine free, even if every connection sorts', () => {
    for (let memory = 512 * mebibyte; memory <= 64 * gibibyte; memory += 128 * mebibyte) {
      const settings = toMemorySettings(memory);
      const most =
        inMebibytes(settings.shared_buffers) +
        60 * inMebibytes(settings.work_mem) +
        3 * inMebibytes(settings.maintenance_work_mem);
      expect(most).toBeLessThanOrEqual(memory / mebibyte / 2);
    }
  });
});

describe('the memory of this machine', () => {
  it('is that of the container if its limit is lower', () => {
    expect(readMemoryBytes(gibibyte, 8 * gibibyte)).toBe(gibibyte);
    expect(readMemoryBytes(16 * gibibyte, 8 * gibibyte)).toBe(8 * gibibyte);
  });

  it('is the whole memory without a limit', () => {
    expect(readMemoryBytes(0, 8 * gibibyte)).toBe(8 * gibibyte);
    expect(readMemoryBytes(2 ** 64, 8 * gibibyte)).toBe(8 * gibibyte);
    expect(readMemoryBytes()).toBeGreaterThan(0);
  });
});
