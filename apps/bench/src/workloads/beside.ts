import { listPopular } from '../data/facts.ts';
import { storiesWithAudio } from '../generator/world.ts';
import { startListeners, startLoadMaker } from '../load/run-load.ts';
import { median, quantile } from '../load/statistics.ts';
import type { LoadResult } from '../load/protocol.ts';
import { ms, times } from '../report/figures.ts';
import type { Row } from '../report/rows.ts';
import { rangeBytes } from './audio.ts';
import type { Bench, Workload } from './bench.ts';
import { query } from './calls.ts';
import { firstPages } from './feed-pages.ts';

const listenerCount = 300;
const bytesPerSecond = 64_000 / 8;
const searchers = 16;
const maxRatio = 2;

/** Reads the feed with 16 clients. */
const readFeed = ({ maker, relato }: Bench, durationMs: number, first: number): Promise<LoadResult> =>
  maker.run({ origin: relato.origin, requests: firstPages, first, connections: 16, durationMs });

interface Beside {
  readonly ratio: number;
  readonly idleMs: number;
  readonly besideMs: number;
  readonly failures: number;
}

/** Measures the feed by itself and beside other work, in turn. */
async function measureBeside(
  bench: Bench,
  roundMs: number,
  other: (durationMs: number) => Promise<void>,
): Promise<Beside> {
  let next = (await readFeed(bench, 1_000, 0)).next;
  const idle: number[] = [];
  const beside: number[] = [];
  let failures = 0;
  for (let round = 0; round < 3; round += 1) {
    const alone = await readFeed(bench, roundMs, next);
    idle.push(quantile(alone.latenciesMs, 0.99));
    const [together] = await Promise.all([readFeed(bench, roundMs, alone.next), other(roundMs)]);
    beside.push(quantile(together.latenciesMs, 0.99));
    next = together.next;
    failures += Object.values(together.statuses).reduce((sum, count) => sum + count, 0) - together.completed;
  }
  const [idleMs, besideMs] = [median(idle), median(beside)];
  return { ratio: besideMs / idleMs, idleMs, besideMs, failures };
}

const describe = ({ ratio, idleMs, besideMs }: Beside): string =>
  `**${times(ratio)}**: p99 ${ms(besideMs)}, idle ${ms(idleMs)}`;

/** 300 listeners beside the feed. */
export const measureListeners: Workload = async (bench) => {
  const { relato, world, isLong } = bench;
  const paths = listPopular(world, storiesWithAudio).map((id) => `/audio/${id}`);
  const process = startListeners();
  const heard = { ranges: 0, stalls: 0, failures: 0 };
  try {
    const beside = await measureBeside(bench, isLong ? 20_000 : 5_000, async (durationMs) => {
      const result = await process.run({
        origin: relato.origin,
        paths,
        listeners: listenerCount,
        bytesPerSecond,
        rangeBytes,
        durationMs,
      });
      heard.ranges += result.ranges;
      heard.stalls += result.stalls;
      heard.failures += result.failures;
    });
    return [
      {
        workload: `${listenerCount} listeners at 64 kbit/s beside the feed`,
        bar: '0 stalls',
        measured: `**${heard.stalls}** stalls in ${heard.ranges} ranges`,
        holds: heard.stalls === 0 && heard.failures === 0,
        ...(heard.failures > 0 && { note: `${heard.failures} ranges failed` }),
      },
      {
        workload: 'feed beside the listeners',
        bar: `p99 ≤ ${maxRatio} × idle`,
        measured: describe(beside),
        holds: beside.ratio <= maxRatio && beside.failures === 0,
      },
    ];
  } finally {
    process.stop();
  }
};

/** 16 clients that search one letter beside 16 that read the feed. */
export const measureSearchers: Workload = async (bench) => {
  const { relato, isLong } = bench;
  const maker = startLoadMaker();
  const statuses = new Map<string, number>();
  try {
    const beside = await measureBeside(bench, isLong ? 8_000 : 3_000, async (durationMs) => {
      const requests = [query('stories.feed', { search: 'x' })];
      const result = await maker.run({
        origin: relato.origin,
        requests,
        first: 0,
        connections: searchers,
        durationMs,
      });
      for (const [status, count] of Object.entries(result.statuses))
        statuses.set(status, (statuses.get(status) ?? 0) + count);
    });
    const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    const row: Row = {
      workload: `feed beside ${searchers} who search "x"`,
      bar: `p99 ≤ ${maxRatio} × idle, no refusal`,
      measured: `${describe(beside)}, ${beside.failures} refused`,
      holds: beside.ratio <= maxRatio && beside.failures === 0,
      note: `the searches: ${answers}`,
    };
    return [row];
  } finally {
    maker.stop();
  }
};
