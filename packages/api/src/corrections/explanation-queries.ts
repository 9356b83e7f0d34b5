import {
  canonicalId,
  toGainDb,
  type ExplainedWord,
  type ExplainedWordsInput,
  type Page,
  type Region,
  type StoryId,
  type UserId,
} from '@relato/contract';
import { z } from 'zod';
import { isShownTo } from '../blocks/queries.ts';
import { toProfileSummary } from '../profiles/summary-queries.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { decodeCursor, textPart, toPage, toPageStatement } from '../rpc/cursor.ts';
import { isShownExplainer } from './story-queries.ts';

interface ExplainedRow {
  readonly id: string;
  readonly key: string;
  readonly word: string;
  readonly explanation: string;
  readonly regions: readonly Region[];
  readonly startMs: number;
  readonly endMs: number;
  readonly userId: UserId;
  readonly username: string | null;
  readonly photo: string | null;
  readonly storyId: StoryId;
  readonly title: string;
  readonly durationMs: number;
  readonly lufs: number | null;
  readonly truePeak: number | null;
  readonly authorId: UserId;
  readonly authorName: string | null;
  readonly authorPhoto: string | null;
}

const wordPosition = z.tuple([textPart, canonicalId]);

/**
 * Lists the explained words of all public stories, or those of a region, in the order of a Spanish dictionary. Omits those
 * of suspended users, of users whom the viewer mutes or with a block between them and the viewer, and of those whom the
 * author of the story blocks.
 */
export async function listExplainedWords(
  { database }: Services,
  viewer: Viewer | null,
  { region, cursor, limit }: ExplainedWordsInput,
): Promise<Page<ExplainedWord>> {
  const after = cursor ? decodeCursor(wordPosition, cursor) : null;
  const who = viewer ? '' : '-visitor';
  const { name, size } = toPageStatement(
    `words${region ? '-region' : ''}${after ? '-next' : ''}${who}`,
    limit,
  );
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const isShown = viewer
    ? ((id: string) => `AND ${isShownTo(id, 's.user_id')} AND ${isShownTo(id, 'c.user_id')}`)(
        `${bind(viewer.id)}::uuid`,
      )
    : '';
  const isIn = region ? `AND ${bind(region)}::text = ANY (c.regions)` : '';
  const isAfter = after
    ? `AND (c.headword_key, c.id) > (${bind(after[0])}::text COLLATE "C", ${bind(after[1])}::uuid)`
    : '';
  const rows = await database.sql<ExplainedRow>({
    name,
    text: `SELECT c.id, c.headword_key AS key, c.headword AS word, c.said AS explanation, c.regions,
        c.start_ms AS "startMs", c.end_ms AS "endMs", p.id AS "userId", p.username, p.photo_id AS photo,
        s.id AS "storyId", s.title, s.duration_ms AS "durationMs", r.loudness AS lufs, r.true_peak AS "truePeak",
        a.id AS "authorId", a.username AS "authorName", a.photo_id AS "authorPhoto"
      FROM corrections c JOIN stories s ON s.id = c.story_id JOIN recordings r ON r.id = s.recording_id
        JOIN profiles p ON p.id = c.user_id JOIN profiles a ON a.id = s.user_id
      WHERE c.state = 'accepted' AND c.headword IS NOT NULL AND s.published AND s.hidden_at IS NULL
        AND ${isShownExplainer} ${isShown} ${isIn} ${isAfter}
      ORDER BY c.headword_key, c.id LIMIT ${size}`,
    values,
  });
  return toPage(rows, limit, toExplainedWord, ({ key, id }) => [key, id]);
}

const toExplainedWord = (row: ExplainedRow): ExplainedWord => {
  const { id, word, explanation, regions, startMs, endMs, storyId, title, durationMs, lufs, truePeak } = row;
  const author = { id: row.authorId, username: row.authorName, photo: row.authorPhoto };
  return {
    id,
    word,
    explanation,
    regions,
    startMs,
    endMs,
    person: toProfileSummary({ id: row.userId, username: row.username, photo: row.photo }),
    story: {
      id: storyId,
      title,
      audioUrl: `/audio/${storyId}`,
      durationMs,
      ...(lufs !== null && truePeak !== null && { gainDb: toGainDb({ lufs, truePeak }) }),
      author: toProfileSummary(author),
    },
  };
};
