import { DomainError } from '@relato/contract';
import { isTimeout } from '@relato/db';
import type { Services } from '../context.ts';
import { escapeLike } from '../like-pattern.ts';
import { feedOrder, toFeedStatement, type StoryRow } from './queries.ts';

/** The number of feed rows that a search scans before it uses an index. Common terms are among them. */
const searchedFirst = 2_000;

interface FeedSearch {
  readonly conditions: readonly string[];
  readonly values: readonly unknown[];
  /** The number of rows to read: one more than `limit`, to know whether there is a next page. */
  readonly size: number;
  readonly search: string;
  readonly limit: number;
}

/**
 * Searches the feed. A common term is found soon in feed order, a rare one only through an index. The statistics of the
 * database do not tell which it is for terms that they have not seen, so the start of the feed is scanned first, at a
 * fixed cost. Throws SEARCH_BUSY if too many searches run or this one takes too long.
 */
export async function searchFeed(
  { database }: Services,
  { conditions, values, size, search, limit }: FeedSearch,
): Promise<StoryRow[]> {
  const all = [...values, search, escapeLike(search)];
  const folded = `search_fold($${values.length + 1})`;
  const contains = `s.folded_text LIKE '%' || search_fold($${values.length + 2}) || '%'`;
  const bare = search.normalize('NFD').replaceAll(/\p{M}/gu, '');
  // A trigram index covers words of three letters, and of two at the start or end of a word.
  const hasTrigram = /[a-z\d]{3}|[a-z\d]{2}[^a-z\d]|[^a-z\d][a-z\d]{2}/iu.test(bare);
  const indexed = hasTrigram
    ? contains
    : `search_grams(s.folded_text) @> search_pairs(${folded}) AND ${contains}`;
  const where = conditions.join(' AND ');
  const head = `(SELECT * FROM stories s WHERE ${where} ORDER BY ${feedOrder} LIMIT ${searchedFirst})`;
  // Both statements get all parameters, and PostgreSQL needs the type of each.
  const typed = `$${values.length + 1}::text IS NOT NULL`;
  const first = `SELECT s.* FROM ${head} AS s WHERE ${contains} AND ${typed}`;
  const rare = `SELECT s.id, s.score, s.created_at FROM stories s WHERE ${where} AND ${indexed} AND ${typed}`;
  // Materialized, because the planner would otherwise scan the feed in order until it finds one of few matches.
  const statements = [
    `SELECT id FROM (${first}) AS s ORDER BY ${feedOrder} LIMIT ${size}`,
    `WITH s AS MATERIALIZED (${rare}) SELECT id FROM s ORDER BY ${feedOrder} LIMIT ${size}`,
  ];
  const [text = '', byIndex = ''] = statements.map((ids) => toFeedStatement([`s.id IN (${ids})`], size));
  try {
    const rows = await database.sql<StoryRow>({ text, values: all, pool: 'search' });
    return rows.length > limit
      ? rows
      : await database.sql<StoryRow>({ text: byIndex, values: all, pool: 'search' });
  } catch (error) {
    throw isTimeout(error) ? new DomainError('SEARCH_BUSY', { cause: error }) : error;
  }
}
