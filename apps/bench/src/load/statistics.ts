/** Returns the value below which this share of the sorted values lies, or NaN if there are none. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function toSpread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [
    sorted[sorted.length % 2 === 0 ? middle - 1 : middle],
    sorted[middle],
  ];
  return { median: (low + high) / 2, min: sorted.at(0) ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

export const median = (values: readonly number[]): number => toSpread(values).median;
