import type { Measured } from '../load/compare.ts';
import type { Spread } from '../load/statistics.ts';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const count = (value: number): string => whole.format(value);
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
export const seconds = (valueMs: number): string => `${(valueMs / 1_000).toFixed(2)} s`;
export const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
export const times = (ratio: number): string => ratio.toFixed(2);

const rate = ({ median, min, max }: Spread): string => `${count(median)}/s (${count(min)}–${count(max)})`;

/** Returns the rate with its spread and what a request costs: CPU of the server + CPU of PostgreSQL. */
export function describe({ rate: spread, cpuMs, databaseCpuMs }: Measured): string {
  const cost =
    cpuMs === null
      ? ''
      : `, ${cpuMs.toFixed(2)}${databaseCpuMs === null ? '' : ` + ${databaseCpuMs.toFixed(2)}`} ms of CPU`;
  return `${rate(spread)}${cost}`;
}

const totalCpu = ({ cpuMs, databaseCpuMs }: Measured): number => (cpuMs ?? Number.NaN) + (databaseCpuMs ?? 0);

/** Returns by how much of the other's CPU a request is cheaper or dearer, or null where it cannot be read. */
export function cpuRatio(ours: Measured, other: Measured): number | null {
  const ratio = totalCpu(other) / totalCpu(ours);
  return Number.isFinite(ratio) ? ratio : null;
}
