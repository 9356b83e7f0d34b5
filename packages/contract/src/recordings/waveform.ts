import { limits } from '../limits.ts';

/** Returns the energy of a window of sound: the mean of the squares of its samples, each from -1 to 1. */
export function energyOf(samples: Float32Array, start: number, end: number): number {
  let sum = 0;
  for (let index = start; index < end; index += 1) sum += (samples[index] ?? 0) ** 2;
  return end > start ? sum / (end - start) : 0;
}

/** Reads the peaks of a story, which SQL writes as one text with commas. An empty text has no peaks. */
export const decodePeaks = (text: string): number[] => (text === '' ? [] : text.split(',').map(Number));

/**
 * Returns the bars of a waveform, `limits.recording.peaks` integers from 0 to `peakMax`, from the energies of windows of
 * equal length. Each bar is the root mean square of its slice relative to the loudest slice, to the power of 0.7, which
 * makes quiet speech as visible as it is audible.
 */
export function toPeaks(energies: readonly number[]): number[] {
  const { peaks: count, peakMax } = limits.recording;
  const loudness = Array.from({ length: count }, (_, slice) => {
    const from = Math.floor((slice * energies.length) / count);
    const to = Math.max(from + 1, Math.floor(((slice + 1) * energies.length) / count));
    const part = energies.slice(from, to);
    return Math.sqrt(part.reduce((sum, energy) => sum + energy, 0) / Math.max(1, part.length));
  });
  const loudest = Math.max(...loudness, 1e-4);
  return loudness.map((value) => Math.round(peakMax * (value / loudest) ** 0.7));
}

/** Draws the quietest bar as a dot instead of empty space. */
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

/** The width of a bar and its gap. */
const pitch = { narrowPx: 4, widePx: 6, wideFromPx: 320 } as const;

/** Returns how many bars fit into a width, at most the number of peaks and the limit of a waveform. */
export function countBars(widthPx: number, peaks: number): number {
  const pitchPx = widthPx >= pitch.wideFromPx ? pitch.widePx : pitch.narrowPx;
  return Math.max(1, Math.min(Math.floor(widthPx / pitchPx), peaks, limits.recording.peaks));
}
