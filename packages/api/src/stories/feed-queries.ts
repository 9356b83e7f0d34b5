import {
  canonicalId,
  DomainError,
  limits,
  type Page,
  type StoryId,
  type StoryOpening,
  type StoryOrder,
  type StorySummary,
  type TranscriptWord,
} from '@relato/contract';
import { z } from 'zod';
import { isInSight } from '../heard-stories.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { isShownTo } from '../blocks/queries.ts';
import { decodeCursor, timePosition, toPageStatement, type PageRequest } from '../rpc/cursor.ts';
import { toSpokenWords } from '../transcription/word-queries.ts';
import { storyColumns, storyTables, toStoryPage, toStorySummary, type StoryRow } from './queries.ts';

/** SQL for the values of the story `s` that an order sorts by: the rank, if it has one, then the time, both descending. */
interface Comparison {
  readonly rank: { readonly value: string; readonly type: 'int' | 'float8' } | null;
  readonly at: string;
}

const byHeat = (votes: string): Comparison => ({
  rank: { value: `story_heat(${votes}, s.published_at)`, type: 'float8' },
  at: 's.published_at',
});
const comparisons: Readonly<Record<StoryOrder, Comparison>> = {
  featured: { rank: { value: 's.score', type: 'int' }, at: 's.created_at' },
  newest: byHeat('0'),
  rising: byHeat('s.score'),
  following: { rank: null, at: 's.published_at' },
};

/** The place of a story in an order. */
export interface FeedPlace {
  readonly id: string;
  /** 0 in an order without ranks. */
  readonly rank: number;
  readonly at: Date;
}

/** Adds a value to a statement and returns its parameter. */
export type Bind = (value: unknown, type: string) => string;

/** SQL for the columns of a `FeedPlace` of the story `s`. */
export const toPlaceColumns = (order: StoryOrder): string => {
  const { rank, at } = comparisons[order];
  return `s.id, ${rank?.value ?? '0'} AS rank, ${at} AS at`;
};

const valuesOf = ({ rank, at }: Comparison): readonly string[] => [...(rank ? [rank.value] : []), at, 's.id'];

/** SQL that sorts stories `s`. */
export const toOrderBy = (order: StoryOrder): string =>
  valuesOf(comparisons[order])
    .map((value) => `${value} DESC`)
    .join(', ');

/** SQL for whether the story `s` comes after a place, or before it. */
export function isBeyond(
  order: StoryOrder,
  sign: '<' | '>',
  { rank, at, id }: FeedPlace,
  bind: Bind,
): string {
  const comparison = comparisons[order];
  const $place = [
    ...(comparison.rank ? [bind(rank, comparison.rank.type)] : []),
    bind(at, 'timestamptz'),
    bind(id, 'uuid'),
  ];
  return `(${valuesOf(comparison).join(', ')}) ${sign} (${$place.join(', ')})`;
}

/** Returns whether a place comes before another one of the same order. */
export const isBefore = (a: FeedPlace, b: FeedPlace): boolean =>
  a.rank !== b.rank ? a.rank > b.rank : a.at.getTime() !== b.at.getTime() ? a.at > b.at : a.id > b.id;

const featuredPosition = z.tuple([z.int32(), timePosition, canonicalId]);
const positionIn = (order: StoryOrder) =>
  z
    .tuple([z.literal(order), z.number(), timePosition, canonicalId])
    .transform(([_order, rank, atMs, id]) => [rank, atMs, id] as const);

export type FeedPage = Page<StorySummary>;

/** Reads the place before a page. Throws CURSOR_INVALID, also for a cursor of another order. */
export function toPlace(order: StoryOrder, cursor: string): FeedPlace {
  const [rank, atMs, id] =
    order === 'featured' ? decodeCursor(featuredPosition, cursor) : decodeCursor(positionIn(order), cursor);
  return { rank, at: new Date(atMs), id };
}

/** A cursor names its order, except that of the oldest order, which a previous version must be able to read. */
export const toPosition =
  (order: StoryOrder) =>
  ({ rank, at, id }: FeedPlace): readonly (string | number)[] =>
    order === 'featured' ? [rank, at.getTime(), id] : [order, rank, at.getTime(), id];

interface FeedRow extends StoryRow, FeedPlace {
  readonly id: StoryRow['id'];
}

const isPublic = 's.published AND s.hidden_at IS NULL';

/** Lists public stories in an order, by one scan of its index. `toFollowedStatement` lists those of followed users. */
export async function listFeed(
  services: Services,
  viewer: Viewer | null,
  { cursor, limit, order }: PageRequest & { readonly order: StoryOrder },
): Promise<FeedPage> {
  const after = cursor ? toPlace(order, cursor) : null;
  const { name, size } = toPageStatement(
    `feed-${order}${viewer ? '' : '-visitor'}${after ? '-next' : ''}`,
    limit,
    limits.feed.pageSize,
  );
  const values: unknown[] = [viewer?.id ?? null];
  const bind: Bind = (value, type) => `$${values.push(value)}::${type}`;
  const inFeed = [isPublic, ...(after ? [isBeyond(order, '<', after, bind)] : [])].join(' AND ');
  const isShown = (person: string): string => (viewer ? isShownTo('$1::uuid', person) : 'true');
  const text =
    order === 'following'
      ? toFollowedStatement(inFeed, after ? bind(after.at, 'timestamptz') : null, isShown, size)
      : toFeedStatement(order, `${inFeed} AND ${isShown('s.user_id')}`, size);
  const rows = await services.database.sql<FeedRow>({ name, text, values });
  return toStoryPage(rows, limit, toStorySummary(viewer), toPosition(order));
}

const toFeedStatement = (order: StoryOrder, inFeed: string, size: number): string =>
  `SELECT ${storyColumns}, ${toPlaceColumns(order)} FROM ${storyTables}
    WHERE ${inFeed} ORDER BY ${toOrderBy(order)} LIMIT ${size}`;

/** SQL for the users whom a user follows, the latest ones if there are too many, because a page costs an index probe for each. */
export const toFollowed = ($follower: string): string =>
  `(SELECT following_id FROM follows WHERE follower_id = ${$follower}
    ORDER BY created_at DESC, id DESC LIMIT ${limits.feed.maxFollowed})`;

/**
 * SQL for the newest stories of the users whom the viewer ($1) follows. With thousands of them, the newest stories of all
 * users usually fill a page, so twice as many of these are read as users are followed, each of which costs far less than a
 * probe for a user. If they fill no page, the newest story of each user is read, and then a page of the users with the
 * newest ones.
 */
function toFollowedStatement(
  inFeed: string,
  $until: string | null,
  isShown: (person: string) => string,
  size: number,
): string {
  const newestOf = (person: string, count: number): string =>
    `LATERAL (SELECT s.id, s.published_at FROM stories s WHERE s.user_id = ${person} AND ${inFeed}
      ORDER BY ${toOrderBy('following')} LIMIT ${count}) AS s`;
  const until = $until ? ` AND story_heat(0, s.published_at) <= story_heat(0, ${$until})` : '';
  return `WITH followed AS MATERIALIZED (
      SELECT f.following_id FROM ${toFollowed('$1::uuid')} AS f WHERE ${isShown('f.following_id')}
    ), newest AS MATERIALIZED (
      SELECT s.id FROM (
        SELECT s.id, s.user_id, s.published_at FROM stories s WHERE ${inFeed}${until}
        ORDER BY ${toOrderBy('newest')} LIMIT (SELECT 2 * count(*) FROM followed)
      ) AS s WHERE s.user_id IN (SELECT following_id FROM followed)
      ORDER BY ${toOrderBy('following')} LIMIT ${size}
    ), tellers AS MATERIALIZED (
      SELECT f.following_id FROM followed f CROSS JOIN ${newestOf('f.following_id', 1)}
      WHERE (SELECT count(*) < ${size} FROM newest) ORDER BY ${toOrderBy('following')} LIMIT ${size}
    ), places AS MATERIALIZED (
      SELECT s.id FROM tellers t CROSS JOIN ${newestOf('t.following_id', size)}
      ORDER BY ${toOrderBy('following')} LIMIT ${size}
    )
    SELECT ${storyColumns}, ${toPlaceColumns('following')} FROM ${storyTables}
    WHERE s.id IN (SELECT id FROM newest UNION ALL SELECT id FROM places) AND ${isPublic}
    ORDER BY ${toOrderBy('following')}`;
}

/** Throws STORY_NOT_FOUND for a story that is neither public nor the viewer's, or that a block hides. */
export async function requireOpening(
  { database }: Services,
  viewer: Viewer | null,
  id: StoryId,
): Promise<StoryOpening> {
  const [row] = await database.sql<{ readonly words: readonly TranscriptWord[] | null }>({
    name: 'story-opening',
    text: `SELECT jsonb_path_query_array(s.transcript_words, '$[0 to ${limits.preview.maxWords - 1}]') AS words
      FROM stories s WHERE s.id = $2::uuid AND ${isInSight('s')}`,
    values: [viewer?.id ?? null, id],
  });
  if (!row) throw new DomainError('STORY_NOT_FOUND');
  return { words: toSpokenWords(row.words) ?? [] };
}
