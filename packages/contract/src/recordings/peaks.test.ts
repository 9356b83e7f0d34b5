import { array, assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { decodePeaks, energyOf, toPeaks } from './peaks.ts';

describe('energyOf', () => {
  const samples = Float32Array.of(1, -0.5, 0.5, 0);

  it('is the mean of the squares of a window', () => {
    expect(energyOf(samples, 0, 2)).toBe(0.625);
    expect(energyOf(samples, 1, 3)).toBe(0.25);
    expect(energyOf(samples, 2, 4)).toBe(0.125);
  });

  it('counts missing samples as silence', () => {
    expect(energyOf(samples, 3, 5)).toBe(0);
    expect(energyOf(samples, 0, 8)).toBe(0.1875);
  });

  it('is 0 for an empty window', () => {
    expect(energyOf(samples, 1, 1)).toBe(0);
    expect(energyOf(samples, 2, 1)).toBe(0);
  });
});

describe('toPeaks', () => {
  it('is a hundred bars of silence for no sound', () => {
    expect(toPeaks([])).toEqual(Array(100).fill(0));
    expect(toPeaks([0, 0, 0])).toEqual(Array(100).fill(0));
  });

  it('gives the loudest bar 100, and a bar of half its amplitude 100 × 0.5 ^ 0.7', () => {
    const peaks = toPeaks([...Array<number>(50).fill(1), ...Array<number>(50).fill(0.25)]);
    expect(peaks).toEqual([...Array<number>(50).fill(100), ...Array<number>(50).fill(62)]);
  });

  it('averages the energies of each slice', () => {
    const quietThenLoud = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? 0 : 0.5));
    quietThenLoud[0] = 0.5;
    const [first, ...others] = toPeaks(quietThenLoud);
    expect(first).toBe(100);
    expect(new Set(others)).toEqual(new Set([Math.round(100 * Math.sqrt(0.5) ** 0.7)]));
  });

  it('gives an even sound even bars, also if slices differ by a window', () => {
    expect(toPeaks(Array<number>(150).fill(0.25))).toEqual(Array(100).fill(100));
  });

  it('stretches few windows over all bars', () => {
    expect(toPeaks([1, 0.25])).toEqual([...Array<number>(50).fill(100), ...Array<number>(50).fill(62)]);
    expect(new Set(toPeaks([1, 0.25, 1]))).toEqual(new Set([100, 62]));
  });

  it('does not raise inaudible noise to the loudness of a voice', () => {
    expect(Math.max(...toPeaks(Array<number>(100).fill(1e-10)))).toBe(20);
    expect(Math.max(...toPeaks(Array<number>(100).fill(1e-8)))).toBe(100);
  });
});

describe('the text of peaks', () => {
  it('holds them all, in their order', () => {
    assert(
      property(array(integer({ min: 0, max: limits.recording.peakMax })), (peaks) => {
        expect(decodePeaks(peaks.join(','))).toEqual(peaks);
      }),
    );
  });

  it('is empty for none', () => {
    expect(decodePeaks('')).toEqual([]);
  });
});
