import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCommon, maxComparisons } from './common-subsequence.ts';

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

  it('are found 500 words away in the fastest speech of five minutes', () => {
    const before = Int32Array.from({ length: 1_200 }, (_, index) => index);
    const after = before.map((_, index) => (index < 500 ? 2_000 + index : index - 500));
    expect(findCommon(before, after)).toEqual(Array.from({ length: 700 }, (_, at) => [at, at + 500]));
  });

  it.each([
    [890, 3_000],
    [890, 10_000],
    [10_000, 890],
    [1_500, 3_000],
    [3_000, 3_000],
    [200, 10_000],
    [3_000, 10],
  ])('are found among %d words in %d without comparing every pair each time', (length, others) => {
    let comparisons = 0;
    const b = new Proxy(new Int32Array(others).fill(1), {
      get: (target, key) => {
        comparisons += typeof key === 'string' && /^\d+$/.test(key) ? 1 : 0;
        return Reflect.get(target, key) as unknown;
      },
    });
    findCommon(new Int32Array(length), b);
    expect(comparisons).toBeLessThan(2 * maxComparisons);
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
