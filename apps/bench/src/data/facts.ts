import { idOf, type World } from '../generator/world.ts';

/** The place of a story in the feed. */
export interface Position {
  readonly score: number;
  readonly createdAt: Date;
  readonly id: string;
}

type Query = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** Returns the positions of stories at these places of the feed. */
export async function readPositions(query: Query, places: readonly number[]): Promise<readonly Position[]> {
  return query<Position>(
    `SELECT score, created_at AS "createdAt", id FROM (
       SELECT score, created_at, id, row_number() OVER (ORDER BY score DESC, created_at DESC, id DESC) AS place
       FROM stories WHERE published AND hidden_at IS NULL
       ORDER BY score DESC, created_at DESC, id DESC LIMIT $2
     ) AS feed WHERE place = ANY ($1::int[]) ORDER BY place`,
    [places, Math.max(...places)],
  );
}

/** Returns the ids of the most voted stories. */
export const listPopular = (world: World, count: number): readonly string[] =>
  Array.from({ length: Math.min(count, world.stories) }, (_, rank) => idOf('story', world.storyAtRank(rank)));
