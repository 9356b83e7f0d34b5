import { describe, expect, it } from 'vitest';
import { countBars, toBars, toPath, toStrokePx } from './waveform-bars.ts';

describe('countBars', () => {
  it('fills the width with no more bars than peaks', () => {
    expect(countBars(190, 100)).toBe(47);
    expect(countBars(463, 100)).toBe(77);
    expect(countBars(900, 100)).toBe(100);
    expect(countBars(0, 100)).toBe(1);
  });
});

describe('toStrokePx', () => {
  it('leaves about half of the width to the gaps', () => {
    expect(toStrokePx(188, 47)).toBe(2.2);
    expect(toStrokePx(600, 100)).toBe(3.2);
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

describe('toPath', () => {
  it('centres each bar and keeps its caps inside the height', () => {
    expect(toPath([1, 0.5], 40, 2)).toBe('M0.5 1.0v38.0M1.5 11.0v18.0');
  });
});
