import { describe, expect, it } from 'vitest';
import { adminLimits } from './limits.ts';
import { toSpaceTrend, type DayUse } from './space-trend.ts';

const gigabyte = 1e9;
const { minDays, horizonDays } = adminLimits.space;

/** Returns the uses of consecutive days from the first of March on. */
const fromMarch = (gigabytes: readonly (number | null)[]): DayUse[] =>
  gigabytes.flatMap((bytes, at) =>
    bytes === null ? [] : [{ day: `2026-03-${String(at + 1).padStart(2, '0')}`, bytes: bytes * gigabyte }],
  );
const growing = fromMarch([10, 11, 12, 13, 14, 15, 16]);

describe('the trend of the used space', () => {
  it('is null before enough days were measured', () => {
    const none = { bytesPerDay: null, fullOn: null };
    expect(toSpaceTrend([], 1)).toEqual({ days: 0, ...none });
    expect(toSpaceTrend(growing.slice(1), 20 * gigabyte)).toEqual({ days: minDays - 1, ...none });
  });

  it('contains the day on which the space is used up', () => {
    expect(toSpaceTrend(growing, 20 * gigabyte)).toEqual({
      days: minDays,
      bytesPerDay: gigabyte,
      fullOn: '2026-03-11',
    });
    expect(toSpaceTrend(growing, 20.9 * gigabyte).fullOn).toBe('2026-03-11');
    expect(toSpaceTrend(growing, 42 * gigabyte).fullOn).toBe('2026-04-02');
  });

  it('fits a line to all days, even if some are missing', () => {
    const { bytesPerDay } = toSpaceTrend(fromMarch([10, 10, 10, 10, 10, 10, 24]), null);
    expect(bytesPerDay).toBe(1.5 * gigabyte);
    const gaps = fromMarch([10, null, 12, 13, null, 15, 16, null, 18, 19]);
    expect(toSpaceTrend(gaps, 25.5 * gigabyte)).toEqual({
      days: 7,
      bytesPerDay: expect.closeTo(gigabyte),
      fullOn: '2026-03-16',
    });
  });

  it('contains no day if the use shrinks or stays, or without a capacity', () => {
    expect(
      toSpaceTrend(
        growing.map((use, at) => ({ ...use, bytes: gigabyte * (9 - at) })),
        9 * gigabyte,
      ),
    ).toEqual({
      days: minDays,
      bytesPerDay: -gigabyte,
      fullOn: null,
    });
    const level = growing.map((use) => ({ ...use, bytes: gigabyte }));
    expect(toSpaceTrend(level, gigabyte)).toEqual({ days: minDays, bytesPerDay: 0, fullOn: null });
    expect(toSpaceTrend(growing, null).fullOn).toBeNull();
  });

  it('contains no day that is too far, and the last measured one for a full disk', () => {
    expect(toSpaceTrend(growing, (16 + horizonDays) * gigabyte).fullOn).toBe('2029-03-06');
    expect(toSpaceTrend(growing, (17 + horizonDays) * gigabyte).fullOn).toBeNull();
    expect(toSpaceTrend(growing, 15 * gigabyte).fullOn).toBe('2026-03-07');
  });
});
