/** The quietest bar is a dot, not empty space. */
const leastRatio = 0.1;

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
