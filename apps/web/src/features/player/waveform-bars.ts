/** The width of a bar and its gap. */
const pitch = { narrowPx: 4, widePx: 6, wideFromPx: 320 } as const;
const strokeRatio = 0.54;
/** The quietest bar is a dot, not empty space. */
const leastRatio = 0.1;

/** Returns how many bars fit into a width; never more than there are peaks. */
export function countBars(widthPx: number, peaks: number): number {
  const pitchPx = widthPx >= pitch.wideFromPx ? pitch.widePx : pitch.narrowPx;
  return Math.max(1, Math.min(Math.floor(widthPx / pitchPx), peaks));
}

export const toStrokePx = (widthPx: number, bars: number): number =>
  Math.round((widthPx / bars) * strokeRatio * 10) / 10;

/**
 * Returns the peak of the quietest tenth, but at most three quarters of the loudest, so that a steady tone stays tall.
 */
function toFloor(peaks: readonly number[], loudest: number): number {
  const quiet = peaks.toSorted((one, other) => one - other)[Math.floor(peaks.length / 10)] ?? 0;
  return Math.min(quiet, loudest * 0.75);
}

/**
 * Returns the loudest peak under each bar, as a ratio from nearly 0 to 1. Speech is almost evenly loud over seconds, so
 * the scale starts at the quiet parts of the recording.
 */
export function toBars(peaks: readonly number[], count: number): number[] {
  const loudest = Math.max(1, ...peaks);
  const floor = toFloor(peaks, loudest);
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count));
    const peak = Math.max(0, ...peaks.slice(from, to));
    return Math.max(leastRatio, (peak - floor) / (loudest - floor));
  });
}

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
