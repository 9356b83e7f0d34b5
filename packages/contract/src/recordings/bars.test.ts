import { describe, expect, it } from 'vitest';
import { toBars } from './bars.ts';

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
