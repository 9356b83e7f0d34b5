import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import type { Workload } from '../bench.ts';
import { prepareDataFolder } from '../data/data-folder.ts';
import { countUsers, followMany, idOf } from '../data/facts.ts';
import { prepareSessions, tokenOf } from '../data/sessions.ts';
import { startRelato, type Relato } from '../processes/relato.ts';
import { query } from './calls.ts';
import { orders } from './search.ts';

const stories = 100_000;
const perSecond = { votes: 1_000, stories: 50 } as const;
/** One of a hundred stories gets votes. */
const movedStep = 100;
const followed = 2_000;
/** The largest page of the server. */
const pageSize = 50;
/** The user who walks follows `followed` people. */
const walker = 1;
const tickMs = 20;

type Order = (typeof orders)[number];

interface Feed {
  readonly items: readonly { readonly id: string }[];
  readonly nextCursor: string | null;
}

/** Every order from its first page to its last, while votes move stories and new ones appear. */
export const measureWalks: Workload = async ({ relato: running, stories: size, report }) => {
  const relato = size === stories ? running : await startRelato(await prepareDataFolder(stories, report));
  const pool = new Pool({
    connectionString: relato.databaseUrl,
    max: 8,
    // These writes are only load, and waiting for the disk would keep them below the rates above.
    options: '-c synchronous_commit=off',
  });
  const ended = new AbortController();
  try {
    await prepareSessions(relato, countUsers(stories));
    await followMany(relato, [walker], followed);
    const resting = await listResting(relato);
    const writing = write(pool, ended.signal);
    const startedAt = performance.now();
    const faults = { holes: 0, repeats: 0 };
    let read = 0;
    for (const order of orders) {
      const seen = await walk(relato, order);
      for (const id of resting(order)) {
        const times = seen.get(id) ?? 0;
        if (times === 0) faults.holes += 1;
        else if (times > 1) faults.repeats += 1;
      }
      read += seen.size;
    }
    ended.abort();
    const written = await writing;
    const seconds = (performance.now() - startedAt) / 1_000;
    const rates = [written.votes, written.stories].map((count) => (count / seconds).toFixed(0));
    return [
      {
        workload: `every page of ${orders.length} orders, beside ${rates.join(' votes and ')} new stories a second`,
        bar: '0 holes, 0 repeats',
        measured: `**${faults.holes}** holes, **${faults.repeats}** repeats in ${read.toLocaleString('en')} stories`,
        holds: faults.holes + faults.repeats === 0 && resting('following').size > 0,
      },
    ];
  } finally {
    ended.abort();
    await pool.end();
    if (relato !== running) await relato.stop();
  }
};

/** Reads the ids of the stories in each order that no vote moves. */
async function listResting({ query: run }: Relato): Promise<(order: Order) => ReadonlySet<string>> {
  const rows = await run<{ id: string; followed: boolean }>(
    `SELECT s.id, EXISTS (SELECT FROM follows f WHERE f.follower_id = $1 AND f.following_id = s.user_id) AS followed
     FROM stories s WHERE s.published AND s.hidden_at IS NULL AND NOT s.id = ANY ($2::uuid[])`,
    [idOf('user', walker), moved],
  );
  const all = new Set(rows.map(({ id }) => id));
  const ofFollowed = new Set(rows.filter((row) => row.followed).map(({ id }) => id));
  return (order) => (order === 'following' ? ofFollowed : all);
}

const moved = Array.from({ length: stories / movedStep }, (_, number) => idOf('story', number * movedStep));

const castVotes = `
  SELECT cast_vote(v.voter, v.story, v.direction)
  FROM jsonb_to_recordset($1::jsonb) AS v(voter uuid, story uuid, direction vote_direction)`;

/** Votes and publishes at the given rate until the signal aborts. Resolves with the number of writes. */
async function write(pool: Pool, signal: AbortSignal): Promise<{ votes: number; stories: number }> {
  const written = { votes: 0, stories: 0 };
  const users = countUsers(stories);
  const startedAt = performance.now();
  while (!signal.aborted) {
    await delay(tickMs);
    const seconds = (performance.now() - startedAt) / 1_000;
    const due = { votes: seconds * perSecond.votes, stories: seconds * perSecond.stories };
    const work: Promise<unknown>[] = [];
    const votes: {
      readonly voter: string;
      readonly story: string | undefined;
      readonly direction: string;
    }[] = [];
    for (; written.votes < due.votes; written.votes += 1) {
      const turn = written.votes;
      const round = Math.floor(turn / moved.length);
      votes.push({
        voter: idOf('user', (turn * 31 + round) % users),
        story: moved[(turn * 7) % moved.length],
        direction: round % 3 === 2 ? 'down' : 'up',
      });
    }
    work.push(pool.query(castVotes, [JSON.stringify(votes)]));
    for (; written.stories < due.stories; written.stories += 1)
      work.push(publish(pool, written.stories % users));
    await Promise.all(work);
  }
  return written;
}

/** Publishes a new story with the sound of another one. */
const publish = (pool: Pool, author: number) =>
  pool.query(
    `WITH recording AS (
       INSERT INTO recordings (id, user_id, state, claimed_type, bytes, original_key, playback_key, playback_bytes, playback_type,
         container, codec, duration_ms, peaks, loudness_known, uploaded_at, inspected_at)
       SELECT $1::uuid, $3::uuid, state, claimed_type, bytes, $1::uuid::text, $1::uuid::text, playback_bytes, playback_type, container, codec, duration_ms,
         peaks, loudness_known, now(), now() FROM recordings WHERE id = $4::uuid RETURNING id)
     INSERT INTO stories (id, recording_id, user_id, title, transcript, duration_ms, tags, published, published_at, created_with)
     SELECT $2::uuid, recording.id, $3::uuid, s.title, s.transcript, s.duration_ms, s.tags, true, now(), s.created_with
     FROM stories s, recording WHERE s.id = $5::uuid`,
    [randomUUID(), randomUUID(), idOf('user', author), idOf('recording', 0), idOf('story', 0)],
  );

/** Returns how often each story appeared. */
async function walk({ origin }: Relato, order: Order): Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, number>();
  let cursor: string | null = null;
  let page = 0;
  do {
    const { path } = query('stories.feed', { order, limit: pageSize, ...(cursor && { cursor }) });
    page += 1;
    const answer = await fetch(origin + path, {
      headers: {
        // The limits of the server count by user, and those of visitors by network.
        ...(order === 'following' && { authorization: `Bearer ${tokenOf(walker)}` }),
        'x-forwarded-for': `10.${orders.indexOf(order)}.${page >> 8}.${page & 255}`,
      },
      signal: AbortSignal.timeout(30_000),
    });
    if (!answer.ok) throw new Error(`${answer.status}: ${(await answer.text()).slice(0, 200)}`);
    const { result } = (await answer.json()) as { result: { data: { json: Feed } } }; // as the router declares it
    for (const { id } of result.data.json.items) seen.set(id, (seen.get(id) ?? 0) + 1);
    cursor = result.data.json.nextCursor;
  } while (cursor !== null);
  return seen;
}
