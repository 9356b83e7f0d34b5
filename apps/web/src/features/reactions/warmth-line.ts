import { limits } from '@relato/contract/limits';
import type { WarmSlice } from '@relato/contract/reactions/types';

const { slices } = limits.reactions;
/** A part warms those beside it a little, so that the line rises and falls. */
const spread = [0.5, 1, 0.5];

/** Returns a smooth SVG path through the middle of each part: 1 wide each, and as high as they are warm, from `height` up to 0. */
export function toWarmthPath(warm: readonly WarmSlice[], height: number): string {
  const own = Array.from({ length: slices }, () => 0);
  for (const { slice, warmth } of warm) own[slice] = warmth;
  const smooth = own.map((_, at) =>
    Math.max(...spread.map((share, beside) => share * (own[at + beside - 1] ?? 0))),
  );
  const points = smooth.map((warmth, at) => ({ x: at + 0.5, y: ((1 - warmth) * height).toFixed(1) }));
  return points
    .map(({ x, y }, at) => {
      const before = points[at - 1];
      // Level at each point, so that it overshoots none.
      return before ? `C${x - 0.5} ${before.y} ${x - 0.5} ${y} ${x} ${y}` : `M${x} ${y}`;
    })
    .join('');
}

/** Returns the warmest parts in order of time. */
export const findWarmest = (warm: readonly WarmSlice[], count: number): readonly WarmSlice[] =>
  warm
    .toSorted((a, b) => b.warmth - a.warmth)
    .slice(0, count)
    .toSorted((a, b) => a.atMs - b.atMs);

/** How long after its moment a sign may begin to rise. */
const risingMs = 1_000;

/** Returns the part whose sign rises at a position. */
export const findRising = (warm: readonly WarmSlice[], positionMs: number): WarmSlice | undefined =>
  warm.findLast(({ atMs }) => atMs <= positionMs && positionMs - atMs < risingMs);
