import { adminLimits } from '@relato/contract/admin/limits';
import { describe, expect, it } from 'vitest';
import { toDay, toExtremes, toForecast, toPlace, toPoints } from './day-points.ts';

const days = [null, 4, null, 9, 7].map((users, at) => ({
  day: `2026-11-${21 + at}`,
  diskUsedBytes: null,
  databaseBytes: 1,
  users,
  stories: null,
  publicStories: null,
  oldestReportSeconds: null,
}));
const x = toPlace('2026-11-22');
const points = [
  { x, y: 4 },
  { x: x + 1, y: null },
  { x: x + 2, y: 9 },
  { x: x + 3, y: 7 },
];

describe('the points of a figure', () => {
  it('begin with the first day on which it is known', () => {
    expect(toPoints(days, ({ users }) => users)).toEqual(points);
    expect(toPoints(days, ({ stories }) => stories)).toEqual([]);
  });

  it('have a first, a last and a highest one, if two are known', () => {
    const [first, , highest, last] = points;
    expect(toExtremes(points)).toEqual({ first, last, highest });
    expect(toExtremes(points.slice(0, 2))).toBeNull();
    expect(toExtremes([])).toBeNull();
  });
});

describe('the forecast', () => {
  const last = { x: toPlace('2026-11-30'), y: 100 };
  const { trendDays } = adminLimits.space;
  const growing = { days: 10, bytesPerDay: 2, fullOn: null };

  it('continues from the last day at the rate of the trend', () => {
    expect(toForecast(last, growing)).toEqual({ x: last.x + trendDays, y: 100 + 2 * trendDays });
  });

  it('ends on the day on which the space is full, and never below zero', () => {
    const full = toForecast(last, { ...growing, fullOn: '2026-12-10' });
    expect(full?.y).toBe(120);
    expect(full && toDay(full)).toBe('2026-12-10');
    expect(toForecast(last, { ...growing, bytesPerDay: -50 })?.y).toBe(0);
  });

  it('is null without a trend, and once the space is full', () => {
    expect(toForecast(last, undefined)).toBeNull();
    expect(toForecast(last, { ...growing, bytesPerDay: null })).toBeNull();
    expect(toForecast(last, { ...growing, fullOn: '2026-11-30' })).toBeNull();
  });
});
