import { describe, expect, it } from 'vitest';
import { countBars, toPath, toStrokePx } from './waveform-bars.ts';

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

describe('toPath', () => {
  it('centres each bar and keeps its caps inside the height', () => {
    expect(toPath([1, 0.5], 40, 2)).toBe('M0.5 1.0v38.0M1.5 11.0v18.0');
  });
});
