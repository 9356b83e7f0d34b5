import type { StoryId, TranscriptWord } from '@relato/contract';
import type { Services } from '../rpc/context.ts';

/** A story as its link presents it to programs, which have no session. */
export interface LinkedStory {
  readonly id: string;
  readonly title: string;
  readonly author: { readonly username: string | null };
  /** Null while there is no transcript, and if it is empty. */
  readonly transcript: string | null;
  readonly tags: readonly string[];
  readonly durationMs: number;
  /** In the format that `decodePeaks` reads. */
  readonly peaks: string;
  readonly publishedAt: Date;
  readonly updatedAt: Date;
  /** True once the MP3 has been made. */
  readonly hasMp3: boolean;
  /** The stored preview image with the revision of the story that it shows; null before it is drawn. */
  readonly picture: { readonly key: string; readonly revision: string } | null;
}

interface LinkedStoryRow {
  readonly id: string;
  readonly title: string;
  readonly username: string | null;
  readonly transcript: string | null;
  readonly tags: readonly string[];
  readonly duration_ms: number;
  readonly peaks: string;
  readonly published_at: Date;
  readonly updated_at: Date;
  readonly has_mp3: boolean;
  readonly picture_key: string | null;
  readonly picture_revision: string | null;
}

const columns = `s.id, s.title, p.username, nullif(s.transcript, '') AS transcript, s.tags, s.duration_ms,
  array_to_string(r.peaks, ',') AS peaks, s.published_at, s.updated_at,
  m.bytes IS NOT NULL AS has_mp3, m.picture_key, m.picture_revision`;
const publicStory = `stories s JOIN profiles p ON p.id = s.user_id JOIN recordings r ON r.id = s.recording_id
  LEFT JOIN story_mp3s m ON m.story_id = s.id
  WHERE s.id = $1::uuid AND s.published AND s.hidden_at IS NULL`;

const toLinkedStory = (row: LinkedStoryRow): LinkedStory => ({
  id: row.id,
  title: row.title,
  author: { username: row.username },
  transcript: row.transcript,
  tags: row.tags,
  durationMs: row.duration_ms,
  peaks: row.peaks,
  publishedAt: row.published_at,
  updatedAt: row.updated_at,
  hasMp3: row.has_mp3,
  picture:
    row.picture_key === null || row.picture_revision === null
      ? null
      : { key: row.picture_key, revision: row.picture_revision },
});

type Database = Pick<Services, 'database'>;

/** Returns a story that is public now, or null. */
export async function findLinkedStory({ database }: Database, id: StoryId): Promise<LinkedStory | null> {
  const [row] = await database.sql<LinkedStoryRow>({
    name: 'linked-story',
    text: `SELECT ${columns} FROM ${publicStory}`,
    values: [id],
  });
  return row ? toLinkedStory(row) : null;
}

/** A story with the times of its words, for a player on another page. */
export interface EmbeddedStory extends LinkedStory {
  readonly words: readonly TranscriptWord[];
}

/** Returns a story that is public now, or null. */
export async function findEmbeddedStory({ database }: Database, id: StoryId): Promise<EmbeddedStory | null> {
  const [row] = await database.sql<
    LinkedStoryRow & { readonly transcript_words: readonly TranscriptWord[] | null }
  >({
    name: 'embedded-story',
    text: `SELECT ${columns}, s.transcript_words FROM ${publicStory}`,
    values: [id],
  });
  return row ? { ...toLinkedStory(row), words: row.transcript_words ?? [] } : null;
}
