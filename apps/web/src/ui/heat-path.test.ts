import { expect, it } from 'vitest';
import { toHeatPath } from './heat-path.ts';

it('draws a point for each part, the warmest at the top, and spreads the heat to adjacent parts', () => {
  const points = toHeatPath([0.2, 0, 1, 0, 0], 10).split(/[MC]/u).slice(1);
  expect(points.map((point) => point.split(' ').slice(-2).join(' '))).toEqual([
    '0.5 8.0',
    '1.5 5.0',
    '2.5 0.0',
    '3.5 5.0',
    '4.5 10.0',
  ]);
  expect(points[1]).toBe('1 8.0 1 5.0 1.5 5.0');
});
