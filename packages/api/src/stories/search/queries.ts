import type { FeedInput, StoryOrder } from '@relato/contract';
import type { Context, Services, Viewer } from '../../rpc/context.ts';
import { toPage } from '../../rpc/cursor.ts';
import { toIndexed, toSearchTerms } from './terms.ts';
import { isBefore, toPlace, toPosition, type Bind, type FeedPage, type FeedPlace } from '../feed-queries.ts';
import { listFound } from './list-found.ts';
import { scanFeed, type FeedRange, type FeedSource } from './scan-feed.ts';
import { maxCompared, readSpokenQuery, type SpokenQuery } from './spoken-query.ts';

export const isSearch = ({ search, tags }: Pick<FeedInput, 'search' | 'tags'>): boolean =>
  search !== '' || tags.length > 0;

/** Lists the public stories that match a search or tags, in an order. Throws SEARCH_BUSY as `findInFeed` does. */
export async function searchFeed(
  services: Services,
  viewer: Viewer | null,
  { cursor, limit, search, tags, order }: Omit<FeedInput, 'order'> & { readonly order: StoryOrder },
  request: Pick<Context['request'], 'network' | 'wideNetwork'>,
): Promise<FeedPage> {
  const after = cursor ? toPlace(order, cursor) : null;
  const toCursor = toPosition(order);
  const { places, spoken } = await findInFeed(inTurnsOf(services, viewer, request), {
    after,
    size: limit + 1,
    search,
    tags,
    order,
    viewerId: viewer?.id ?? null,
  });
  const { items: ids, nextCursor } = toPage(places, limit, ({ id }) => id, toCursor);
  const { items, isCut } = await listFound(services, viewer, ids, spoken);
  if (!isCut) return { items, nextCursor };
  // The place at which the story was found, because its votes may have changed since.
  const last = places.findIndex(({ id }) => id === items.at(-1)?.id);
  return { items, nextCursor: toPage(places, last + 1, ({ id }) => id, toCursor).nextCursor };
}

/** Returns a database whose searches take turns between the parties. */
export function inTurnsOf(
  { database }: Services,
  viewer: Viewer | null,
  { network, wideNetwork }: Pick<Context['request'], 'network' | 'wideNetwork'>,
): Pick<Services, 'database'> {
  const parties = [wideNetwork ?? network, viewer?.id ?? network];
  return { database: { ...database, sql: (statement) => database.sql({ ...statement, parties }) } };
}

export interface FeedFilter extends Omit<FeedRange, 'before'> {
  /** The text that the stories must contain, or ''. */
  readonly search: string;
  /** The tags of which the stories must have at least one, or none. */
  readonly tags: readonly string[];
}

interface FoundInFeed {
  readonly places: readonly FeedPlace[];
  /** The query for the transcripts. Null if they were not searched. */
  readonly spoken: SpokenQuery | null;
}

const wholeFeed = 2_000_000_000;
const maxWalked = 60_000;
const titleBudget = {
  firstScan: 2_000,
  secondScan: 20_000,
  maxMatches: 10_000,
  maxWalked,
  lastScan: wholeFeed,
};
/**
 * Reading the words of a story costs as much as reading twenty titles. A term is not found if the index may have more
 * stories than are looked up, and no scanned story has it.
 */
const spokenBudget = { firstScan: 200, secondScan: 4_000, maxMatches: 5_000, maxWalked, lastScan: 8_000 };
/**
 * The indexes of tags and words return exactly the matching stories. That of texts returns more: for a phrase, all with its
 * words.
 */
const likelyFrom = { tags: 4, words: 3, phrase: 1, spoken: 2 };

/**
 * Finds public stories by their title and tags, or by their transcript, in the order of the feed. Throws SEARCH_BUSY if too
 * many searches run or this one takes too long.
 */
export async function findInFeed(
  services: Pick<Services, 'database'>,
  filter: FeedFilter,
  budgets = { title: titleBudget, spoken: spokenBudget },
): Promise<FoundInFeed> {
  const { size, search, tags } = filter;
  const [titled, spoken] = await Promise.all([
    scanFeed(services, titleSource(filter, budgets.title), { ...filter, before: null }),
    readSpokenQuery(services, search),
  ]);
  if (search === '') return { places: titled, spoken };
  // After a full page of titles, matches in transcripts would not show.
  const before = (titled.length === size && titled.at(-1)) || null;
  const range: FeedRange = { ...filter, before };
  const listen = async (query: SpokenQuery): Promise<FoundInFeed> => ({
    places: merge(titled, await scanFeed(services, spokenSource(query, tags, budgets.spoken), range), size),
    spoken: query,
  });
  const found = spoken ? await listen(spoken) : { places: titled, spoken };
  if (found.places.length > 0) return found;
  // Not every keyboard has an ñ. 'ano' would also find every 'año', so this is tried only without other results.
  const guessed = await readSpokenQuery(services, search, { canLackTildes: true });
  return guessed ? listen(guessed) : found;
}

/** Returns the first places of both lists in the order of the feed, without duplicates. */
function merge(titled: readonly FeedPlace[], spoken: readonly FeedPlace[], size: number): FeedPlace[] {
  const places = new Map([...titled, ...spoken].map((place) => [place.id, place]));
  return [...places.values()].toSorted((a, b) => (isBefore(a, b) ? -1 : 1)).slice(0, size);
}

function toKind(search: string): keyof typeof likelyFrom {
  if (search === '') return 'tags';
  return toSearchTerms(search).some((term) => term.includes(' ')) ? 'phrase' : 'words';
}

/** SQL for whether the story `s` has one of the tags, by the text in the index of the feed if it includes the tags. */
const hasTag = (tags: readonly string[], bind: Bind): string => {
  const $tags = bind(tags, 'text[]');
  return `CASE WHEN s.feed_text IS NULL
      THEN (SELECT q.tags && search_tags(${$tags}) FROM story_search q WHERE q.story_id = s.id)
      ELSE s.feed_text LIKE ANY (search_lines(${$tags})) END`;
};

const contains = (column: string, terms: readonly string[], bind: Bind): string[] =>
  terms.map((term) => `${column} LIKE search_pattern(${bind(term, 'text')})`);

/** The stories whose title and tags contain every term, and that have one of the tags. */
function titleSource({ search, tags }: FeedFilter, budget: typeof titleBudget): FeedSource {
  const terms = search === '' ? [] : toSearchTerms(search);
  const inSearch = (bind: Bind): string =>
    [
      ...contains('q.text', terms, bind),
      ...(tags.length > 0 ? [`q.tags && search_tags(${bind(tags, 'text[]')})`] : []),
    ].join(' AND ');
  return {
    matches: (bind) => {
      const inFeedText = [
        ...contains('s.feed_text', terms, bind),
        ...(tags.length > 0 ? [`s.feed_text LIKE ANY (search_lines(${bind(tags, 'text[]')}))`] : []),
      ];
      return `CASE WHEN s.feed_text IS NULL
        THEN (SELECT ${inSearch(bind)} FROM story_search q WHERE q.story_id = s.id)
        ELSE ${inFeedText.join(' AND ')} END`;
    },
    candidates: (bind) => {
      const found =
        terms.length > 0
          ? `search_pieces(q.text) @@ search_sought(${bind(toIndexed(terms), 'text[]')}) AND `
          : '';
      return `SELECT q.story_id FROM story_search q WHERE ${found}${inSearch(bind)}`;
    },
    confirms: () => 'true',
    likelyFrom: likelyFrom[toKind(search)],
    budget,
    isQuick: search === '',
  };
}

/** The stories whose transcript contains every term, and that have one of the tags. */
function spokenSource(query: SpokenQuery, tags: readonly string[], budget: typeof spokenBudget): FeedSource {
  const says = (bind: Bind): string =>
    `coalesce((SELECT w.words @@ ${bind(query.exact, 'tsquery')} FROM story_words w WHERE w.story_id = s.id), false)`;
  // The index does not store positions.
  const isExact = query.exact === query.anywhere && query.withoutBeginning === null;
  const isTagged = (bind: Bind): string => (tags.length > 0 ? hasTag(tags, bind) : 'true');
  return {
    matches: (bind) => `CASE WHEN ${isTagged(bind)} THEN ${says(bind)} ELSE false END`,
    candidates: (bind) => {
      const having = (words: string): string =>
        `SELECT w.story_id FROM story_words w WHERE w.words @@ ${bind(words, 'tsquery')}`;
      if (query.withoutBeginning === null) return having(query.anywhere);
      // The index would read all stories with a prefix before it compares them with those of a rare word.
      return `WITH few AS MATERIALIZED (${having(query.withoutBeginning)} LIMIT ${maxCompared + 1})
        SELECT story_id FROM few WHERE (SELECT count(*) FROM few) <= ${maxCompared}
        UNION ALL ${having(query.anywhere)} AND (SELECT count(*) FROM few) > ${maxCompared}`;
    },
    confirms: (bind) => `${isTagged(bind)}${isExact ? '' : ` AND ${says(bind)}`}`,
    likelyFrom: likelyFrom.spoken,
    budget,
    isQuick: false,
  };
}
