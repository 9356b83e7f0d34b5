import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCommon } from './common-subsequence.ts';

const toArray = (text: string): Int32Array => Int32Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
const find = (a: string, b: string, widths?: number[]) => findCommon(toArray(a), toArray(b), widths);

describe('the common elements of two texts', () => {
  it('are found in changed, replaced and moved parts', () => {
    expect(find('abcde', 'abXde')).toEqual([
      [0, 0],
      [1, 1],
      [3, 3],
      [4, 4],
    ]);
    expect(find('abcdefgh', 'fgh')).toEqual([
      [5, 0],
      [6, 1],
      [7, 2],
    ]);
    expect(find('', 'abc')).toEqual([]);
    expect(find('abc', '')).toEqual([]);
  });

  it('are the same for a full comparison and for one that starts near the diagonal', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 30 });
    const everything = 60;
    const check = fc.property(text, text, fc.integer({ min: 0, max: 5 }), (a, b, width) => {
      expect(find(a, b, [width, width * 2 + 1, everything])).toEqual(find(a, b, [everything]));
    });
    fc.assert(check, { numRuns: 3_000, seed: 1 });
  });

  it('are the same after a few distant edits', () => {
    const edit = fc.record({
      at: fc.nat(199),
      replaced: fc.nat(2),
      by: fc.string({ unit: fc.constantFrom('a', 'b', 'z'), maxLength: 2 }),
    });
    const check = fc.property(fc.array(edit, { maxLength: 5 }), (edits) => {
      const before = Array.from(
        { length: 200 },
        (_, index) => 'abcdefg'[(index * 5 + (index >> 3)) % 7],
      ).join('');
      const after = edits.reduce(
        (text, { at, replaced, by }) => text.slice(0, at) + by + text.slice(at + replaced),
        before,
      );
      expect(find(before, after)).toEqual(find(before, after, [500]));
    });
    fc.assert(check, { numRuns: 200, seed: 1 });
  });

  it('are in order and equal, even if the last width misses some', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 30 });
    const check = fc.property(text, text, (a, b) => {
      const pairs = find(a, b, [1]);
      expect(pairs.every(([i, j]) => a[i] === b[j])).toBe(true);
      expect(
        pairs.every(
          ([i, j], index) =>
            index === 0 || (i > (pairs[index - 1]?.[0] ?? 0) && j > (pairs[index - 1]?.[1] ?? 0)),
        ),
      ).toBe(true);
      expect(pairs.every(([i, j]) => Math.abs(j - i) <= Math.abs(b.length - a.length) + 1)).toBe(true);
    });
    fc.assert(check, { numRuns: 1_000, seed: 1 });
  });
});
