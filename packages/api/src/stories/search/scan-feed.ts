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

/** The part of the feed to look at. */
export interface FeedRange {
  readonly order: StoryOrder;
  /** The user who searches. Null for a visitor, who follows and blocks nobody. */
  readonly viewerId: string | null;
  /** The place after which it begins, or null for the start of the feed. */
  readonly after: FeedPlace | null;
  /** The place before which it ends, or null for the end of the feed. */
  readonly before: FeedPlace | null;
  /** The number of places to find. */
  readonly size: number;
}

/** The bounds of the steps of a search, in stories. */
interface ScanBudget {
  /** The stories that are scanned first, which costs as much as using an index. */
  readonly firstScan: number;
  /** The stories that are scanned if the first scan found some: it takes fewer to find a page of them. */
  readonly secondScan: number;
  /** The matches that are looked up through an index. Of more, a page is found sooner by scanning. */
  readonly maxMatches: number;
  /** The stories that are scanned in the end. */
  readonly lastScan: number;
}

/**
 * The bounds of the first step of a quick search: a common tag fills a page from so few stories, and one that none of them
 * has is mostly so rare that its index lists all of it. Scanning thousands of stories was most of the cost of a rare tag.
 */
const glance = { stories: 200, matches: 100 };

/**
 * More matches than `from` are found sooner by walking down the feed than by looking up the place of each: among a million
 * stories a page of them ends within 42,000, and to compare an id takes a thirtieth of a look-up. If the first `stories` do
 * not have a page of them, each is looked up after all. The indexes of other orders have no ids to read.
 */
const walk = { from: 500, stories: 60_000 };

/** The conditions that the stories to find have in common. */
export interface FeedSource {
  /** SQL for whether the story `s` has it. */
  readonly matches: (bind: Bind) => string;
  /** SQL for the ids, as `story_id`, of the stories that may have it, read through an index. */
  readonly candidates: (bind: Bind) => string;
  /** SQL for whether a candidate `s` has it, as far as its index cannot tell. */
  readonly confirms: (bind: Bind) => string;
  /** How many stories of the first scan make a second one cheaper than the index. */
  readonly likelyFrom: number;
  readonly budget: ScanBudget;
  /** Its first scan and its index are quick, and need no place among the searches. */
  readonly isQuick: boolean;
}

/**
 * Finds public stories in the order of the feed. What is common is found soon by scanning the feed, what is rare only
 * through an index, and the statistics of the database do not tell which it is for terms that they have not seen. So the
 * start of the feed tells. Throws SEARCH_BUSY if too many searches run or this one takes too long.
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

  /** Scans the next stories of the feed. Returns whether that finds enough, or is all there is. */
  const scan = async (stories: number): Promise<boolean> => {
    const rows = await run(toScan(source, rest(), stories), stories <= firstScan);
    found.push(...rows.filter((row) => row.found));
    after = rows.find((row) => !row.found) ?? null;
    return after === null;
  };
  /** Returns whether the matches are few enough to be found through an index. */
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

/** Asks for the author by the id of each match, so that an index still tells alone which stories do not match. */
function withoutHidden(source: FeedSource, viewerId: string): FeedSource {
  const isShown = (condition: string, bind: Bind): string =>
    `CASE WHEN ${condition} THEN ${isShownTo(bind(viewerId, 'uuid'), '(SELECT a.user_id FROM stories a WHERE a.id = s.id)')} ELSE false END`;
  return {
    ...source,
    matches: (bind) => isShown(source.matches(bind), bind),
    confirms: (bind) => isShown(source.confirms(bind), bind),
  };
}

/** A story that matches, or, if `found` is false, where a scan ended or that there are too many matches. */
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

/** One scan of the index of the order, which ends when it has found enough. Its last row is where it ended otherwise. */
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

/** Scans the stories of the people whom the viewer follows, which no index has in order, and sorts those that match. */
const toScanOfFollowed = (source: FeedSource, range: FeedRange): Built =>
  build(
    range,
    (inFeed, bind) => `SELECT ${toPlaceColumns(range.order)}, true AS found FROM (
      SELECT s.* FROM ${toFollowed(bind(range.viewerId, 'uuid'))} AS f JOIN stories s ON s.user_id = f.following_id
      WHERE ${inFeed} OFFSET 0
    ) AS s WHERE ${source.matches(bind)} ORDER BY ${toOrderBy(range.order)} LIMIT ${range.size}`,
  );

/** Finds the first of all matches. One row says so if there are too many. */
const toLookUp = (source: FeedSource, range: FeedRange, most: number): Built =>
  build(
    range,
    (inFeed, bind) => `WITH matching AS MATERIALIZED (
      ${source.candidates(bind)} LIMIT ${most + 1}
    ), total AS MATERIALIZED (SELECT count(*) AS matches FROM matching
    ), walked AS MATERIALIZED (
      SELECT s.id, s.rank, s.at FROM (
        SELECT ${toPlaceColumns(range.order)}, s.feed_text FROM stories s
        WHERE ${inFeed} ORDER BY ${toOrderBy(range.order)} LIMIT ${walk.stories}
      ) AS s
      WHERE (SELECT ${range.order === 'featured'} AND matches > ${walk.from} AND matches <= ${most} FROM total)
        AND (s.id IN (SELECT story_id FROM matching)) IS TRUE AND ${source.confirms(bind)}
      LIMIT ${range.size}
    )
    SELECT *, true AS found FROM walked WHERE (SELECT count(*) FROM walked) = ${range.size}
    UNION ALL (
      -- Each by its id: a planner that expects more matches would read the whole table instead.
      SELECT s.id, s.rank, s.at, true
      FROM matching CROSS JOIN LATERAL (
        SELECT ${toPlaceColumns(range.order)} FROM stories s
        WHERE s.id = matching.story_id AND ${inFeed} AND ${source.confirms(bind)} OFFSET 0
      ) AS s
      WHERE (SELECT matches <= ${most} FROM total) AND (SELECT count(*) FROM walked) < ${range.size}
      ORDER BY s.rank DESC, s.at DESC, s.id DESC LIMIT ${range.size}
    )
    UNION ALL SELECT NULL, NULL, NULL, false FROM total WHERE matches > ${most}`,
  );
