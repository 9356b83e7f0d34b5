import type { LoadRequest, LoadResult } from './protocol.ts';
import type { LoadMaker } from './run-load.ts';
import { median, quantile, toSpread, type Spread } from './statistics.ts';

/** A server that is measured. The database is the same for all. */
export interface Target {
  readonly name: string;
  readonly origin: string;
  readonly requests: readonly LoadRequest[];
  readonly readCpu: () => number | null;
  readonly readDatabaseCpu: () => number | null;
  readonly readMemory?: () => number | null;
}

export interface Measured {
  readonly name: string;
  /** Answers per second. */
  readonly rate: Spread;
  /** Of each round, in the order of the rounds. */
  readonly rates: readonly number[];
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Per request, or null where it cannot be read. */
  readonly cpuMs: number | null;
  readonly databaseCpuMs: number | null;
  readonly memoryMb: number | null;
  readonly bytes: number;
  /** Answers of 400 and above, or none at all. */
  readonly failures: number;
  readonly firstFailure: string | null;
}

export interface Rounds {
  readonly connections: number;
  readonly rounds: number;
  readonly roundMs: number;
  readonly warmUpMs: number;
}

interface Round {
  readonly result: LoadResult;
  readonly cpuMs: number | null;
  readonly databaseCpuMs: number | null;
  readonly memoryMb: number | null;
}

const difference = (after: number | null, before: number | null): number | null =>
  after === null || before === null ? null : after - before;

/** Measures the targets in turn, round by round, so that a change of the machine's speed meets them all. */
export async function compare(
  maker: LoadMaker,
  targets: readonly Target[],
  { connections, rounds, roundMs, warmUpMs }: Rounds,
): Promise<readonly Measured[]> {
  const states = targets.map((target) => ({ target, next: 0, done: [] as Round[] }));
  for (let round = -1; round < rounds; round += 1) {
    for (const state of states) {
      const { origin, requests, readCpu, readDatabaseCpu, readMemory } = state.target;
      const [cpu, databaseCpu] = [readCpu(), readDatabaseCpu()];
      const durationMs = round < 0 ? warmUpMs : roundMs;
      const result = await maker.run({ origin, requests, first: state.next, connections, durationMs });
      state.next = result.next;
      if (round < 0) continue;
      state.done.push({
        result,
        cpuMs: difference(readCpu(), cpu),
        databaseCpuMs: difference(readDatabaseCpu(), databaseCpu),
        memoryMb: readMemory?.() ?? null,
      });
    }
  }
  return states.map(({ target, done }) => summarize(target.name, done));
}

function summarize(name: string, done: readonly Round[]): Measured {
  const rates = done.map(({ result }) => (result.completed * 1_000) / result.elapsedMs);
  const perRequest = (read: (round: Round) => number | null): number | null => {
    const values = done.map((round) => {
      const cpuMs = read(round);
      return cpuMs === null || round.result.completed === 0 ? null : cpuMs / round.result.completed;
    });
    return values.includes(null) ? null : median(values.map(Number));
  };
  const completed = done.reduce((sum, { result }) => sum + result.completed, 0);
  const sent = done
    .flatMap(({ result }) => Object.values(result.statuses))
    .reduce((sum, count) => sum + count, 0);
  const memory = done.flatMap(({ memoryMb }) => memoryMb ?? []);
  return {
    name,
    rate: toSpread(rates),
    rates,
    p50Ms: median(done.map(({ result }) => quantile(result.latenciesMs, 0.5))),
    p99Ms: median(done.map(({ result }) => quantile(result.latenciesMs, 0.99))),
    cpuMs: perRequest((round) => round.cpuMs),
    databaseCpuMs: perRequest((round) => round.databaseCpuMs),
    memoryMb: memory.length === 0 ? null : Math.max(...memory),
    bytes: completed === 0 ? 0 : done.reduce((sum, { result }) => sum + result.bytes, 0) / sent,
    failures: sent - completed,
    firstFailure: done.map(({ result }) => result.firstFailure).find((failure) => failure !== null) ?? null,
  };
}

/** Returns the median of the ratios of the rounds: each round is compared with the one beside it. */
export const rateRatio = (ours: Measured, other: Measured): number =>
  median(ours.rates.map((rate, round) => rate / (other.rates[round] ?? Number.NaN)));
