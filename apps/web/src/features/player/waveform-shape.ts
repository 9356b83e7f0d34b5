const barPitchPx = 4;
/** The quietest bar is a dot, not nothing. */
const leastRatio = 0.1;

/** How many bars of the design fit into a width; never more than there are peaks to show. */
export const countBars = (widthPx: number, peaks: number): number =>
  Math.max(1, Math.min(Math.floor(widthPx / barPitchPx), peaks));

/** The loudest peak under each bar, as ratios of the loudest of all: a soft voice fills the picture too. */
export function toBars(peaks: readonly number[], count: number): number[] {
  const loudest = Math.max(1, ...peaks);
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count));
    return Math.max(leastRatio, Math.max(0, ...peaks.slice(from, to)) / loudest);
  });
}

/** One SVG path: a vertical stroke a bar, one unit wide, centred; the round caps stay inside `height`. */
export function toPath(bars: readonly number[], height: number, strokeWidth: number): string {
  return bars
    .map((ratio, bar) => {
      const half = Math.max(0, ratio * height - strokeWidth) / 2;
      // A stroke of no length has no caps in some browsers.
      return `M${bar + 0.5} ${(height / 2 - half).toFixed(1)}v${Math.max(0.1, half * 2).toFixed(1)}`;
    })
    .join('');
}
