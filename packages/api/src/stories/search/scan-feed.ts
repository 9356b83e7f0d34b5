import { DomainError, type StoryOrder } from '@relato/contract';
import { isTimeout } from '@relato/db';
import { isShownTo } from '../../blocks/queries.ts';
import type { Services } from '../../rpc/context.ts';
import {
  isBeyond,
  toFollowed,
  toOrderBy,
  toPlaceColumns,
  type Bind,
  type FeedPlace,
} from '../feed-queries.ts';

/** The searched part of the feed. */
export interface FeedRange {
  readonly order: StoryOrder;
  /** The user who searches. Null for a visitor, who follows and blocks no users. */
  readonly viewerId: string | null;
  /** The place after which it begins, or null for the start of the feed. */
  readonly after: FeedPlace | null;
  /** The place before which it ends, or null for the end of the feed. */
  readonly before: FeedPlace | null;
  /** The number of places to find. */
  readonly size: number;
}

/** The limits of the steps of a search, in stories. */
interface ScanBudget {
  /** The number of stories to scan first, which costs as much as using an index. */
  readonly firstScan: number;
  /** The number of stories to scan if the first scan found some, in which case fewer suffice for a page. */
  readonly secondScan: number;
  /** The limit of matches that are looked up through an index. With more, scanning finds a page sooner. */
  readonly maxMatches: number;
  /**
   * The number of stories to compare with many matches: among a million stories a page ends within 42,000, and comparing an
   * id takes a thirtieth of a lookup. If they neither fill a page nor are all, each match is looked up after all. The indexes
   * of other orders have no ids.
   */
  readonly maxWalked: number;
  /** The number of stories to scan last. */
  readonly lastScan: number;
}

/**
 * The limits of the first step of a quick search: a common tag fills a page from this many stories, and a tag that none of
 * them has is usually so rare that its index lists all of it. Scanning thousands of stories was most of the cost of a rare
 * tag.
 */
const glance = { stories: 200, matches: 100 };

/** The number of matches from which walking down the feed is faster than looking up the place of each. */
const walkFrom = 500;

/** The condition of a search. */
export interface FeedSource {
  /** SQL for whether the story `s` meets the condition. */
  readonly matches: (bind: Bind) => string;
  /** SQL for the ids, as `story_id`, of the stories that may meet it, read through an index. */
  readonly candidates: (bind: Bind) => string;
  /** SQL for whether a candidate `s` meets the part that its index cannot decide. */
  readonly confirms: (bind: Bind) => string;
  /** The number of matches in the first scan that makes a second one cheaper than the index. */
  readonly likelyFrom: number;
  readonly budget: ScanBudget;
  /** True if its first scan and its index are so quick that it needs no place among the searches. */
  readonly isQuick: boolean;
}

/**
 * Finds public stories in the order of the feed. Scanning the feed finds common terms quickly, and an index rare ones. The
 * statistics of the database do not know unseen terms, so the start of the feed decides which terms are common. Throws
 * SEARCH_BUSY if too many searches run or this one takes too long.
 */
export async function scanFeed(
  { database }: Pick<Services, 'database'>,
  everyones: FeedSource,
  range: FeedRange,
): Promise<FeedPlace[]> {
  const source = range.viewerId === null ? everyones : withoutHidden(everyones, range.viewerId);
  const { firstScan, secondScan, maxMatches, lastScan } = source.budget;
  const found: FeedPlace[] = [];
  let { after } = range;
  let isBounded = !source.isQuick;

  const run = async ({ text, values }: Built, isQuick: boolean): Promise<FoundRow[]> => {
    isBounded = !isQuick || !source.isQuick;
    return database.sql<FoundRow>({ text, values, ...(isBounded && { pool: 'search' }) });
  };
  const rest = (): FeedRange => ({ ...range, after, size: range.size - found.length });

  /** Scans the next stories of the feed. Returns whether that found enough, or reached the end. */
  const scan = async (stories: number): Promise<boolean> => {
    const rows = await run(toScan(source, rest(), stories), stories <= firstScan);
    found.push(...rows.filter((row) => row.found));
    after = rows.find((row) => !row.found) ?? null;
    return after === null;
  };
  /** Looks the matches up through an index. Returns false if there are too many. */
  const lookUp = async (most: number): Promise<boolean> => {
    const rows = await run(toLookUp(source, rest(), most), true);
    if (rows.some((row) => !row.found)) return false;
    found.push(...rows);
    return true;
  };

  try {
    if (range.order === 'following') return await run(toScanOfFollowed(source, range), false);
    const isDone =
      (source.isQuick &&
        ((await scan(glance.stories)) || (found.length === 0 && (await lookUp(glance.matches))))) ||
      (await scan(firstScan)) ||
      (found.length >= source.likelyFrom && (await scan(secondScan))) ||
      (await lookUp(maxMatches));
    if (!isDone) await scan(lastScan);
    return found;
  } catch (error) {
    throw isBounded && isTimeout(error) ? new DomainError('SEARCH_BUSY', { cause: error }) : error;
  }
}

/** Reads the author by the id of each match, so that the index alone can still exclude stories. */
function withoutHidden(source: FeedSource, viewerId: string): FeedSource {
  const isShown = (condition: string, bind: Bind): string =>
    `CASE WHEN ${condition} THEN ${isShownTo(bind(viewerId, 'uuid'), '(SELECT a.user_id FROM stories a WHERE a.id = s.id)')} ELSE false END`;
  return {
    ...source,
    matches: (bind) => isShown(source.matches(bind), bind),
    confirms: (bind) => isShown(source.confirms(bind), bind),
  };
}

/** A matching story, or, if `found` is false, the end of a scan or the sign of too many matches. */
interface FoundRow extends FeedPlace {
  readonly found: boolean;
}

interface Built {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Builds a statement, with SQL for whether the story `s` is public and within the range. */
function build({ order, after, before }: FeedRange, write: (inFeed: string, bind: Bind) => string): Built {
  const values: unknown[] = [];
  const bind: Bind = (value, type) => `$${values.push(value)}::${type}`;
  const inFeed = [
    's.published',
    's.hidden_at IS NULL',
    ...(after ? [isBeyond(order, '<', after, bind)] : []),
    ...(before ? [isBeyond(order, '>', before, bind)] : []),
  ];
  return { text: write(inFeed.join(' AND '), bind), values };
}

/** SQL for a scan of the index of the order, which ends with enough matches. Otherwise its last row is where it ended. */
const toScan = (source: FeedSource, range: FeedRange, stories: number): Built =>
  build(
    range,
    (inFeed, bind) => `WITH scanned AS MATERIALIZED (
      SELECT ${toPlaceColumns(range.order)}, ${source.matches(bind)} AS found
      FROM stories s WHERE ${inFeed} ORDER BY ${toOrderBy(range.order)} LIMIT ${stories}
    ), hits AS MATERIALIZED (SELECT * FROM scanned WHERE found LIMIT ${range.size})
    SELECT * FROM hits
    UNION ALL (
      SELECT id, rank, at, false FROM scanned
      WHERE (SELECT count(*) FROM hits) < ${range.size} OFFSET ${stories - 1}
    )`,
  );

/** SQL that scans the stories of the users whom the viewer follows, for which no index has an order, and sorts the matches. */
const toScanOfFollowed = (source: FeedSource, range: FeedRange): Built =>
  build(
    range,
    (inFeed, bind) => `SELECT ${toPlaceColumns(range.order)}, true AS found FROM (
      SELECT s.* FROM ${toFollowed(bind(range.viewerId, 'uuid'))} AS f JOIN stories s ON s.user_id = f.following_id
      WHERE ${inFeed} OFFSET 0
    ) AS s WHERE ${source.matches(bind)} ORDER BY ${toOrderBy(range.order)} LIMIT ${range.size}`,
  );

/** SQL that finds the first of all matches, or returns a single row if there are too many. */
const toLookUp = (source: FeedSource, range: FeedRange, most: number): Built => {
  const { maxWalked } = source.budget;
  return build(
    range,
    (inFeed, bind) => `WITH matching AS MATERIALIZED (
      ${source.candidates(bind)} LIMIT ${most + 1}
    ), total AS MATERIALIZED (
      SELECT count(*) AS matches, ${range.order === 'featured'} AND count(*) BETWEEN ${walkFrom + 1} AND ${most} AS is_walk FROM matching
    ), walked AS MATERIALIZED (
      SELECT s.id, s.rank, s.at FROM (
        SELECT ${toPlaceColumns(range.order)}, s.feed_text FROM stories s
        WHERE ${inFeed} ORDER BY ${toOrderBy(range.order)} LIMIT ${maxWalked}
      ) AS s
      WHERE (SELECT is_walk FROM total) AND (s.id IN (SELECT story_id FROM matching)) IS TRUE AND ${source.confirms(bind)}
      LIMIT ${range.size}
    ), done AS MATERIALIZED (
      SELECT is_walk AND ((SELECT count(*) FROM walked) = ${range.size}
        OR NOT EXISTS (SELECT FROM stories s WHERE ${inFeed} ORDER BY ${toOrderBy(range.order)} OFFSET ${maxWalked - 1})) AS is_done
      FROM total
    )
    SELECT *, true AS found FROM walked WHERE (SELECT is_done FROM done)
    UNION ALL (
      -- Each by its id: a planner that expects more matches would read the whole table instead.
      SELECT s.id, s.rank, s.at, true
      FROM matching CROSS JOIN LATERAL (
        SELECT ${toPlaceColumns(range.order)} FROM stories s
        WHERE s.id = matching.story_id AND ${inFeed} AND ${source.confirms(bind)} OFFSET 0
      ) AS s
      WHERE (SELECT matches <= ${most} FROM total) AND NOT (SELECT is_done FROM done)
      ORDER BY s.rank DESC, s.at DESC, s.id DESC LIMIT ${range.size}
    )
    UNION ALL SELECT NULL, NULL, NULL, false FROM total WHERE matches > ${most}`,
  );
};
