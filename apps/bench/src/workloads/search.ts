import { pick } from '../generator/random.ts';
import {
  commonTag,
  inventSentence,
  inventTitle,
  inventTranscript,
  inventWord,
  rareTag,
} from '../generator/spanish.ts';
import { quantile } from '../load/statistics.ts';
import type { LoadRequest, LoadResult } from '../load/protocol.ts';
import { ms } from '../report/figures.ts';
import type { Row } from '../report/rows.ts';
import type { Bench, Workload } from './bench.ts';
import { query } from './calls.ts';

const maxTagMs = 5;
const maxSearchMs = 20;
const maxAnySearchMs = 500;
const tagRequests = 400;
/** A search beyond its limit of time is refused. */
const refusedMs = 1_000;

/** Asks with one client, one request after the other. */
const askOneByOne = async (
  { maker, relato, isLong }: Bench,
  requests: readonly LoadRequest[],
): Promise<LoadResult> =>
  maker.run({
    origin: relato.origin,
    requests,
    first: 0,
    connections: 1,
    durationMs: isLong ? 30_000 : 8_000,
    maxRequests: requests.length,
  });

/** Asks the same kind with other words first, which fills the caches of the database, and then with those to measure. */
const askWarm = async (
  bench: Bench,
  toText: (turn: number) => string,
  count: number,
): Promise<LoadResult> => {
  const ask = (from: number): Promise<LoadResult> => {
    const texts = Array.from({ length: count }, (_, turn) => toText(from + turn));
    return askOneByOne(
      bench,
      texts.map((search) => query('stories.feed', { search: search.slice(0, 100) })),
    );
  };
  const first = bench.seed % 100;
  await ask(first + count);
  return ask(first);
};

const refusals = ({ statuses, completed }: LoadResult): number =>
  Object.values(statuses).reduce((sum, count) => sum + count, 0) - completed;

const byTag = (tag: string): LoadRequest => query('stories.feed', { tags: [tag] });

/** A common tag, and rare ones that each few stories have. */
export const measureTags: Workload = async (bench) => {
  const rareTags = Math.max(1, Math.floor(bench.world.stories / 200));
  const turns = Array.from({ length: tagRequests }, (_, turn) => turn);
  // The first ones fill the caches of the database.
  await askOneByOne(
    bench,
    turns.slice(0, 50).map((turn) => byTag(turn % 2 === 0 ? commonTag : rareTag(turn % rareTags))),
  );
  const common = await askOneByOne(
    bench,
    turns.map(() => byTag(commonTag)),
  );
  const rare = await askOneByOne(
    bench,
    turns.map((turn) => byTag(rareTag(pick(turn, bench.seed, rareTags)))),
  );
  const p99 = { common: quantile(common.latenciesMs, 0.99), rare: quantile(rare.latenciesMs, 0.99) };
  const p50 = { common: quantile(common.latenciesMs, 0.5), rare: quantile(rare.latenciesMs, 0.5) };
  return [
    {
      workload: 'tag filter, a common tag and rare ones, one client',
      bar: `p99 ≤ ${maxTagMs} ms`,
      measured: `**${ms(p99.common)}** common, **${ms(p99.rare)}** rare`,
      holds: Math.max(p99.common, p99.rare) <= maxTagMs && refusals(common) + refusals(rare) === 0,
    },
    {
      workload: 'a rare tag',
      bar: '≤ a common one (p50)',
      measured: `**${ms(p50.rare)}**, common ${ms(p50.common)}`,
      holds: p50.rare <= p50.common,
    },
  ];
};

const wordsOf = (text: string): readonly string[] => text.replaceAll(/[.,]/g, '').split(' ');
const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** Searches by kind, each with several examples. */
const kinds: Readonly<Record<string, (turn: number) => string>> = {
  'one letter': (turn) => 'aeoxqñkwzj'[turn % 10] ?? 'a',
  'two letters': (turn) => ['de', 'xq', 'ñu', 'la', 'kw', 'zz', 'me', 'ca', 'jo', 'qu'][turn % 10] ?? 'de',
  'one word': (turn) => wordsOf(inventTitle(turn * 977)).at(-1) ?? 'tren',
  'a rare word': (turn) => inventWord(turn * 3, 5),
  'two words': (turn) =>
    wordsOf(inventTitle(turn * 31))
      .slice(-2)
      .join(' '),
  'six common words': (turn) =>
    wordsOf(inventTitle(turn * 101))
      .slice(0, 6)
      .join(' '),
  'words out of order': (turn) =>
    wordsOf(inventTitle(turn * 17))
      .toReversed()
      .slice(0, 3)
      .join(' '),
  'with accents': (turn) =>
    ['aprendió', 'Córdoba', 'año', 'música', 'migración', 'tía', 'cocinó', 'Ñuble', 'última', 'cuándo'][
      turn % 10
    ] ?? 'año',
  'without accents': (turn) => withoutAccents(inventTitle(turn * 53)),
  'a phrase': (turn) => inventTitle(turn * 211),
  'words of a transcript': (turn) =>
    wordsOf(inventTranscript(turn * 131))
      .slice(2, 5)
      .join(' '),
  'a sentence of a transcript': (turn) => inventSentence(turn),
  'words of no story': (turn) => `zxq${turn}wvk`,
};

const examples = 20;

const longWords = (turn: number): readonly string[] =>
  wordsOf(inventTranscript(turn)).filter((word) => word.length > 4);

/** Searches for what is said, by kind. No title has these words, or few do. */
const spokenKinds: Readonly<Record<string, (turn: number) => string>> = {
  'a rare word': (turn) => inventWord(turn * 37, 6),
  'a common word': (turn) => ['frío', 'misa', 'escalofríos', 'cántaros', 'luces'][turn % 5] ?? 'misa',
  'a phrase': (turn) =>
    `"${wordsOf(inventTranscript(turn * 131))
      .slice(6, 9)
      .join(' ')}"`,
  'a phrase of a common saying': (turn) =>
    ['"sin mirar atrás"', '"corazón en la mano"', '"todas las luces"', '"ni se movió"'][turn % 4] ??
    '"ni se movió"',
  'a beginning of three letters': (turn) => inventWord(turn * 37, 6).slice(0, 3),
  'two words': (turn) =>
    longWords(turn * 131)
      .slice(3, 5)
      .join(' '),
  nothing: (turn) => `zxq${turn}wvk`,
};
const maxSpokenMs = 50;

/** Searches in transcripts by one client, each kind by itself. */
export const measureSpoken: Workload = async (bench) => {
  const rows: Row[] = [];
  for (const [kind, toText] of Object.entries(spokenKinds)) {
    const result = await askWarm(bench, toText, 2 * examples);
    const [p50, p95] = [quantile(result.latenciesMs, 0.5), quantile(result.latenciesMs, 0.95)];
    rows.push({
      workload: `search in transcripts: ${kind}`,
      bar: `p95 ≤ ${maxSpokenMs} ms`,
      measured: `p50 **${ms(p50)}**, p95 **${ms(p95)}**`,
      holds: p95 <= maxSpokenMs && refusals(result) === 0,
    });
  }
  return rows;
};

/** Searches of every kind by one client. */
export const measureSearch: Workload = async (bench) => {
  const all: number[] = [];
  const slowest: { readonly kind: string; readonly p95: number }[] = [];
  let refused = 0;
  for (const [kind, toText] of Object.entries(kinds)) {
    const result = await askWarm(bench, toText, examples);
    const latencies = [
      ...result.latenciesMs,
      ...Array.from({ length: refusals(result) }, () => refusedMs),
    ].toSorted((a, b) => a - b);
    refused += refusals(result);
    all.push(...latencies);
    slowest.push({ kind, p95: quantile(latencies, 0.95) });
  }
  const sorted = all.toSorted((a, b) => a - b);
  const [p95, max] = [quantile(sorted, 0.95), sorted.at(-1) ?? Number.NaN];
  const perKind = slowest
    .toSorted((a, b) => b.p95 - a.p95)
    .map(({ kind, p95: each }) => `${kind} ${ms(each)}`);
  const row: Row = {
    workload: 'search, every kind, one client',
    bar: `p95 ≤ ${maxSearchMs} ms, none over ${maxAnySearchMs} ms`,
    measured: `p95 **${ms(p95)}**, longest ${ms(max)}, ${refused} refused`,
    holds: p95 <= maxSearchMs && max <= maxAnySearchMs && refused === 0,
    note: `p95 by kind: ${perKind.join(', ')}`,
  };
  return [row];
};
