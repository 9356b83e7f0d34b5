import { limits, type StoryId, type StorySummary } from '@relato/contract';
import type { Context, Services, Viewer } from '../../rpc/context.ts';
import { listFeed } from '../feed-queries.ts';
import { listFound } from './list-found.ts';
import { findInFeed, inTurnsOf } from './queries.ts';

/** The subjects of a story by which similar ones are found, and the stories of each that are compared. */
const [maxTags, ofEach] = [4, 12];

interface SimilarRow {
  readonly id: string;
  readonly user_id: string;
}

/**
 * Lists the stories that are most like one: with most subjects in common, then with most words, and at most one of an author,
 * none of the same one. The most featured ones complete them. Throws SEARCH_BUSY if too many searches run.
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
    text: `SELECT s.user_id, s.tags FROM stories s WHERE s.id = $1::uuid AND s.published AND s.hidden_at IS NULL`,
    values: [id],
  });
  const order = 'featured';
  const filter = { after: null, size: ofEach, search: '', order, viewerId: viewer?.id ?? null } as const;
  const inTurns = inTurnsOf(services, viewer, request);
  const found = await Promise.all(
    (story?.tags ?? []).slice(0, maxTags).map((tag) => findInFeed(inTurns, { ...filter, tags: [tag] })),
  );
  const candidates = new Set(found.flatMap(({ places }) => places.map((place) => place.id)));
  const rows = await database.sql<SimilarRow>({
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
    values: [id, [...candidates]],
  });
  const { count } = limits.similar;
  const firstOfAuthors = [
    ...new Map(rows.toReversed().map((row) => [row.user_id, row.id])).values(),
  ].toReversed();
  const { items } = await listFound(services, viewer, firstOfAuthors.slice(0, count), null);
  if (items.length >= count) return items;
  const { items: others } = await listFeed(services, viewer, {
    order,
    limit: 2 * count + 1,
    cursor: undefined,
  });
  const shown = new Set([id, ...items.map((item) => item.id)]);
  const authors = new Set([story?.user_id, ...items.map(({ author }) => author?.id)]);
  return [
    ...items,
    ...others.filter((other) => !shown.has(other.id) && !authors.has(other.author?.id)),
  ].slice(0, count);
}
