import { createHash } from 'node:crypto';
import { serverLimits, toFeedUrl, type UserId, username as usernameSchema } from '@relato/contract';
import type { Services } from '../rpc/context.ts';
import { bearerOf, isHeld } from './name-queries.ts';

export interface Podcast {
  /** The id of the podcast, which stays when its address changes. */
  readonly guid: string;
  readonly author: { readonly id: string; readonly username: string };
  /** True if the podcast had another address before, which redirects to this one. */
  readonly hasMoved: boolean;
  /** The time of the last visible change. */
  readonly changedAt: Date;
  /** The latest stories, last published first. */
  readonly stories: readonly PodcastStory[];
}

export interface PodcastStory {
  readonly id: string;
  readonly username: string;
  readonly title: string;
  /** The beginning of the transcript. Null if there is none. */
  readonly beginning: string | null;
  readonly hasWords: boolean;
  readonly tags: readonly string[];
  readonly durationMs: number;
  readonly publishedAt: Date;
  readonly mp3Bytes: number;
}

interface PodcastRow {
  readonly id: string;
  readonly username: string;
  readonly guid: string | null;
  readonly has_moved: boolean;
  readonly updated_at: Date;
}

/**
 * Returns the podcast of a user, also by a former username that redirects to it. Returns null if there is no such user, if
 * they are suspended, or if they have switched it off.
 */
export async function findPodcast(services: Services, name: string): Promise<Podcast | null> {
  const wanted = usernameSchema.safeParse(name);
  if (!wanted.success) return null;
  const [row] = await services.database.sql<PodcastRow>({
    name: 'podcast',
    text: `SELECT p.id, p.username, p.podcast_guid AS guid, p.updated_at, EXISTS (
          SELECT FROM former_usernames f WHERE f.user_id = p.id AND f.username <> p.username AND ${isHeld}) AS has_moved
      FROM profiles p JOIN users u ON u.id = p.id
      WHERE p.id = ${bearerOf('$1')} AND p.username IS NOT NULL AND p.podcast AND u.suspended_at IS NULL`,
    values: [wanted.data],
  });
  if (!row) return null;
  const rows = await listStories(services, row.id);
  return {
    guid: row.guid ?? (await nameForLife(services, row)),
    author: { id: row.id, username: row.username },
    hasMoved: row.has_moved,
    changedAt: lastChangeOf(rows, row.updated_at),
    stories: rows.map(toPodcastStory),
  };
}

/** A row of `podcastColumns`. */
export interface PodcastStoryRow {
  readonly id: string;
  readonly username: string;
  readonly title: string;
  readonly beginning: string | null;
  readonly has_words: boolean;
  readonly tags: readonly string[];
  readonly duration_ms: number;
  readonly published_at: Date;
  readonly updated_at: Date;
  readonly made_at: Date;
  readonly bytes: number;
}

/**
 * SQL for a story `s` and its MP3 `m`. Reads one more character than is shown, so that the reader knows that the text
 * continues.
 */
export const podcastColumns = `s.id, s.title,
        nullif(left(s.transcript, ${serverLimits.podcast.descriptionLength + 1}), '') AS beginning,
        s.transcript_words IS NOT NULL AS has_words, s.tags, s.duration_ms, s.published_at, s.updated_at, m.made_at, m.bytes`;

export const toPodcastStory = (row: PodcastStoryRow): PodcastStory => ({
  id: row.id,
  username: row.username,
  title: row.title,
  beginning: row.beginning,
  hasWords: row.has_words,
  tags: row.tags,
  durationMs: row.duration_ms,
  publishedAt: row.published_at,
  mp3Bytes: row.bytes,
});

/** Returns the time of the last change of some stories and their files, or a later one. */
const lastChangeOf = (rows: readonly PodcastStoryRow[], other: Date): Date =>
  new Date(Math.max(...[other, ...rows.flatMap((row) => [row.updated_at, row.made_at])].map(Number)));

const listStories = ({ database }: Services, userId: string): Promise<PodcastStoryRow[]> =>
  database.sql<PodcastStoryRow>({
    name: 'podcast-stories',
    text: `SELECT ${podcastColumns}, (SELECT username FROM profiles WHERE id = $1::uuid) AS username
      FROM stories s JOIN story_mp3s m ON m.story_id = s.id AND m.bytes IS NOT NULL
      WHERE s.user_id = $1::uuid AND s.published AND s.hidden_at IS NULL
      ORDER BY s.published_at DESC, s.id DESC LIMIT ${serverLimits.podcast.maxStories}`,
    values: [userId],
  });

/** Returns the author of a podcast by id, or null as `findPodcast` does. */
export async function findPodcastAuthor(
  { database }: Pick<Services, 'database'>,
  id: UserId,
): Promise<Podcast['author'] | null> {
  const [row] = await database.sql<{ readonly id: string; readonly username: string }>({
    name: 'podcast-author',
    text: `SELECT p.id, p.username FROM profiles p JOIN users u ON u.id = p.id
      WHERE p.id = $1::uuid AND p.username IS NOT NULL AND p.podcast AND u.suspended_at IS NULL`,
    values: [id],
  });
  return row ?? null;
}

/** The namespace of the ids of podcasts; see https://podcasting2.org/docs/podcast-namespace/tags/guid */
const guidNamespace = Buffer.from('ead4c236bf5858c6a2c6a6b28d128cb6', 'hex');

/**
 * Returns the id of a podcast whose first address is `url`: the UUID of version 5 (RFC 9562, section 5.5) of the address
 * without scheme and trailing slashes.
 */
export function toPodcastGuid(url: string): string {
  const name = url.replace(/^[a-z]+:\/\//i, '').replace(/\/+$/, '');
  const bytes = createHash('sha1').update(guidNamespace).update(name).digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6); // the version
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8); // the variant
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Stores the id of a podcast. One that starts under the former address of another, because its author took over the
 * username, gets a separate id.
 */
async function nameForLife({ database, publicUrl }: Services, { id, username }: PodcastRow): Promise<string> {
  const address = toFeedUrl(publicUrl, username);
  const [row] = await database.sql<{ readonly guid: string }>({
    name: 'podcast-guid',
    text: `UPDATE profiles SET podcast_guid = coalesce(podcast_guid,
        CASE WHEN EXISTS (SELECT FROM profiles WHERE podcast_guid = $2::uuid) THEN $3::uuid ELSE $2::uuid END)
      WHERE id = $1::uuid RETURNING podcast_guid AS guid`,
    values: [id, toPodcastGuid(address), toPodcastGuid(`${address}#${id}`)],
    pool: 'write',
  });
  if (!row) throw new Error('The profile was deleted meanwhile');
  return row.guid;
}
