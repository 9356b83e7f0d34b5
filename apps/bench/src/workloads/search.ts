import type { Bench, Workload } from '../bench.ts';
import { followMany, idOf } from '../data/facts.ts';
import { sessionCount, tokenOf } from '../data/sessions.ts';
import { runLoad, type LoadRequest, type LoadResult } from '../load/run-load.ts';
import { quantile } from '../load/statistics.ts';
import { ms, times, type Row } from '../report/rows.ts';
import { query } from './calls.ts';

const maxTagMs = 5;
const maxSearchMs = 20;
const maxAnySearchMs = 100;
const maxSpokenMs = 50;
const tagRequests = 400;
const orderRequests = 400;
export const orders = ['featured', 'newest', 'rising', 'following'] as const;
const examples = 20;
/** A search that exceeds its time limit is refused. */
const refusedMs = 1_000;

/** Sends requests in sequence with one client. */
const askOneByOne = ({ relato }: Bench, requests: readonly LoadRequest[]): Promise<LoadResult> =>
  runLoad({ origin: relato.origin, requests, connections: 1, until: { amount: requests.length } });

const byTag = (tag: string): LoadRequest => query('stories.feed', { tags: [tag] });

/** A common tag, and rare ones that only a few stories have. */
export const measureTags: Workload = async (bench) => {
  const rareTags = Math.max(1, Math.floor(bench.stories / 200));
  const commonOnes = Array.from({ length: tagRequests }, () => byTag('amor'));
  const rareOnes = commonOnes.map((_, turn) => byTag(`rareza ${(bench.seed + turn * 7_919) % rareTags}`));
  // The first requests fill the caches of the database.
  await askOneByOne(bench, [...commonOnes.slice(0, 25), ...rareOnes.slice(0, 25)]);
  const common = await askOneByOne(bench, commonOnes);
  const rare = await askOneByOne(bench, rareOnes);
  const p99 = [common, rare].map(({ latenciesMs }) => quantile(latenciesMs, 0.99));
  const p50 = [common, rare].map(({ latenciesMs }) => quantile(latenciesMs, 0.5));
  const [p99Common = Number.NaN, p99Rare = Number.NaN] = p99;
  const [p50Common = Number.NaN, p50Rare = Number.NaN] = p50;
  return [
    {
      workload: 'tag filter, a common tag and rare ones, one client',
      bar: `p99 ≤ ${maxTagMs} ms`,
      measured: `**${ms(p99Common)}** common, **${ms(p99Rare)}** rare`,
      holds: Math.max(...p99) <= maxTagMs && common.failures + rare.failures === 0,
    },
    {
      workload: 'a rare tag',
      bar: '≤ a common one (p50)',
      measured: `**${ms(p50Rare)}**, common ${ms(p50Common)}`,
      holds: p50Rare <= p50Common,
    },
  ];
};

/** The first page of a list, requested by these users in turn. */
const asUsers = (order: string, users: readonly number[]): readonly LoadRequest[] =>
  Array.from({ length: orderRequests }, (_, turn) => {
    const token = tokenOf(users[turn % users.length] ?? 0);
    return query('stories.feed', { order }, { authorization: `Bearer ${token}` });
  });

const ordinary = Array.from({ length: orderRequests }, (_, user) => user);
/** Users who follow `followed` people each. */
const followers = Array.from({ length: 20 }, (_, turn) => sessionCount - 1 - turn);
const followed = 2_000;

/** The first pages of every list, requested by different users. */
export const measureOrders: Workload = async (bench) => {
  await followMany(bench.relato, followers, followed);
  const readP95 = async (order: string, users = ordinary): Promise<number> => {
    const { latenciesMs, failures } = await askOneByOne(bench, asUsers(order, users));
    return failures === 0 ? quantile(latenciesMs, 0.95) : Number.NaN;
  };
  const lists = [...orders, 'forMe'];
  // All lists are requested before the first measurement, which would otherwise include the start of the server.
  for (const order of lists) await readP95(order);
  const featured = await readP95('featured');
  const toRow = (name: string, p95: number): Row => ({
    workload: `${name}, one client`,
    bar: '≤ 2 × “featured” (p95)',
    measured: `**${times(p95 / featured)}**: ${ms(p95)}`,
    holds: p95 <= 2 * featured,
  });
  const rows: Row[] = [];
  for (const order of lists.slice(1)) rows.push(toRow(`“${order}”`, await readP95(order)));
  for (const order of ['following', 'forMe'])
    rows.push(
      toRow(
        `“${order}” of one who follows ${followed.toLocaleString('en')}`,
        await readP95(order, followers),
      ),
    );
  return rows;
};

/** The words of a story for making searches. */
interface Sample {
  readonly title: readonly string[];
  readonly transcript: readonly string[];
}
type ToText = (sample: Sample, turn: number) => string;

const wordsOf = (text: string): readonly string[] => text.replaceAll(/[.,]/g, '').split(' ');
const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');
const oneOf =
  (...texts: readonly string[]): ToText =>
  (_, turn) =>
    texts[turn % texts.length] ?? '';
/** A transcript begins with the invented name of its teller: "Me llamo …". */
const rareWord: ToText = ({ transcript }) => transcript[2] ?? '';
const words =
  (part: keyof Sample, from: number, to?: number): ToText =>
  (sample) =>
    sample[part].slice(from, to).join(' ');

/** Searches by kind, each with several examples. */
const kinds: Readonly<Record<string, ToText>> = {
  'one letter': oneOf('a', 'e', 'o', 'x', 'q', 'ñ', 'k', 'w', 'z', 'j'),
  'two letters': oneOf('de', 'xq', 'ñu', 'la', 'kw', 'zz', 'me', 'ca', 'jo', 'qu'),
  'one word': words('title', -1),
  'a rare word': rareWord,
  'two words': words('title', -2),
  'six common words': words('title', 0, 6),
  'words out of order': ({ title }) => title.toReversed().slice(0, 3).join(' '),
  'with accents': oneOf(
    'aprendió',
    'Córdoba',
    'año',
    'música',
    'migración',
    'tía',
    'cocinó',
    'Ñuble',
    'última',
    'cuándo',
  ),
  'without accents': ({ title }) => withoutAccents(title.join(' ')),
  'a phrase': words('title', 0),
  'words of a transcript': words('transcript', 2, 5),
  'a sentence of a transcript': words('transcript', 3, 18),
  'words of no story': (_, turn) => `zxq${turn}wvk`,
};

/** Searches for spoken words, by kind. Few titles or none contain these words. */
const spokenKinds: Readonly<Record<string, ToText>> = {
  'a rare word': rareWord,
  'a common word': oneOf('frío', 'misa', 'escalofríos', 'cántaros', 'luces'),
  'a phrase': ({ transcript }) => `"${transcript.slice(6, 9).join(' ')}"`,
  'a phrase of a common saying': oneOf(
    '"sin mirar atrás"',
    '"corazón en la mano"',
    '"todas las luces"',
    '"ni se movió"',
  ),
  'a beginning of three letters': (sample, turn) => rareWord(sample, turn).slice(0, 3),
  'two words': ({ transcript }) =>
    transcript
      .filter((word) => word.length > 4)
      .slice(3, 5)
      .join(' '),
  nothing: (_, turn) => `zxq${turn}wvk`,
};

/** Searches for other words of the same kind first, which fills the caches of the database, and then for those to measure. */
async function askWarm(bench: Bench, toText: ToText, count: number): Promise<LoadResult> {
  const ids = Array.from({ length: 2 * count }, (_, turn) =>
    idOf('story', (bench.seed + turn * 7_919) % bench.stories),
  );
  const rows = await bench.relato.query<{ title: string; transcript: string }>(
    'SELECT title, transcript FROM stories WHERE id = ANY ($1::uuid[])',
    [ids],
  );
  const requests = rows.map(({ title, transcript }, turn) => {
    const sample = { title: wordsOf(title), transcript: wordsOf(transcript) };
    return query('stories.feed', { search: toText(sample, turn).slice(0, 100) });
  });
  await askOneByOne(bench, requests.slice(count));
  return askOneByOne(bench, requests.slice(0, count));
}

/** Searches in transcripts by one client, each kind separately. */
export const measureSpoken: Workload = async (bench) => {
  const rows: Row[] = [];
  for (const [kind, toText] of Object.entries(spokenKinds)) {
    const { latenciesMs, failures } = await askWarm(bench, toText, 2 * examples);
    const p95 = quantile(latenciesMs, 0.95);
    rows.push({
      workload: `in transcripts: ${kind}`,
      bar: `p95 ≤ ${maxSpokenMs} ms`,
      measured: `p50 **${ms(quantile(latenciesMs, 0.5))}**, p95 **${ms(p95)}**`,
      holds: p95 <= maxSpokenMs && failures === 0,
    });
  }
  return rows;
};

/** Searches of every kind by one client. */
export const measureSearch: Workload = async (bench) => {
  const all: number[] = [];
  const perKind: { readonly kind: string; readonly p95: number }[] = [];
  let refused = 0;
  for (const [kind, toText] of Object.entries(kinds)) {
    const { latenciesMs, failures } = await askWarm(bench, toText, examples);
    const latencies = [...latenciesMs, ...Array.from({ length: failures }, () => refusedMs)];
    refused += failures;
    all.push(...latencies);
    perKind.push({ kind, p95: quantile(latencies, 0.95) });
  }
  const [p95, longest] = [quantile(all, 0.95), Math.max(...all)];
  const slowest = perKind
    .toSorted((a, b) => b.p95 - a.p95)
    .slice(0, 3)
    .map(({ kind, p95: each }) => `${kind} ${ms(each)}`);
  return [
    {
      workload: 'search, every kind, one client',
      bar: `p95 ≤ ${maxSearchMs} ms, none over ${maxAnySearchMs} ms`,
      measured: `p95 **${ms(p95)}**, longest ${ms(longest)}, ${refused} refused`,
      holds: p95 <= maxSearchMs && longest <= maxAnySearchMs && refused === 0,
      note: `the slowest (p95): ${slowest.join(', ')}`,
    },
  ];
};
