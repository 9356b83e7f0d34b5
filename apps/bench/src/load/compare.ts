import { runLoad, type LoadRequest, type LoadResult } from './run-load.ts';
import { median, quantile } from './statistics.ts';

/** A measured server. All servers use the same database. */
export interface Target {
  readonly origin: string;
  readonly requests: readonly LoadRequest[];
  /** The CPU time so far in milliseconds, or null if it is unreadable. */
  readonly readCpu: () => number | null;
  readonly readDatabaseCpu: () => number | null;
}

export interface Measured {
  /** The answers per second in each round. */
  readonly rates: readonly number[];
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The CPU time per request, or NaN if it is unreadable. */
  readonly cpuMs: number;
  readonly databaseCpuMs: number;
  /** The bytes per answer, including headers. */
  readonly bytes: number;
  readonly failures: number;
  readonly firstFailure: string | null;
}

export interface Rounds {
  readonly connections: number;
  readonly rounds: number;
  readonly roundMs: number;
  readonly warmUpMs: number;
}

interface Round extends LoadResult {
  readonly cpuMs: number;
  readonly databaseCpuMs: number;
}

/** Measures the targets in turn, round by round, so that a change of the machine's speed affects them all. */
export async function compare(
  targets: readonly Target[],
  { connections, rounds, roundMs, warmUpMs }: Rounds,
): Promise<readonly Measured[]> {
  const states = targets.map((target) => ({ target, first: 0, done: [] as Round[] }));
  for (let round = -1; round < rounds; round += 1)
    for (const state of states) {
      const { origin, requests, readCpu, readDatabaseCpu } = state.target;
      const [cpu, databaseCpu] = [readCpu(), readDatabaseCpu()];
      const until = { durationMs: round < 0 ? warmUpMs : roundMs };
      const result = await runLoad({ origin, requests, first: state.first, connections, until });
      state.first = result.next;
      if (round >= 0)
        state.done.push({
          ...result,
          cpuMs: subtract(readCpu(), cpu),
          databaseCpuMs: subtract(readDatabaseCpu(), databaseCpu),
        });
    }
  return states.map(({ done }) => summarize(done));
}

const subtract = (after: number | null, before: number | null): number =>
  after === null || before === null ? Number.NaN : after - before;

function summarize(done: readonly Round[]): Measured {
  const of = (read: (round: Round) => number): number => median(done.map(read));
  return {
    rates: done.map(({ latenciesMs, elapsedMs }) => (latenciesMs.length * 1_000) / elapsedMs),
    p50Ms: of(({ latenciesMs }) => quantile(latenciesMs, 0.5)),
    p99Ms: of(({ latenciesMs }) => quantile(latenciesMs, 0.99)),
    cpuMs: of(({ cpuMs, latenciesMs }) => cpuMs / latenciesMs.length),
    databaseCpuMs: of(({ databaseCpuMs, latenciesMs }) => databaseCpuMs / latenciesMs.length),
    bytes: of(({ bytes, latenciesMs }) => bytes / latenciesMs.length),
    failures: done.reduce((sum, { failures }) => sum + failures, 0),
    firstFailure: done.find(({ firstFailure }) => firstFailure !== null)?.firstFailure ?? null,
  };
}

/** Returns the median of the ratios of the rounds, each of which is compared with the adjacent one. */
export const rateRatio = (ours: Measured, other: Measured): number =>
  median(ours.rates.map((rate, round) => rate / (other.rates[round] ?? Number.NaN)));
