import { array, assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { countBars, decodePeaks, energyOf, toBars, toPeaks } from './waveform.ts';

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
  it('returns a hundred silent bars without any sound', () => {
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
  it('contains all peaks in their order', () => {
    assert(
      property(array(integer({ min: 0, max: limits.recording.peakMax })), (peaks) => {
        expect(decodePeaks(peaks.join(','))).toEqual(peaks);
      }),
      { seed: 1 },
    );
  });

  it('is empty without peaks', () => {
    expect(decodePeaks('')).toEqual([]);
  });
});

describe('toBars', () => {
  it('shows the loudest peak under each bar', () => {
    expect(toBars([0, 100, 20, 50], 2)).toEqual([1, 0.5]);
  });

  it('covers every peak when the numbers do not divide', () => {
    const peaks = Array.from({ length: 100 }, (_, index) => (index === 99 ? 100 : 0));
    expect(toBars(peaks, 47).at(-1)).toBe(1);
  });

  it('shows the differences of a voice that never falls silent', () => {
    expect(toBars([60, 70, 80, 65], 4)).toEqual([0.1, 0.5, 1, 0.25]);
  });

  it('draws a soft voice as tall as a strong one, a steady tone tall, and silence as dots', () => {
    expect(toBars([0, 4, 8], 3)).toEqual([0.1, 0.5, 1]);
    expect(toBars([50, 50], 2)).toEqual([1, 1]);
    expect(toBars([0, 0], 2)).toEqual([0.1, 0.1]);
    expect(toBars([], 2)).toEqual([0.1, 0.1]);
  });
});

describe('countBars', () => {
  it('fills the width with no more bars than peaks', () => {
    expect(countBars(190, 100)).toBe(47);
    expect(countBars(463, 100)).toBe(77);
    expect(countBars(900, 100)).toBe(100);
    expect(countBars(0, 100)).toBe(1);
    expect(countBars(900, 60)).toBe(60);
    expect(countBars(900, 200)).toBe(limits.recording.peaks);
  });
});
