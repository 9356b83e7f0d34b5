import { totalmem } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readMemoryBytes, toHeapFlags } from '../heap-flags.mjs';

const gibibyte = 1024 ** 3;

describe('the heap of the server', () => {
  it.each([
    { memory: gibibyte / 4, semiSpace: 1, oldSpace: 192 },
    { memory: gibibyte, semiSpace: 2, oldSpace: 256 },
    { memory: 2 * gibibyte, semiSpace: 4, oldSpace: 512 },
    { memory: 64 * gibibyte, semiSpace: 4, oldSpace: 1_024 },
  ])('grows with the memory, up to a limit: $memory bytes', ({ memory, semiSpace, oldSpace }) => {
    expect(toHeapFlags(memory)).toEqual([
      `--max-semi-space-size=${semiSpace}`,
      `--max-old-space-size=${oldSpace}`,
    ]);
  });

  it('keeps the settings of NODE_OPTIONS', () => {
    expect(toHeapFlags(gibibyte, '--enable-source-maps --max-old-space-size=900')).toEqual([
      '--max-semi-space-size=2',
    ]);
    expect(toHeapFlags(gibibyte, '--max_semi_space_size=16')).toEqual(['--max-old-space-size=256']);
  });

  it('uses the memory of the machine or of its container', () => {
    expect(readMemoryBytes()).toBeGreaterThan(0);
    expect(readMemoryBytes()).toBeLessThanOrEqual(totalmem());
  });
});
