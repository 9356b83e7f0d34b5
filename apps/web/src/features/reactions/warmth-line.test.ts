import { limits } from '@relato/contract/limits';
import type { WarmSlice } from '@relato/contract/reactions/types';
import { expect, it } from 'vitest';
import { findRising, findWarmest, toWarmthPath } from './warmth-line.ts';

const warmAt = (slice: number, warmth: number, atMs = slice * 1_000): WarmSlice => ({
  slice,
  warmth,
  atMs,
  sign: 'heart',
});

it('draws one point for each part, the warmest at the top, and warms those beside it', () => {
  const path = toWarmthPath([warmAt(0, 0.2), warmAt(2, 1)], 10);
  const points = path.split(/[MC]/u).slice(1);
  expect(points).toHaveLength(limits.reactions.slices);
  expect(points.slice(0, 5).map((point) => point.split(' ').slice(-2).join(' '))).toEqual([
    '0.5 8.0',
    '1.5 5.0',
    '2.5 0.0',
    '3.5 5.0',
    '4.5 10.0',
  ]);
  expect(points[1]).toBe('1 8.0 1 5.0 1.5 5.0');
});

it('names the warmest parts in order of time', () => {
  const warm = [warmAt(1, 0.3), warmAt(4, 0.9), warmAt(8, 0.1), warmAt(9, 1)];
  expect(findWarmest(warm, 3).map(({ slice }) => slice)).toEqual([1, 4, 9]);
});

it('lets a sign rise at its moment, not before, and not for long', () => {
  const warm = [warmAt(0, 1, 5_000), warmAt(1, 1, 5_500)];
  expect([4_999, 5_000, 5_500, 6_499, 6_500].map((ms) => findRising(warm, ms)?.slice)).toEqual([
    undefined,
    0,
    1,
    1,
    undefined,
  ]);
});
