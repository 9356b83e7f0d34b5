import { limits } from '../limits.ts';

/** Returns the energy of a window of sound: the mean of the squares of its samples, each from -1 to 1. */
export function energyOf(samples: Float32Array, start: number, end: number): number {
  let sum = 0;
  for (let index = start; index < end; index += 1) sum += (samples[index] ?? 0) ** 2;
  return end > start ? sum / (end - start) : 0;
}

/** Reads the peaks of a story, which SQL writes as one text with commas between. An empty text holds none. */
export const decodePeaks = (text: string): number[] => (text === '' ? [] : text.split(',').map(Number));

/**
 * Returns the bars of a waveform, `limits.recording.peaks` integers from 0 to `peakMax`, from the energies of windows of
 * equal length. Each bar is the root mean square of its slice against the loudest slice, to the power of 0.7, which makes
 * quiet speech as visible as it is audible.
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
