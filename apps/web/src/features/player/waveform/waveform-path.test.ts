import { describe, expect, it } from 'vitest';
import { toPath, toStrokePx } from './waveform-path.ts';

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
