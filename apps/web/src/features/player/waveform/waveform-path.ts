const strokeRatio = 0.54;

export const toStrokePx = (widthPx: number, bars: number): number =>
  Math.round((widthPx / bars) * strokeRatio * 10) / 10;

/** Returns one SVG path: a centred vertical stroke for each bar, one unit wide; the round caps stay inside `height`. */
export function toPath(bars: readonly number[], height: number, strokePx: number): string {
  return bars
    .map((ratio, bar) => {
      const half = Math.max(0, ratio * height - strokePx) / 2;
      // A zero-length stroke has no caps in some browsers.
      return `M${bar + 0.5} ${(height / 2 - half).toFixed(1)}v${Math.max(0.1, half * 2).toFixed(1)}`;
    })
    .join('');
}
