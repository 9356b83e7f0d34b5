import { describe, expect, it } from 'vitest';
import { toMarks, toPaths } from './plot-paths.ts';

describe('the marks of a plot', () => {
  it('are round whole numbers from zero to at least the highest value', () => {
    expect(toMarks(204)).toEqual([0, 50, 100, 150, 200, 250]);
    expect(toMarks(1_500_000_000)).toEqual([0, 500_000_000, 1_000_000_000, 1_500_000_000]);
    expect(toMarks(3)).toEqual([0, 1, 2, 3]);
  });

  it('are apart even for the smallest values', () => {
    expect(toMarks(1)).toEqual([0, 1]);
    expect(toMarks(0)).toEqual([0, 1]);
  });
});

describe('the paths of a plot', () => {
  const frame = { first: 10, last: 20, top: 8 };

  it('fill the frame from zero upwards', () => {
    const points = [
      { x: 10, y: 0 },
      { x: 15, y: 4 },
      { x: 20, y: 8 },
    ];
    expect(toPaths(points, frame)).toEqual({
      line: 'M0,100L50,50L100,0',
      area: 'M0,100L50,50L100,0L100,100L50,100L0,100Z',
    });
  });

  it('are interrupted where a value is not known', () => {
    const points = [10, 12, 14, 16].map((x, at) => ({ x, y: at === 2 ? null : 8 }));
    expect(toPaths(points, frame).line).toBe('M0,0L20,0M60,0Z');
  });

  it('are empty without a known value', () => {
    expect(toPaths([{ x: 10, y: null }], frame)).toEqual({ line: '', area: '' });
  });
});
