import { rateRatio } from '../load/compare.ts';
import { readPositions } from '../data/facts.ts';
import { toPlainRow, toRatioRow } from '../report/compare-row.ts';
import { times } from '../report/figures.ts';
import type { Row } from '../report/rows.ts';
import { measure, oursAs, peerAs, type Bench, type Workload } from './bench.ts';
import { batch, browserHeaders, graphql, query } from './calls.ts';
import {
  directusFeed,
  firstPages,
  firstPagesOfPeer,
  graphqlFeed,
  pagesAfter,
  parseFeed,
} from './feed-pages.ts';

const maxMemoryMb = 250;
const pageSize = 20;
const computedFeed = 'feed, page 1 of 20, computed for each request';
const feedOfBrowsers = 'feed, page 1, as browsers see it (shared for 1 s)';
const sharedFeed = query('stories.feed', {}, browserHeaders);

const requireMeasured = <Value>(value: Value | null | undefined): Value => {
  if (value === null || value === undefined) throw new Error('The product was not measured');
  return value;
};

/** The feed, against all peers. */
export const measureFeed: Workload = async (bench) => {
  const [computed, raw, prisma, postgraphile, shared, sharedRaw] = await measure(bench, [
    oursAs(bench, 'feed', firstPages),
    await peerAs(bench, 'hand-written', firstPagesOfPeer),
    await peerAs(bench, 'express-prisma', [{ path: '/feed' }]),
    await peerAs(bench, 'postgraphile', [graphql(graphqlFeed)]),
    oursAs(bench, 'shared page', [sharedFeed]),
    await peerAs(bench, 'hand-written', [{ path: '/feed' }]),
  ]);
  const ours = requireMeasured(computed);
  const sharedPage = requireMeasured(shared);
  const memory = Math.max(ours.memoryMb ?? Number.NaN, sharedPage.memoryMb ?? Number.NaN);
  return [
    toRatioRow(computedFeed, ours, raw ?? null, 'node + pg', 0.6),
    toRatioRow('', ours, postgraphile ?? null, 'PostGraphile', 3),
    toRatioRow('', ours, prisma ?? null, 'Express + Prisma', null),
    toRatioRow(feedOfBrowsers, sharedPage, sharedRaw ?? null, 'node + pg', 1.8),
    {
      workload: 'memory of the server under the feed load',
      bar: `≤ ${maxMemoryMb} MB`,
      measured: Number.isNaN(memory) ? '' : `**${memory.toFixed(0)} MB** resident`,
      holds: Number.isNaN(memory) ? null : memory <= maxMemoryMb,
    },
    ...(await compareWithBackends(bench)),
  ];
};

/** Apart from the others, and stopped afterwards: the database has not enough connections for the pools of all. */
async function compareWithBackends(bench: Bench): Promise<readonly Row[]> {
  const [computed, parse, directus, shared] = await measure(bench, [
    oursAs(bench, 'feed', firstPages),
    await peerAs(bench, 'parse-server', [parseFeed]),
    await peerAs(bench, 'directus', [directusFeed]),
    oursAs(bench, 'shared page', [sharedFeed]),
  ]);
  for (const name of ['parse-server', 'directus'] as const) await (await bench.getPeer(name))?.stop();
  const [ours, sharedPage] = [requireMeasured(computed), requireMeasured(shared)];
  const [withoutParse, withoutDirectus] = [bench.whyAbsent('parse-server'), bench.whyAbsent('directus')];
  return [
    toRatioRow(computedFeed, ours, parse ?? null, 'Parse Server', 4.5, withoutParse),
    toRatioRow('', ours, directus ?? null, 'Directus', 15, withoutDirectus),
    toRatioRow(feedOfBrowsers, sharedPage, parse ?? null, 'Parse Server', null, withoutParse),
    toRatioRow('', sharedPage, directus ?? null, 'Directus', null, withoutDirectus),
  ];
}

/** A page far down, beside the first one. */
export const measureDeepPage: Workload = async (bench) => {
  const place = Math.min(10_000 * pageSize, Math.max(pageSize, bench.world.stories - 500 * pageSize));
  const places = Array.from({ length: 400 }, (_, number) => place + number * pageSize).filter(
    (each) => each < bench.world.stories,
  );
  const positions = await readPositions(
    bench.relato.query,
    places.length > 0 ? places : [Math.floor(bench.world.stories / 2)],
  );
  const [first, deep] = await measure(bench, [
    oursAs(bench, 'page 1', firstPages),
    oursAs(bench, 'deep page', pagesAfter(positions)),
  ]);
  const ratio = rateRatio(requireMeasured(first), requireMeasured(deep));
  return [
    {
      workload: `feed, page ${Math.round(place / pageSize).toLocaleString('en')}`,
      bar: '≤ 1.2 × the time of page 1',
      measured: `**${times(ratio)}**: ${requireMeasured(deep).rate.median.toFixed(0)}/s; page 1 ${requireMeasured(first).rate.median.toFixed(0)}/s`,
      holds: ratio <= 1.2 && requireMeasured(deep).failures === 0,
    },
  ];
};

/** The first calls of a browser that opens the app, and the pages that carry their answers. */
export const measureFirstCalls: Workload = async (bench) => {
  const calls = batch(
    [
      ['settings.public', undefined],
      ['account.session', undefined],
      ['stories.feed', {}],
    ],
    browserHeaders,
  );
  const page = { path: '/', headers: { ...browserHeaders, accept: 'text/html', 'sec-fetch-site': 'none' } };
  const [first, html, search] = await measure(bench, [
    oursAs(bench, 'first call', [calls]),
    oursAs(bench, 'HTML', [page]),
    oursAs(bench, 'HTML of /search', [{ ...page, path: '/search' }]),
  ]);
  return [
    toPlainRow('settings, session and feed in one call', requireMeasured(first)),
    toPlainRow('HTML of /', requireMeasured(html)),
    toPlainRow('HTML of /search', requireMeasured(search)),
  ];
};
