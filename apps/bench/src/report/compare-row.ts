import { rateRatio, type Measured } from '../load/compare.ts';
import { cpuRatio, describe, times } from './figures.ts';
import type { Row } from './rows.ts';

const noteOf = (...measured: readonly Measured[]): string =>
  measured
    .filter(({ failures }) => failures > 0)
    .map(({ name, failures, firstFailure }) => `${name}: ${failures} failed (${firstFailure ?? 'no answer'})`)
    .join('; ');

/**
 * Returns the row that says how our rate relates to that of another server. It must be at least `atLeast` times as high, if that
 * is not null.
 * `whyAbsent` tells why there is no other.
 */
export function toRatioRow(
  workload: string,
  ours: Measured,
  other: Measured | null,
  otherName: string,
  atLeast: number | null,
  whyAbsent = `${otherName} is absent`,
): Row {
  const bar = atLeast === null ? null : `≥ ${atLeast} × ${otherName}`;
  if (!other) return { workload, bar, measured: describe(ours), holds: null, note: whyAbsent };
  const ratio = rateRatio(ours, other);
  const cpu = cpuRatio(ours, other);
  const failed = noteOf(ours, other);
  return {
    workload,
    bar,
    measured: `**${times(ratio)}**${cpu === null ? '' : ` (${times(cpu)} by CPU)`}: ${describe(ours)}; ${otherName} ${describe(other)}`,
    holds: atLeast === null ? null : ratio >= atLeast && ours.failures === 0,
    ...(failed !== '' && { note: failed }),
  };
}

/** Returns the row of a figure without a bar. */
export const toPlainRow = (workload: string, ours: Measured): Row => {
  const note = noteOf(ours);
  return {
    workload,
    bar: null,
    measured: `${describe(ours)}, p99 ${ours.p99Ms.toFixed(1)} ms, ${(ours.bytes / 1000).toFixed(1)} kB`,
    holds: null,
    ...(note !== '' && { note }),
  };
};
