import type { DayFigures, SpaceTrend } from '@relato/contract/admin/types';
import { adminLimits } from '@relato/contract/admin/limits';
import { dayMs, toUtcDay } from '@relato/contract/text/days';
import type { PlotPoint } from '../../../../ui/plot/plot-paths.ts';

/** Returns the place of a day on the horizontal axis. */
export const toPlace = (day: string): number => Date.parse(day) / dayMs;

export const toDay = ({ x }: PlotPoint): string => toUtcDay(new Date(x * dayMs));

/** A point of a day whose figure is known. */
export interface KnownPoint extends PlotPoint {
  readonly y: number;
}

/** Returns the points of a figure, beginning with the first day on which it is known. */
export function toPoints(
  days: readonly DayFigures[],
  toFigure: (day: DayFigures) => number | null,
): readonly PlotPoint[] {
  const points = days.map((day) => ({ x: toPlace(day.day), y: toFigure(day) }));
  const first = points.findIndex(isKnown);
  return first === -1 ? [] : points.slice(first);
}

const isKnown = (point: PlotPoint): point is KnownPoint => point.y !== null;

/** The known points that a sentence about a figure names. */
export interface Extremes {
  readonly first: KnownPoint;
  readonly last: KnownPoint;
  readonly highest: KnownPoint;
}

/** Returns null for fewer than two known points, of which nothing can be drawn. */
export function toExtremes(points: readonly PlotPoint[]): Extremes | null {
  const known = points.filter(isKnown);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last || first === last) return null;
  return { first, last, highest: known.reduce((high, each) => (each.y > high.y ? each : high)) };
}

/**
 * Returns the point that the use reaches from the last one at the rate of the trend, after as many days as the trend covers,
 * or when the space is full. Returns null without a trend.
 */
export function toForecast(last: KnownPoint, trend: SpaceTrend | undefined): KnownPoint | null {
  if (trend === undefined || trend.bytesPerDay === null) return null;
  const { trendDays } = adminLimits.space;
  const days = trend.fullOn === null ? trendDays : Math.min(trendDays, toPlace(trend.fullOn) - last.x);
  if (days <= 0) return null;
  return { x: last.x + days, y: Math.max(0, last.y + days * trend.bytesPerDay) };
}
