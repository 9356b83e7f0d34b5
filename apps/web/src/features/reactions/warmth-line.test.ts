import { limits } from '@relato/contract/limits';
import type { WarmSlice } from '@relato/contract/reactions/types';
import { expect, it } from 'vitest';
import { findRising, findWarmest, toParts } from './warmth-line.ts';

const warmAt = (slice: number, warmth: number, atMs = slice * 1_000): WarmSlice => ({
  slice,
  warmth,
  atMs,
  sign: 'heart',
});

it('returns one part for each slice, and 0 for a slice without signs', () => {
  const parts = toParts([warmAt(0, 0.2), warmAt(2, 1)]);
  expect(parts).toHaveLength(limits.reactions.slices);
  expect(parts.slice(0, 4)).toEqual([0.2, 0, 1, 0]);
});

it('names the warmest parts in order of time', () => {
  const warm = [warmAt(1, 0.3), warmAt(4, 0.9), warmAt(8, 0.1), warmAt(9, 1)];
  expect(findWarmest(warm, 3).map(({ slice }) => slice)).toEqual([1, 4, 9]);
});

it('shows a sign from its moment on for one second', () => {
  const warm = [warmAt(0, 1, 5_000), warmAt(1, 1, 5_500)];
  expect([4_999, 5_000, 5_500, 6_499, 6_500].map((ms) => findRising(warm, ms)?.slice)).toEqual([
    undefined,
    0,
    1,
    1,
    undefined,
  ]);
});
