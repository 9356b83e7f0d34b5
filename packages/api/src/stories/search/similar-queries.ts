import { DomainError, serverLimits, type StoryId, type StorySummary } from '@relato/contract';
import type { Context, Services, Viewer } from '../../rpc/context.ts';
import { listFeed } from '../feed-queries.ts';
import { listFound } from './list-found.ts';
import { findInFeed, inTurnsOf } from './queries.ts';

/** The number of subjects by which similar stories are found, and of compared stories for each. */
const [maxTags, ofEach] = [4, 12];
const order = 'featured';

interface SimilarRow {
  readonly id: string;
  readonly user_id: string;
}

/**
 * Lists the stories that are most similar to one: first by common subjects, then by common words. The most featured ones
 * fill the rest. At most one of each author, and none of this one's. A story that is neither public nor the viewer's counts
 * as unknown, so that the list does not reveal its author.
 */
export async function listSimilar(
  services: Services,
  viewer: Viewer | null,
  id: StoryId,
  request: Pick<Context['request'], 'network' | 'wideNetwork'>,
): Promise<readonly StorySummary[]> {
  const { database } = services;
  const [story] = await database.sql<{ readonly user_id: string; readonly tags: readonly string[] }>({
    name: 'similar-of',
    text: `SELECT s.user_id, s.tags FROM stories s
      WHERE s.id = $1::uuid AND (s.published AND s.hidden_at IS NULL OR s.user_id = $2::uuid)`,
    values: [id, viewer?.id ?? null],
  });
  const candidates = await findCandidates(inTurnsOf(services, viewer, request), viewer, story?.tags ?? []);
  const rows = candidates.length === 0 ? [] : await rank(services, id, candidates);
  const { count } = serverLimits.similar;
  const ids = oncePerAuthor(rows, (row) => row.user_id).map((row) => row.id);
  const { items } = await listFound(services, viewer, ids.slice(0, count), null);
  if (items.length >= count) return items;
  const featured = await listFeed(services, viewer, { order, limit: 2 * count, cursor: undefined });
  const others = featured.items.filter(({ author }) => author?.id !== story?.user_id);
  return oncePerAuthor([...items, ...others], ({ author }) => author?.id ?? '').slice(0, count);
}

/** Orders the candidates of other authors by their similarity with a story. */
const rank = (
  { database }: Services,
  id: StoryId,
  candidates: readonly string[],
): Promise<readonly SimilarRow[]> =>
  database.sql<SimilarRow>({
    name: 'similar',
    text: `SELECT s.id, s.user_id FROM story_search own
        JOIN stories o ON o.id = own.story_id
        JOIN stories s ON s.id = ANY ($2::uuid[]) AND s.user_id <> o.user_id
        JOIN story_search q ON q.story_id = s.id
        LEFT JOIN story_words own_words ON own_words.story_id = own.story_id
        LEFT JOIN story_words w ON w.story_id = s.id
      WHERE own.story_id = $1::uuid
      ORDER BY cardinality(ARRAY(SELECT unnest(q.tags) INTERSECT SELECT unnest(own.tags))) DESC,
        cardinality(ARRAY(SELECT unnest(tsvector_to_array(w.words)) INTERSECT
          SELECT unnest(tsvector_to_array(own_words.words)))) / sqrt(1 + coalesce(length(w.words), 0)) DESC,
        s.score DESC, s.id DESC`,
    values: [id, candidates],
  });

/** Finds the most featured stories with each of the first tags. Returns none while too many searches run. */
async function findCandidates(
  services: Pick<Services, 'database'>,
  viewer: Viewer | null,
  tags: readonly string[],
): Promise<readonly string[]> {
  const filter = { after: null, size: ofEach, search: '', order, viewerId: viewer?.id ?? null } as const;
  const candidates = new Set<string>();
  try {
    for (const tag of tags.slice(0, maxTags)) {
      const { places } = await findInFeed(services, { ...filter, tags: [tag] });
      for (const place of places) candidates.add(place.id);
    }
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'SEARCH_BUSY')) throw error;
  }
  return [...candidates];
}

/** Returns the first item of each author. */
function oncePerAuthor<Item>(items: readonly Item[], authorOf: (item: Item) => string): Item[] {
  const authors = new Set<string>();
  return items.filter((item) => {
    const isFirst = !authors.has(authorOf(item));
    authors.add(authorOf(item));
    return isFirst;
  });
}
