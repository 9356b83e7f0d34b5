import { expect, it } from 'vitest';
import { toLevel } from './level-meter.ts';

it('maps silence to zero and a raised voice to one', () => {
  expect(toLevel(0)).toBe(0);
  expect(toLevel(1e-7)).toBe(0);
  expect(toLevel(0.2)).toBe(1);
});

it('rises by the same step for each tenfold energy', () => {
  const step = toLevel(1e-3) - toLevel(1e-4);
  expect(step).toBeGreaterThan(0.2);
  expect(toLevel(1e-2) - toLevel(1e-3)).toBeCloseTo(step);
});
