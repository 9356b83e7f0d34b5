import { DomainError } from '@relato/contract';
import { isTimeout } from '@relato/db';
import type { Services } from '../context.ts';
import { hasTrigram, toSearchTerms } from '../search-terms.ts';
import { feedOrder } from './queries.ts';

/** The place of a story in the feed. */
export interface FeedPlace {
  readonly id: string;
  readonly score: number;
  readonly created_at: Date;
}

export interface FeedFilter {
  /** The place after which the search begins, or null for the start of the feed. */
  readonly after: FeedPlace | null;
  /** The number of places to find. */
  readonly size: number;
  /** The text that the stories contain, or ''. */
  readonly search: string;
  /** At least one of which the stories have, or none. */
  readonly tags: readonly string[];
}

/** The bounds of the steps of a search, in stories. */
interface SearchBudget {
  /** The stories that are scanned first, which costs as much as using an index. */
  readonly firstScan: number;
  /** The stories that are scanned if the first scan found some: it takes fewer to find a page of them. */
  readonly secondScan: number;
  /** The matches that are looked up through an index. Of more, a page is found sooner by scanning. */
  readonly maxMatches: number;
}

const defaultBudget: SearchBudget = { firstScan: 2_000, secondScan: 20_000, maxMatches: 10_000 };
/**
 * How many stories of the first scan make a second one cheaper than the index. The index of tags has exactly the stories to
 * read. That of texts has more: of a phrase all that have its words anywhere.
 */
const likelyFrom = { tags: 4, words: 3, phrase: 1 };
const wholeFeed = 2_000_000_000;

/**
 * Finds public stories that match a filter, in the order of the feed. A common term is found soon by scanning the feed, a
 * rare one only through an index, and the statistics of the database do not tell which it is for terms that they have not
 * seen. So the start of the feed tells. Throws SEARCH_BUSY if too many searches run or this one takes too long.
 */
export async function findInFeed(
  { database }: Pick<Services, 'database'>,
  filter: FeedFilter,
  { firstScan, secondScan, maxMatches }: SearchBudget = defaultBudget,
): Promise<FeedPlace[]> {
  const { search, size } = filter;
  const isText = search !== '';
  /** Finding tags in the start of the feed or through the index is quick; past it, a scan may read the whole feed. */
  const poolOf = (isQuick: boolean) => (isQuick && !isText ? {} : ({ pool: 'search' } as const));
  let isBounded = isText;
  const likely = likelyFrom[toKind(search)];
  const found: FeedPlace[] = [];
  let { after } = filter;

  /** Scans the next stories of the feed. Returns whether that finds enough, or is all there is. */
  const scan = async (stories: number): Promise<boolean> => {
    const wanted = size - found.length;
    const statement = toScan({ ...filter, after, size: wanted }, stories);
    isBounded = isText || stories > firstScan;
    const rows = await database.sql<FoundRow>({ ...statement, ...poolOf(!isBounded) });
    found.push(...rows.filter((row) => row.found));
    after = rows.find((row) => !row.found) ?? null;
    return after === null;
  };
  /** Returns whether the matches are few enough to be found through an index. */
  const lookUp = async (): Promise<boolean> => {
    const statement = toLookUp({ ...filter, after, size: size - found.length }, maxMatches);
    isBounded = isText;
    const rows = await database.sql<FoundRow>({ ...statement, ...poolOf(true) });
    if (rows.some((row) => !row.found)) return false;
    found.push(...rows);
    return true;
  };

  try {
    const isDone =
      (await scan(firstScan)) ||
      (found.length >= likely && (await scan(secondScan))) ||
      (await lookUp()) ||
      (await scan(wholeFeed));
    return isDone ? found : [];
  } catch (error) {
    throw isBounded && isTimeout(error) ? new DomainError('SEARCH_BUSY', { cause: error }) : error;
  }
}

function toKind(search: string): keyof typeof likelyFrom {
  if (search === '') return 'tags';
  return toSearchTerms(search).some((term) => term.includes(' ')) ? 'phrase' : 'words';
}

/** A story that matches, or, if `found` is false, where a scan ended or that there are too many matches. */
interface FoundRow extends FeedPlace {
  readonly found: boolean;
}

interface Conditions {
  readonly values: readonly unknown[];
  /** That a story of the feed is public and comes after the place. */
  readonly inFeed: string;
  /** That a row of `story_search` matches. */
  readonly matches: string;
  /** The same for a story, by the text in the index of the feed if that has one. */
  readonly storyMatches: string;
}

function toConditions({ after, search, tags }: FeedFilter): Conditions {
  const values: unknown[] = [];
  const bind = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;
  const position =
    after &&
    `(s.score, s.created_at, s.id) < (${bind(after.score, 'int')}, ${bind(after.created_at, 'timestamptz')}, ${bind(after.id, 'uuid')})`;
  const terms = search === '' ? [] : toSearchTerms(search).map((text) => ({ text, $: bind(text, 'text') }));
  const contains = (column: string): string[] => terms.map(({ $ }) => `${column} LIKE search_pattern(${$})`);
  // Letters and pairs of them have an index of their own, which is larger to read than that of trigrams.
  const grams = terms.some(({ text }) => hasTrigram(text))
    ? []
    : terms.map(({ $ }) => `search_grams(q.text) @> search_pairs(search_fold(${$}))`);
  const $tags = tags.length > 0 ? bind(tags, 'text[]') : null;
  const matches = [...grams, ...contains('q.text'), ...($tags ? [`q.tags && search_tags(${$tags})`] : [])];
  const inFeedText = [
    ...contains('s.feed_text'),
    ...($tags ? [`s.feed_text LIKE ANY (search_lines(${$tags}))`] : []),
  ];
  return {
    values,
    inFeed: ['s.published', 's.hidden_at IS NULL', ...(position ? [position] : [])].join(' AND '),
    matches: matches.join(' AND '),
    storyMatches: `CASE WHEN s.feed_text IS NULL
      THEN (SELECT ${matches.join(' AND ')} FROM story_search q WHERE q.story_id = s.id)
      ELSE ${inFeedText.join(' AND ')} END`,
  };
}

/** One scan of the index `stories_feed`, which ends when it has found enough. Its last row is where it ended otherwise. */
function toScan(filter: FeedFilter, stories: number) {
  const { values, inFeed, storyMatches } = toConditions(filter);
  const text = `WITH scanned AS MATERIALIZED (
      SELECT s.id, s.score, s.created_at, ${storyMatches} AS found
      FROM stories s WHERE ${inFeed} ORDER BY ${feedOrder} LIMIT ${stories}
    ), hits AS MATERIALIZED (SELECT * FROM scanned WHERE found LIMIT ${filter.size})
    SELECT * FROM hits
    UNION ALL (
      SELECT id, score, created_at, false FROM scanned
      WHERE (SELECT count(*) FROM hits) < ${filter.size} OFFSET ${stories - 1}
    )`;
  return { text, values };
}

/** Sorts all matches, of which there are few. One row says so if there are more. */
function toLookUp(filter: FeedFilter, most: number) {
  const { values, inFeed, matches } = toConditions(filter);
  // Each story is looked up by its id: a planner that expects more matches would read the whole table instead.
  const text = `WITH matching AS MATERIALIZED (
      SELECT q.story_id FROM story_search q WHERE ${matches} LIMIT ${most + 1}
    ), total AS MATERIALIZED (SELECT count(*) AS matches FROM matching)
    (
      SELECT s.id, s.score, s.created_at, true AS found
      FROM matching CROSS JOIN LATERAL (
        SELECT s.id, s.score, s.created_at FROM stories s WHERE s.id = matching.story_id AND ${inFeed} OFFSET 0
      ) AS s
      WHERE (SELECT matches FROM total) <= ${most}
      ORDER BY ${feedOrder} LIMIT ${filter.size}
    )
    UNION ALL SELECT NULL, NULL, NULL, false FROM total WHERE matches > ${most}`;
  return { text, values };
}
