import { limits } from '@relato/contract/limits';
import type { WarmSlice } from '@relato/contract/reactions/types';

const { slices } = limits.reactions;
/** Returns how warm each part of the recording is, from 0 to 1. */
export function toParts(warm: readonly WarmSlice[]): readonly number[] {
  const parts = Array.from({ length: slices }, () => 0);
  for (const { slice, warmth } of warm) parts[slice] = warmth;
  return parts;
}

/** Returns the warmest parts in order of time. */
export const findWarmest = (warm: readonly WarmSlice[], count: number): readonly WarmSlice[] =>
  warm
    .toSorted((a, b) => b.warmth - a.warmth)
    .slice(0, count)
    .toSorted((a, b) => a.atMs - b.atMs);

/** A sign can start its animation this long after its moment. */
const risingMs = 1_000;

/** Returns the part whose sign starts to rise at a position. */
export const findRising = (warm: readonly WarmSlice[], positionMs: number): WarmSlice | undefined =>
  warm.findLast(({ atMs }) => atMs <= positionMs && positionMs - atMs < risingMs);
