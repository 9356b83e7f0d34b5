import { rateRatio, type Measured } from '../load/compare.ts';
import { median } from '../load/statistics.ts';

/** One line of the result. */
export interface Row {
  readonly workload: string;
  /** The condition to meet, or null for a figure without a bar. */
  readonly bar: string | null;
  readonly measured: string;
  /** Null without a bar, or without a measurement, for which `note` gives the reason. */
  readonly holds: boolean | null;
  readonly note?: string;
}

export const verdictOf = ({ bar, holds }: Row): string => {
  if (bar === null) return '';
  return holds === null ? 'absent' : holds ? 'hold' : '**short**';
};

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
export const seconds = (valueMs: number): string => `${(valueMs / 1_000).toFixed(2)} s`;
export const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
export const times = (ratio: number): string => ratio.toFixed(2);

/** Returns the rate with its spread and the cost of a request: CPU of the server + CPU of PostgreSQL. */
function describe({ rates, cpuMs, databaseCpuMs }: Measured): string {
  const spread = [median(rates), Math.min(...rates), Math.max(...rates)].map((rate) => whole.format(rate));
  const rate = `${spread[0]}/s (${spread[1]}–${spread[2]})`;
  return Number.isNaN(cpuMs) ? rate : `${rate}, ${cpuMs.toFixed(2)} + ${databaseCpuMs.toFixed(2)} ms`;
}

const noteOf = (measured: Readonly<Record<string, Measured>>): Pick<Row, 'note'> => {
  const failed = Object.entries(measured)
    .filter(([, { failures }]) => failures > 0)
    .map(([name, { failures, firstFailure }]) => `${name}: ${failures} failed (${firstFailure ?? ''})`);
  return failed.length > 0 ? { note: failed.join('; ') } : {};
};

/**
 * Returns the row with the ratio of our rate to that of another server, which must be `atLeast` if that is not null. Without
 * a name of the workload it follows a row with our own figures.
 */
export function toRatioRow(
  workload: string,
  ours: Measured,
  name: string,
  other: Measured,
  atLeast: number | null,
): Row {
  const ratio = rateRatio(ours, other);
  const cpu = (other.cpuMs + other.databaseCpuMs) / (ours.cpuMs + ours.databaseCpuMs);
  const byCpu = Number.isNaN(cpu) ? '' : ` (CPU ${times(cpu)})`;
  return {
    workload,
    bar: atLeast === null ? null : `≥ ${atLeast} × ${name}`,
    measured: `**${times(ratio)}**${byCpu}: ${workload && `${describe(ours)}; `}${name} ${describe(other)}`,
    holds: atLeast === null ? null : ratio >= atLeast && ours.failures === 0,
    ...noteOf({ Relato: ours, [name]: other }),
  };
}

/** Returns the row of a missing server. */
export const toAbsentRow = (
  workload: string,
  ours: Measured,
  name: string,
  atLeast: number | null,
  reason: string,
): Row => ({
  workload,
  bar: atLeast === null ? null : `≥ ${atLeast} × ${name}`,
  measured: describe(ours),
  holds: null,
  note: `${name} is absent: ${reason}`,
});

/** Returns the row of a figure without a bar. */
export const toPlainRow = (workload: string, ours: Measured): Row => ({
  workload,
  bar: null,
  measured: `${describe(ours)}, p99 ${ours.p99Ms.toFixed(1)} ms, ${kilobytes(ours.bytes)}`,
  holds: null,
  ...noteOf({ Relato: ours }),
});
