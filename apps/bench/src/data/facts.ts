import type { Relato } from '../processes/relato.ts';

/** The kinds of rows, by the last digit of their ids in fill.sql. */
const kinds = { user: 1, recording: 2, story: 3 } as const;

/** Returns the id of the row with this number, from 0. */
export const idOf = (kind: keyof typeof kinds, row: number): string =>
  `${row.toString(16).padStart(8, '0')}-0000-7000-8000-00000000000${kinds[kind]}`;

/** Returns the number of users that fill.sql creates. */
export const countUsers = (stories: number): number => Math.max(200, Math.floor(stories / 5));

/** The place of a story in the feed. */
export interface Position {
  readonly score: number;
  readonly createdAt: Date;
  readonly id: string;
}

/** Returns every `step`th story of the feed from a position on. */
export const readPositions = (
  { query }: Relato,
  place: number,
  step: number,
  count: number,
): Promise<readonly Position[]> =>
  query<Position>(
    `SELECT score, created_at AS "createdAt", id FROM (
       SELECT score, created_at, id, row_number() OVER (ORDER BY score DESC, created_at DESC, id DESC) - 1 AS place
       FROM stories WHERE published AND hidden_at IS NULL
     ) AS feed WHERE place >= $1 AND place % $2 = $1 % $2 ORDER BY place LIMIT $3`,
    [place, step, count],
  );

/** Returns the ids of the first stories of the feed. */
export const listPopular = async (relato: Relato, count: number): Promise<readonly string[]> =>
  (await readPositions(relato, 0, 1, count)).map(({ id }) => id);

interface Audible {
  readonly id: string;
  /** The key of the served file. */
  readonly key: string;
}

/** Returns the stories that have audio on the disk. */
export const listAudible = ({ query }: Relato): Promise<readonly Audible[]> =>
  query<Audible>(
    `SELECT s.id, r.playback_key AS key FROM stories s JOIN recordings r ON r.id = s.recording_id
     WHERE r.playback_type = 'audio/wav' AND s.transcript_words IS NOT NULL ORDER BY s.id LIMIT 64`,
  );

/** Lets each user follow a number of people, who differ between users. */
export async function followMany({ query }: Relato, users: readonly number[], count: number): Promise<void> {
  await query(
    `INSERT INTO follows (id, follower_id, following_id)
     SELECT gen_random_uuid(), follower.id, followed.id FROM unnest($1::uuid[]) WITH ORDINALITY AS follower (id, turn),
       LATERAL (SELECT u.id FROM users u WHERE u.id <> follower.id ORDER BY u.id OFFSET follower.turn LIMIT $2) AS followed
     ON CONFLICT DO NOTHING`,
    [users.map((user) => idOf('user', user)), count],
  );
  // The server of an operator does this by itself after this many rows.
  await query('VACUUM follows');
}
