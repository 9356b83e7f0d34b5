import { linesPerShortWindow, type Channel, type Filter } from './read-unit.ts';
import type { Widths } from './tables.ts';

/**
 * Applies the filters of temporal noise shaping (ISO/IEC 14496-3, section 4.6.9) to the lines of a channel. Each covers the
 * bands below the previous one.
 */
export function shapeNoise(spectrum: Float64Array, { windows, filters }: Channel, widths: Widths): void {
  const { isShort, bands } = windows;
  const limit = Math.min(bands, isShort ? widths.shapedShort : widths.shapedLong);
  const starts = [0];
  for (const width of windows.widths) starts.push((starts.at(-1) ?? 0) + width);
  for (const [window, windowFilters] of filters.entries()) {
    const base = window * linesPerShortWindow;
    let top = windows.widths.length;
    for (const filter of windowFilters) {
      const bottom = Math.max(0, top - filter.bands);
      const from = base + (starts[Math.min(bottom, limit)] ?? 0);
      const to = base + (starts[Math.min(top, limit)] ?? 0);
      applyFilter(spectrum.subarray(from, to), filter);
      top = bottom;
    }
  }
}

/** Filters in place: each line minus the weighted lines before it, in the direction of the filter. */
function applyFilter(lines: Float64Array, filter: Filter): void {
  const weights = toWeights(filter);
  if (weights.length === 0) return;
  const step = filter.isDownward ? -1 : 1;
  let at = filter.isDownward ? lines.length - 1 : 0;
  for (let done = 0; done < lines.length; done += 1, at += step) {
    let value = lines[at] ?? 0;
    const reach = Math.min(done, weights.length);
    for (let back = 1; back <= reach; back += 1) {
      value -= (weights[back - 1] ?? 0) * (lines[at - back * step] ?? 0);
    }
    lines[at] = value;
  }
}

/** Section 4.6.9.3: dequantizes the reflection coefficients and converts them to the weights of a linear prediction. */
function toWeights({ coefficients, resolutionBits }: Filter): readonly number[] {
  let weights: readonly number[] = [];
  for (const coefficient of coefficients) {
    const steps = 2 ** (resolutionBits - 1) + (coefficient >= 0 ? -0.5 : 0.5);
    const reflection = Math.sin((coefficient * Math.PI) / 2 / steps);
    const mirrored = weights.toReversed();
    weights = [...weights.map((weight, index) => weight + reflection * (mirrored[index] ?? 0)), reflection];
  }
  return weights;
}
