import { limits } from '@relato/contract/limits';
import type { Workload } from '../bench.ts';
import { idOf } from '../data/facts.ts';
import { sessionCount } from '../data/sessions.ts';
import type { Relato } from '../processes/relato.ts';
import { ms, seconds } from '../report/rows.ts';
import { mutation } from './calls.ts';

const stories = 100_000;
const { maxWords, trial } = limits.watched;
const recent = `WHERE published AND hidden_at IS NULL AND published_at > now() - interval '${trial.days} days'`;
const administrator = sessionCount - 1;
const list = { name: 'Medida' };

interface Trial {
  readonly tested: number;
  readonly found: number;
  readonly isDone: boolean;
}

/**
 * The dry run of the longest list over a hundred thousand stories, beside one statement that reads their texts. Most words of
 * the list are invented; the others are names of tellers, which few transcripts have.
 */
export const measureWatched: Workload = async ({ relato }) => {
  await publishLately(relato);
  await relato.query(`UPDATE users SET role = 'administrator' WHERE id = $1`, [idOf('user', administrator)]);
  const names = await relato.query<{ name: string }>(
    `SELECT DISTINCT split_part(transcript, ' ', 3) AS name FROM stories ${recent} LIMIT 20`,
  );
  const said = names.map(({ name }) => name.replace('.', ''));
  const invented = Array.from({ length: maxWords - said.length }, (_, turn) => `inventada${turn}`);
  const words = [...said, ...invented];
  // All of them do not fit into one call.
  const perCall = maxWords / 4;
  for (let from = 0; from < words.length; from += perCall) {
    const part = words.slice(from, from + perCall);
    await call(relato, 'reports.saveWatchedList', {
      ...list,
      weight: 1,
      words: [part.join('\n')],
      adds: from > 0,
    });
  }
  const expected = await countStoriesOf(relato, said);
  const startedAt = performance.now();
  const cpuBefore = relato.readCpu();
  let tried: Trial;
  do tried = await call<Trial>(relato, 'reports.tryWatchedList', list);
  while (!tried.isDone);
  const elapsedMs = performance.now() - startedAt;
  const cpuMs = (relato.readCpu() ?? Number.NaN) - (cpuBefore ?? Number.NaN);
  await call(relato, 'reports.deleteWatchedList', list);
  return [
    {
      workload: `dry run of ${words.length.toLocaleString('en')} watched words over ${tried.tested.toLocaleString('en')} stories`,
      bar: 'every story with one of them is found',
      measured: `**${tried.found.toLocaleString('en')}** of ${expected.toLocaleString('en')} in ${seconds(elapsedMs)}, ${ms(cpuMs / tried.tested)} of CPU a story`,
      holds: tried.tested >= stories && tried.found === expected && expected > 0,
    },
  ];
};

/** Moves the newest stories of the data, which are years old, into the days of a dry run. */
async function publishLately({ query }: Relato): Promise<void> {
  const [row] = await query<{ count: number }>(`SELECT count(*)::int FROM stories ${recent}`);
  if ((row?.count ?? 0) >= stories) return;
  // Without triggers, which would count and queue what is no event.
  await query(`BEGIN; SET LOCAL session_replication_role = replica;
    CREATE TEMPORARY TABLE lately ON COMMIT DROP AS SELECT id, now() - interval '20 seconds' * row_number() OVER newest AS at
      FROM stories WHERE published AND hidden_at IS NULL
      WINDOW newest AS (ORDER BY published_at DESC, id DESC) ORDER BY published_at DESC, id DESC LIMIT ${stories};
    UPDATE stories s SET published_at = l.at FROM lately l WHERE s.id = l.id;
    UPDATE story_tags t SET published_at = l.at FROM lately l WHERE t.story_id = l.id;
    COMMIT`);
  await query('VACUUM ANALYZE stories');
}

/** Counts the stories with one of the words in their title or transcript, the only texts of the data that have them. */
async function countStoriesOf({ query }: Relato, words: readonly string[]): Promise<number> {
  const [row] = await query<{ count: number }>(
    `SELECT count(*)::int FROM stories ${recent} AND concat_ws(' ', title, transcript) ~* $1`,
    [`\\m(?:${words.join('|')})\\M`],
  );
  return row?.count ?? 0;
}

/** Calls a mutation as the administrator. Throws unless it succeeds. */
async function call<Answer>({ origin }: Relato, path: string, input: object): Promise<Answer> {
  const { path: address, ...request } = mutation(path, input, administrator);
  const answer = await fetch(origin + address, { ...request, signal: AbortSignal.timeout(60_000) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 200)}`);
  const { result } = (await answer.json()) as { result: { data: { json: Answer } } }; // as the router declares it
  return result.data.json;
}
