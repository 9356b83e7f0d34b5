import { setTimeout as delay } from 'node:timers/promises';
import type { Bench, Workload } from '../bench.ts';
import { listAudible } from '../data/facts.ts';
import { runLoad, type LoadResult } from '../load/run-load.ts';
import { median, quantile } from '../load/statistics.ts';
import { ms, times, type Row } from '../report/rows.ts';
import { firstPages, query } from './calls.ts';
import { rangeBytes } from './reads.ts';

const listeners = 300;
/** The duration of a range of sound at 64 kbit/s. */
const rangeMs = rangeBytes / 8;
/** A browser requests the next range when it has less than this to play, so a longer request is a stall. */
const aheadMs = 4_000;
const searchers = 16;
const maxRatio = 2;

/** Measures the feed with 16 clients, alone and beside other work, in turn. */
async function measureFeedBeside(
  { relato }: Bench,
  workload: string,
  bar: string,
  roundMs: number,
  other: (durationMs: number) => Promise<void>,
): Promise<Row> {
  let next = 0;
  const readFeed = async (durationMs: number): Promise<LoadResult> => {
    const feed = { origin: relato.origin, requests: firstPages, connections: 16, first: next };
    const result = await runLoad({ ...feed, until: { durationMs } });
    next = result.next;
    return result;
  };
  await readFeed(1_000);
  const idle: number[] = [];
  const beside: number[] = [];
  let refused = 0;
  for (let round = 0; round < 3; round += 1) {
    idle.push(quantile((await readFeed(roundMs)).latenciesMs, 0.99));
    const [{ latenciesMs, failures }] = await Promise.all([readFeed(roundMs), other(roundMs)]);
    beside.push(quantile(latenciesMs, 0.99));
    refused += failures;
  }
  const ratio = median(beside) / median(idle);
  return {
    workload,
    bar: `p99 ≤ ${maxRatio} × idle${bar}`,
    measured: `**${times(ratio)}**: p99 ${ms(median(beside))}, idle ${ms(median(idle))}, ${refused} refused`,
    holds: ratio <= maxRatio && refused === 0,
  };
}

/** 300 listeners beside the feed, each of whom reads range after range some seconds ahead of the playback. */
export const measureListeners: Workload = async (bench) => {
  const audible = await listAudible(bench.relato);
  let [ranges, stalls, failures] = [0, 0, 0];
  const listen = async (listener: number, endsAt: number): Promise<void> => {
    const url = `${bench.relato.origin}/audio/${audible[listener % audible.length]?.id}`;
    // The listeners began at different times.
    await delay((listener / listeners) * Math.min(rangeMs, (endsAt - performance.now()) / 2));
    for (let part = 0; performance.now() < endsAt; part += 1) {
      const start = (part % 20) * rangeBytes;
      const headers = {
        range: `bytes=${start}-${start + rangeBytes - 1}`,
        'x-forwarded-for': `10.${listener >> 8}.${listener & 255}.2`,
      };
      const askedAt = performance.now();
      const response = await fetch(url, { headers });
      await response.arrayBuffer();
      const tookMs = performance.now() - askedAt;
      ranges += 1;
      if (response.status !== 206) failures += 1;
      if (part > 0 && tookMs > aheadMs) stalls += 1;
      // The first range leaves more time than the following ones.
      const restMs = (part === 0 ? rangeMs - aheadMs : rangeMs) - tookMs;
      await delay(Math.max(0, Math.min(restMs, endsAt - performance.now())));
    }
  };
  const feed = await measureFeedBeside(
    bench,
    'feed beside the listeners',
    '',
    bench.isLong ? 20_000 : 5_000,
    async (durationMs) => {
      const endsAt = performance.now() + durationMs;
      const all = Array.from({ length: listeners }, (_, listener) => listen(listener, endsAt));
      const ended = await Promise.allSettled(all);
      failures += ended.filter(({ status }) => status === 'rejected').length;
    },
  );
  return [
    {
      workload: `${listeners} listeners at 64 kbit/s beside the feed`,
      bar: '0 stalls',
      measured: `**${stalls}** stalls in ${ranges} ranges`,
      holds: stalls === 0 && failures === 0,
      ...(failures > 0 && { note: `${failures} ranges failed` }),
    },
    feed,
  ];
};

/** 16 clients that search for one letter beside 16 that read the feed. */
export const measureSearchers: Workload = async (bench) => {
  const requests = [query('stories.feed', { search: 'x' })];
  const statuses: Record<string, number> = {};
  const row = await measureFeedBeside(
    bench,
    `feed beside ${searchers} who search "x"`,
    ', no refusal',
    bench.isLong ? 8_000 : 3_000,
    async (durationMs) => {
      const load = { origin: bench.relato.origin, requests, connections: searchers, until: { durationMs } };
      for (const [status, count] of Object.entries((await runLoad(load)).statuses))
        statuses[status] = (statuses[status] ?? 0) + count;
    },
  );
  const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  return [{ ...row, note: `the searches: ${answers.join(', ')}` }];
};
