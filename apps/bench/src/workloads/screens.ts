import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Bench, Workload } from '../bench.ts';
import { listPopular } from '../data/facts.ts';
import { median } from '../load/statistics.ts';
import { peersDir } from '../processes/peers.ts';
import { kilobytes, ms, seconds, type Row } from '../report/rows.ts';

const run = promisify(execFile);
const timeoutMs = 300_000;
/** The first load is over when there was no transfer for this long. Later ones are prefetches. */
const restMs = 500;
const addresses = ['/', '/record', '/search', '/?story='];
const bars = { lcpMs: 1_200, jsBytes: 130_000, jsRequests: 8, inpMs: 100, performance: 95 };

/** The result of one visit in the output of peers/audit.mjs. */
interface Visit {
  /** The scores out of 100, by category. */
  readonly scores: Readonly<Record<string, number>>;
  readonly lcpMs: number;
  /** The element of the largest paint. Null for one of the page itself that the app has replaced. */
  readonly largest: string | null;
  readonly cls: number;
  readonly tbtMs: number;
  readonly inpMs: number;
  /** The requests in the order of their starts. */
  readonly requests: ReadonlyArray<{
    readonly isScript: boolean;
    readonly bytes: number;
    readonly startMs: number;
    readonly endMs: number;
  }>;
}

/**
 * Visits each first screen several times, with the network and the processor of a phone, or with those that Lighthouse
 * simulates.
 */
async function visitScreens(
  { relato }: Bench,
  throttling: 'devtools' | 'simulate',
  count: number,
  toRows: (address: string, visits: readonly Visit[]) => readonly Row[],
): Promise<readonly Row[]> {
  const [story = ''] = await listPopular(relato, 1);
  const rows: Row[] = [];
  for (const address of addresses) {
    const url = relato.origin + address + (address.endsWith('=') ? story : '');
    const visits: Visit[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      const args = [join(peersDir, 'audit.mjs'), url, throttling];
      const { stdout } = await run(process.execPath, args, { cwd: peersDir, timeout: timeoutMs });
      visits.push(JSON.parse(stdout) as Visit); // what it prints
    }
    rows.push(...toRows(address, visits));
  }
  return rows;
}

function listFirstLoad({ requests }: Visit): Visit['requests'] {
  let endMs = requests[0]?.endMs ?? 0;
  const later = requests.findIndex((request) => {
    if (request.startMs > endMs + restMs) return true;
    endMs = Math.max(endMs, request.endMs);
    return false;
  });
  return later === -1 ? requests : requests.slice(0, later);
}

const sumBytes = (requests: Visit['requests']): number => requests.reduce((sum, { bytes }) => sum + bytes, 0);

/** The first screens on a slow phone, as medians of several visits. */
export const measurePhone: Workload = (bench) =>
  visitScreens(bench, 'devtools', bench.isLong ? 10 : 3, (address, visits) => {
    const of = (read: (visit: Visit) => number): number => median(visits.map(read));
    const scripts = visits.map((visit) => listFirstLoad(visit).filter(({ isScript }) => isScript));
    const [jsBytes, jsRequests] = [
      median(scripts.map(sumBytes)),
      median(scripts.map(({ length }) => length)),
    ];
    const first = visits.map(listFirstLoad);
    const where = `\`${address}\``;
    const [lcp, cls, inp] = [of(({ lcpMs }) => lcpMs), of((each) => each.cls), of(({ inpMs }) => inpMs)];
    return [
      {
        workload: `${where}: largest paint`,
        bar: `each LCP ≤ ${bars.lcpMs / 1_000} s, of the page itself`,
        measured: `**${seconds(lcp)}** (${visits.map(({ lcpMs, largest }) => seconds(lcpMs) + (largest === null ? '' : ` ${largest} of the app`)).join(', ')})`,
        holds: visits.every(({ lcpMs, largest }) => lcpMs <= bars.lcpMs && largest === null),
      },
      {
        workload: `${where}: JavaScript over the wire`,
        bar: `≤ ${bars.jsBytes / 1_000} kB in ≤ ${bars.jsRequests} requests`,
        measured: `**${kilobytes(jsBytes)} in ${jsRequests}**; everything ${kilobytes(median(first.map(sumBytes)))} in ${median(first.map(({ length }) => length))}, at rest ${kilobytes(of(({ requests }) => sumBytes(requests)))} in ${of(({ requests }) => requests.length)}`,
        holds: jsBytes <= bars.jsBytes && jsRequests <= bars.jsRequests,
      },
      {
        workload: `${where}: shifts, taps, blocking`,
        bar: `CLS 0, INP ≤ ${bars.inpMs} ms`,
        measured: `CLS **${cls.toFixed(3)}**, INP **${ms(inp)}**, TBT ${ms(of(({ tbtMs }) => tbtMs))}`,
        holds: cls === 0 && inp <= bars.inpMs,
      },
    ];
  });

/** Lighthouse's mobile scores of the first screens. */
export const measureLighthouse: Workload = (bench) =>
  visitScreens(bench, 'simulate', bench.isLong ? 5 : 1, (address, visits) => {
    const names = Object.keys(visits[0]?.scores ?? {});
    const scores = names.map((name) => Math.round(median(visits.map((visit) => visit.scores[name] ?? 0))));
    return [
      {
        workload: `Lighthouse, mobile, \`${address}\``,
        bar: `performance ≥ ${bars.performance}, the others 100`,
        measured: names.map((name, index) => `${name} **${scores[index]}**`).join(', '),
        holds: scores.every(
          (score, index) => score >= (names[index] === 'performance' ? bars.performance : 100),
        ),
      },
    ];
  });
