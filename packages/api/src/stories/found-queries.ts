import { limits, type StoryMoment, type StorySummary } from '@relato/contract';
import type { Services, Viewer } from '../context.ts';
import { findMoments, type FoundMoment, type HeardWords } from './moment-queries.ts';
import { storyColumns, toFeedStatement, toStorySummary, type StoryRow } from './queries.ts';
import type { SpokenQuery } from './spoken-queries.ts';

interface FoundRow extends StoryRow {
  /** The words of the story that match. Null without any, and for a story that is not public. */
  readonly heard: HeardWords | null;
}

/** The matching words of the story and their numbers, in the same snapshot as its transcript. */
const heardColumn = `(SELECT jsonb_object_agg(l.lexeme, l.positions) FROM story_words w, unnest(w.words) AS l
    WHERE w.story_id = s.id AND (l.lexeme = ANY ($3::text[]) OR l.lexeme ^@ ANY ($4::text[]))) AS heard`;

/**
 * Lists the stories that were found, with the sentences in which they were, and without those that have been hidden in the
 * meantime.
 */
export async function listFound(
  services: Pick<Services, 'database'>,
  viewer: Viewer | null,
  ids: readonly string[],
  spoken: SpokenQuery | null,
): Promise<StorySummary[]> {
  if (ids.length === 0) return [];
  const { database } = services;
  const conditions = ['s.id = ANY ($2::uuid[])', 's.published', 's.hidden_at IS NULL'];
  const values = [viewer?.id ?? null, ids];
  const toSummary = toStorySummary(viewer);
  if (!spoken) {
    const text = toFeedStatement(conditions, limits.page.maxSize);
    return (await database.sql<StoryRow>({ name: 'feed-found', text, values })).map(toSummary);
  }
  const words = spoken.terms.flat();
  const rows = await database.sql<FoundRow>({
    name: 'feed-found-spoken',
    text: toFeedStatement(conditions, limits.page.maxSize, `${storyColumns}, ${heardColumn}`),
    values: [
      ...values,
      words.flatMap(({ lexemes }) => lexemes),
      words.flatMap((word) => word.beginning ?? []),
    ],
  });
  const found = rows.map((row) => ({
    row,
    moments: row.heard && row.transcript ? findMoments(row.transcript, row.heard, spoken) : [],
  }));
  const timed = await readTimes(
    services,
    found.map(({ row, moments }) => ({ id: row.id, transcript: row.transcript ?? '', moments })),
  );
  return found.map(({ row }, index) => Object.assign(toSummary(row), { moments: timed[index] ?? [] }));
}

interface MomentsOfStory {
  readonly id: string;
  readonly transcript: string;
  readonly moments: readonly FoundMoment[];
}

/** Adds the times to the moments of each story, of stories whose words have times. */
async function readTimes(
  { database }: Pick<Services, 'database'>,
  stories: readonly MomentsOfStory[],
): Promise<readonly (readonly StoryMoment[])[]> {
  const pieces = stories.flatMap(({ id, transcript, moments }) => {
    const count = transcript.match(/\S+/gu)?.length ?? 0;
    return moments.map(({ piece }) => ({ id, piece, count }));
  });
  if (pieces.length === 0) return stories.map(() => []);
  // Without as many times as words the transcript is another one by now.
  const times = await database.sql<{ readonly start_ms: number | null }>({
    name: 'moment-times',
    text: `SELECT CASE WHEN jsonb_typeof(s.transcript_words) = 'array' THEN
        CASE WHEN jsonb_array_length(s.transcript_words) = m.count
        THEN (s.transcript_words -> m.piece ->> 'startMs')::float8 END END AS start_ms
      FROM unnest($1::uuid[], $2::int[], $3::int[]) WITH ORDINALITY AS m (story_id, piece, count, place)
      LEFT JOIN stories s ON s.id = m.story_id AND s.published AND s.hidden_at IS NULL
      ORDER BY m.place`,
    values: [pieces.map(({ id }) => id), pieces.map(({ piece }) => piece), pieces.map(({ count }) => count)],
  });
  let next = 0;
  return stories.map(({ moments }) =>
    moments.map(({ parts }) => {
      const startMs = times[next]?.start_ms ?? null;
      next += 1;
      return { parts, startMs };
    }),
  );
}
