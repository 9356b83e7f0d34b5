import { dayMs, toUtcDay } from '../text/days.ts';
import { adminLimits } from './limits.ts';
import type { SpaceTrend } from './types.ts';

/** The used space on a day in UTC. */
export interface DayUse {
  readonly day: string;
  readonly bytes: number;
}

const toDays = (day: string): number => Date.parse(day) / dayMs;
const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/**
 * Returns the growth by least squares, and the day on which the last use reaches the capacity at that rate. The days are in
 * order, and any may be missing.
 */
export function toSpaceTrend(uses: readonly DayUse[], capacityBytes: number | null): SpaceTrend {
  const last = uses.at(-1);
  if (!last || uses.length < adminLimits.space.minDays)
    return { days: uses.length, bytesPerDay: null, fullOn: null };
  const bytesPerDay = toSlope(uses.map(({ day, bytes }) => [toDays(day), bytes]));
  const daysLeft = capacityBytes === null ? Infinity : Math.max(0, capacityBytes - last.bytes) / bytesPerDay;
  const isInSight = bytesPerDay > 0 && daysLeft <= adminLimits.space.horizonDays;
  return {
    days: uses.length,
    bytesPerDay,
    fullOn: isInSight ? toUtcDay(new Date((toDays(last.day) + Math.floor(daysLeft)) * dayMs)) : null,
  };
}

/** Returns the slope of a least-squares line through the points. */
function toSlope(points: readonly (readonly [x: number, y: number])[]): number {
  const meanX = meanOf(points.map(([x]) => x));
  const meanY = meanOf(points.map(([, y]) => y));
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
