import { tickStep } from 'd3-array';
import { area, line } from 'd3-shape';

export interface PlotPoint {
  readonly x: number;
  /** Null where the value is not known, which interrupts the line. */
  readonly y: number | null;
}

/** The part of the plane that a picture shows, from zero upwards. */
export interface PlotFrame {
  readonly first: number;
  readonly last: number;
  readonly top: number;
}

/** The sides of the picture, which is stretched to its place. */
export const plotSize = 100;

/** Returns evenly spaced marks from zero to at least `highest`, at round whole numbers. */
export function toMarks(highest: number): number[] {
  const reached = Math.max(1, highest);
  const step = Math.max(1, tickStep(0, reached, 3));
  return Array.from({ length: Math.ceil(reached / step) + 1 }, (_, mark) => mark * step);
}

/** Returns the path along the points, and that of the area below them. Both are empty without a known value. */
export function toPaths(
  points: readonly PlotPoint[],
  { first, last, top }: PlotFrame,
): { readonly line: string; readonly area: string } {
  const toX = ({ x }: PlotPoint) => ((x - first) / Math.max(1, last - first)) * plotSize;
  const toY = ({ y }: PlotPoint) => (1 - (y ?? 0) / top) * plotSize;
  const isKnown = ({ y }: PlotPoint) => y !== null;
  return {
    line: line(toX, toY).defined(isKnown)(points) ?? '',
    area: area(toX, plotSize, toY).defined(isKnown)(points) ?? '',
  };
}
