import { limits } from '../limits.ts';
import type { SpaceTrend } from './types.ts';

/** What was used on a day of UTC. */
export interface DayUse {
  readonly day: string;
  readonly bytes: number;
}

const dayMs = 86_400_000;
const toDays = (day: string): number => Date.parse(day) / dayMs;
const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/**
 * Returns how use grows, by least squares, and when it reaches the capacity from where it was last. The days are in their order; any
 * may lack.
 */
export function toSpaceTrend(uses: readonly DayUse[], capacityBytes: number | null): SpaceTrend {
  const last = uses.at(-1);
  if (!last || uses.length < limits.space.minDays)
    return { days: uses.length, bytesPerDay: null, fullOn: null };
  const bytesPerDay = toSlope(uses.map(({ day, bytes }) => [toDays(day), bytes]));
  const daysLeft = capacityBytes === null ? Infinity : Math.max(0, capacityBytes - last.bytes) / bytesPerDay;
  const isInSight = bytesPerDay > 0 && daysLeft <= limits.space.horizonDays;
  return {
    days: uses.length,
    bytesPerDay,
    fullOn: isInSight ? toDay(toDays(last.day) + Math.floor(daysLeft)) : null,
  };
}

/** Returns the slope of the line that is nearest to the points, by the squares of the distances. */
function toSlope(points: readonly (readonly [x: number, y: number])[]): number {
  const meanX = meanOf(points.map(([x]) => x));
  const meanY = meanOf(points.map(([, y]) => y));
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

const toDay = (days: number): string => new Date(days * dayMs).toISOString().slice(0, 10);
