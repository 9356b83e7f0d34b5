import {
  canonicalId,
  defaults,
  DomainError,
  limits,
  type FeedInput,
  type Page,
  type Story,
  type StoryId,
  type StorySummary,
  type TranscriptWord,
  type UserId,
  type VoteDirection,
} from '@relato/contract';
import { isOutOfTime } from '@relato/db';
import { z } from 'zod';
import type { Services, Viewer } from '../context.ts';
import { agePosition, decodeCursor, timePosition, toPage, type PageRequest } from '../cursor.ts';
import { escapeLike } from '../like-pattern.ts';
import { canDelete, canEdit, canSee, isPublic } from './policy.ts';

/** A row of `storyColumns`. */
interface StoryRow {
  readonly id: string;
  readonly user_id: string;
  readonly username: string | null;
  readonly title: string;
  readonly transcript: string | null;
  readonly transcript_status: 'queued' | 'processing' | 'completed' | 'error' | null;
  readonly duration_ms: number;
  readonly peaks: readonly number[];
  readonly tags: readonly string[];
  readonly published: boolean;
  readonly hidden_at: Date | null;
  readonly hidden_reason: string | null;
  readonly upvotes: number;
  readonly downvotes: number;
  readonly score: number;
  readonly comments_count: number;
  readonly anonymous_comments: boolean;
  readonly created_at: Date;
  readonly vote: VoteDirection | null;
}

const storyColumns = `
  s.id, s.user_id, p.username, s.title, s.transcript, t.status AS transcript_status, s.duration_ms, r.peaks, s.tags,
  s.published, s.hidden_at, s.hidden_reason, s.upvotes, s.downvotes, s.score, s.comments_count,
  s.anonymous_comments, s.created_at, v.direction AS vote`;

/** $1 is the viewer's id or null. */
const storyTables = `
  stories s
  JOIN recordings r ON r.id = s.recording_id
  JOIN profiles p ON p.id = s.user_id
  LEFT JOIN transcripts t ON t.recording_id = s.recording_id
  LEFT JOIN votes v ON v.story_id = s.id AND v.user_id = $1::uuid`;

function toTranscriptStatus(row: StoryRow): StorySummary['transcriptStatus'] {
  if (row.transcript !== null) return row.transcript === '' ? 'missing' : 'ready';
  return row.transcript_status === 'queued' || row.transcript_status === 'processing' ? 'pending' : 'missing';
}

const toStorySummary =
  (viewer: Viewer | null) =>
  (row: StoryRow): StorySummary => {
    const transcriptStatus = toTranscriptStatus(row);
    return {
      id: row.id as StoryId, // a row's id is a plain string
      title: row.title,
      transcript: transcriptStatus === 'missing' ? defaults.transcript : (row.transcript ?? ''),
      transcriptStatus,
      audioUrl: `/audio/${row.id}`,
      durationMs: row.duration_ms,
      peaks: row.peaks,
      tags: row.tags,
      createdAt: row.created_at,
      published: row.published,
      author: { id: row.user_id as UserId, username: row.username }, // a row's id is a plain string
      upvotes: row.upvotes,
      downvotes: row.downvotes,
      comments: row.comments_count,
      anonymousComments: row.anonymous_comments,
      hidden: row.hidden_at && { at: row.hidden_at, reason: row.hidden_reason },
      viewer: {
        vote: row.vote,
        canEdit: canEdit(viewer, { userId: row.user_id }),
        canDelete: canDelete(viewer, { userId: row.user_id }),
      },
    };
  };

const feedPosition = z.tuple([z.int32(), timePosition, canonicalId]);

/** Rows of the feed that are looked through for a search before its indexes are: what is common is among them. */
const searchedFirst = 2_000;

/** Public stories: votes descending, then newest. One index scan; see the partial index `stories_feed`. */
export async function listFeed(
  services: Services,
  viewer: Viewer | null,
  { cursor, limit, search, tags }: FeedInput,
): Promise<Page<StorySummary>> {
  const values: unknown[] = [viewer?.id ?? null];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ['s.published', 's.hidden_at IS NULL'];
  if (cursor) {
    const [score, createdAtMs, id] = decodeCursor(feedPosition, cursor);
    conditions.push(
      `(s.score, s.created_at, s.id) < (${bind(score)}::int, ${bind(new Date(createdAtMs))}::timestamptz, ${bind(id)}::uuid)`,
    );
  }
  if (tags.length > 0) conditions.push(`s.folded_tags && search_tags(${bind(tags)}::text[])`);
  const size = bind(limit + 1);
  const rows = search
    ? await searchFeed(services, { conditions, values, size, search, limit })
    : await services.database.sql<StoryRow>({
        // A common tag is soon met in the order of the feed, a rare one only by its own index: each has its own plan.
        name: tags.length > 0 ? undefined : cursor ? 'feed-next' : 'feed',
        text: toFeedStatement(conditions, size),
        values,
      });
  return toPage(rows, limit, toStorySummary(viewer), (row) => [row.score, row.created_at.getTime(), row.id]);
}

const feedOrder = 's.score DESC, s.created_at DESC, s.id DESC';

const toFeedStatement = (conditions: readonly string[], size: string): string =>
  `SELECT ${storyColumns} FROM ${storyTables} WHERE ${conditions.join(' AND ')} ORDER BY ${feedOrder} LIMIT ${size}`;

interface FeedSearch {
  readonly conditions: readonly string[];
  readonly values: readonly unknown[];
  /** The parameter that holds how many rows are wanted. */
  readonly size: string;
  readonly search: string;
  readonly limit: number;
}

/**
 * What is common is soon met in the order of the feed, what is rare only by an index. Which of the two a search is, no
 * statistics of the database tell for words that they have never seen: the start of the feed does, at a fixed price.
 * Throws SEARCH_BUSY when too many search at a time, or when it takes too long.
 */
async function searchFeed(
  { database }: Services,
  { conditions, values, size, search, limit }: FeedSearch,
): Promise<StoryRow[]> {
  const all = [...values, search, escapeLike(search)];
  const folded = `search_fold($${values.length + 1})`;
  const contains = `s.folded_text LIKE '%' || search_fold($${values.length + 2}) || '%'`;
  const bare = search.normalize('NFD').replaceAll(/\p{M}/gu, '');
  // Trigrams are in words of three letters, and where those of two begin or end.
  const hasTrigram = /[a-z\d]{3}|[a-z\d]{2}[^a-z\d]|[^a-z\d][a-z\d]{2}/iu.test(bare);
  const indexed = hasTrigram
    ? contains
    : `search_grams(s.folded_text) @> search_pairs(${folded}) AND ${contains}`;
  const where = conditions.join(' AND ');
  const head = `(SELECT * FROM stories s WHERE ${where} ORDER BY ${feedOrder} LIMIT ${searchedFirst})`;
  // Both have all parameters, which PostgreSQL must know the types of.
  const typed = `$${values.length + 1}::text IS NOT NULL`;
  const first = `SELECT s.* FROM ${head} AS s WHERE ${contains} AND ${typed}`;
  const rare = `SELECT s.id, s.score, s.created_at FROM stories s WHERE ${where} AND ${indexed} AND ${typed}`;
  // Materialized, lest the order of the feed is walked after all until the last of few is met.
  const statements = [
    `SELECT id FROM (${first}) AS s ORDER BY ${feedOrder} LIMIT ${size}`,
    `WITH s AS MATERIALIZED (${rare}) SELECT id FROM s ORDER BY ${feedOrder} LIMIT ${size}`,
  ];
  const [text = '', byIndex = ''] = statements.map((ids) => toFeedStatement([`s.id IN (${ids})`], size));
  try {
    const rows = await database.sql<StoryRow>({ text, values: all, lane: 'search' });
    return rows.length > limit
      ? rows
      : await database.sql<StoryRow>({ text: byIndex, values: all, lane: 'search' });
  } catch (error) {
    throw isOutOfTime(error) ? new DomainError('SEARCH_BUSY', { cause: error }) : error;
  }
}

/** Those of these stories that are public, as they are now; in no order. What is not public any more is not there. */
export async function listByIds(
  { database }: Services,
  viewer: Viewer | null,
  ids: readonly StoryId[],
): Promise<StorySummary[]> {
  const text = `SELECT ${storyColumns} FROM ${storyTables}
    WHERE s.id = ANY ($2::uuid[]) AND s.published AND s.hidden_at IS NULL`;
  const rows = await database.sql<StoryRow>({ name: 'stories', text, values: [viewer?.id ?? null, ids] });
  return rows.map(toStorySummary(viewer));
}

/**
 * What decisions of moderation hide, last decided first. Of what its author took back since it has the title that was
 * decided on, and nothing else; what is hidden with a suspended author comes back with them.
 */
export async function listHidden(
  { database }: Services,
  viewer: Viewer,
  { cursor, limit }: PageRequest,
): Promise<Page<StorySummary>> {
  const values: unknown[] = [viewer.id, limit + 1];
  let position = '';
  if (cursor) {
    const [hiddenAtMs, id] = decodeCursor(agePosition, cursor);
    values.push(new Date(hiddenAtMs), id);
    position = 'AND (s.hidden_at, s.id) < ($3::timestamptz, $4::uuid)';
  }
  const text = `SELECT ${storyColumns}, CASE WHEN NOT s.published THEN coalesce((
      SELECT n.subject FROM notices n
      WHERE n.story_id = s.id AND n.kind = 'story_hidden' AND n.lifted_at IS NULL
      ORDER BY n.created_at DESC LIMIT 1
    ), '') END AS decided_title
    FROM ${storyTables}
    WHERE s.hidden_at IS NOT NULL AND NOT s.hidden_with_author ${position}
    ORDER BY s.hidden_at DESC, s.id DESC
    LIMIT $2`;
  const rows = await database.sql<StoryRow & { readonly decided_title: string | null }>({ text, values });
  const toHidden = ({ decided_title: title, ...row }: (typeof rows)[number]): StorySummary =>
    toStorySummary(viewer)(title === null ? row : { ...row, title, transcript: null, tags: [], peaks: [] });
  return toPage(rows, limit, toHidden, (row) => [row.hidden_at?.getTime() ?? 0, row.id]);
}

/** The viewer's own stories, newest first. */
export async function listMine(
  { database }: Services,
  viewer: Viewer,
  { cursor, limit }: PageRequest,
): Promise<Page<StorySummary>> {
  const values: unknown[] = [viewer.id, limit + 1];
  let position = '';
  if (cursor) {
    const [createdAtMs, id] = decodeCursor(agePosition, cursor);
    values.push(new Date(createdAtMs), id);
    position = 'AND (s.created_at, s.id) < ($3::timestamptz, $4::uuid)';
  }
  const text = `SELECT ${storyColumns} FROM ${storyTables}
    WHERE s.user_id = $1::uuid ${position}
    ORDER BY s.created_at DESC, s.id DESC
    LIMIT $2`;
  const rows = await database.sql<StoryRow>({ name: cursor ? 'mine-next' : 'mine', text, values });
  return toPage(rows, limit, toStorySummary(viewer), (row) => [row.created_at.getTime(), row.id]);
}

/** What a person has published, newest first; the same for themselves as for everybody. */
export async function listByUser(
  { database }: Services,
  viewer: Viewer | null,
  { userId, cursor, limit }: PageRequest & { readonly userId: UserId },
): Promise<Page<StorySummary>> {
  const values: unknown[] = [viewer?.id ?? null, userId, limit + 1];
  let position = '';
  if (cursor) {
    const [createdAtMs, id] = decodeCursor(agePosition, cursor);
    values.push(new Date(createdAtMs), id);
    position = 'AND (s.created_at, s.id) < ($4::timestamptz, $5::uuid)';
  }
  const text = `SELECT ${storyColumns} FROM ${storyTables}
    WHERE s.user_id = $2::uuid AND s.published AND s.hidden_at IS NULL ${position}
    ORDER BY s.created_at DESC, s.id DESC
    LIMIT $3`;
  const rows = await database.sql<StoryRow>({ name: cursor ? 'by-user-next' : 'by-user', text, values });
  return toPage(rows, limit, toStorySummary(viewer), (row) => [row.created_at.getTime(), row.id]);
}

/** How many stories a person has published; 0 for a person who is not there. */
export async function countPublished({ database }: Services, userId: UserId): Promise<number> {
  const [row] = await database.sql<{ readonly posts_count: number }>({
    name: 'posts-count',
    text: 'SELECT posts_count FROM profiles WHERE id = $1::uuid',
    values: [userId],
  });
  return row?.posts_count ?? 0;
}

/**
 * The reports of the story `s` through which the moderator whose id the parameter holds sees it while it is private:
 * somebody else made them when it was public, and the time of the review is not over. Nobody sees an administrator's.
 */
export const reportsInReview = (parameter: string): string => `FROM reports rp
    WHERE rp.story_id = s.id AND rp.status = 'reviewing' AND rp.moderator_id = ${parameter}::uuid
      AND rp.reporter_user_id IS DISTINCT FROM ${parameter}::uuid AND rp.title IS NOT NULL
      AND rp.reviewing_at > clock_timestamp() - interval '${limits.moderation.reviewHours} hours'
      AND NOT EXISTS (SELECT FROM users au WHERE au.id = s.user_id AND au.role = 'administrator')`;

/** Whether a private story is in the hands of the moderator whose id the parameter holds. */
export const isInReview = (parameter: string): string =>
  `CASE WHEN s.published THEN false ELSE EXISTS (SELECT ${reportsInReview(parameter)}) END AS is_in_review`;

/** What was reported, and is all that a moderator sees of a private story. */
interface ReportedVersion {
  readonly title: string;
  readonly transcript: string | null;
  readonly tags: readonly string[];
}

const reportedVersion = (parameter: string): string => `CASE WHEN NOT s.published THEN (
    SELECT json_build_object('title', rp.title, 'transcript', rp.transcript, 'tags', rp.tags)
    ${reportsInReview(parameter)} ORDER BY rp.created_at DESC LIMIT 1
  ) END AS reported`;

/** Throws STORY_NOT_FOUND, also for a story that the viewer may not see. */
export async function requireStory(
  { database }: Services,
  viewer: Viewer | null,
  id: StoryId,
): Promise<Story> {
  const text = `SELECT ${storyColumns}, s.transcript_words, ${reportedVersion('$1')} FROM ${storyTables} WHERE s.id = $2::uuid`;
  const [row] = await database.sql<
    StoryRow & {
      readonly transcript_words: readonly TranscriptWord[] | null;
      readonly reported: ReportedVersion | null;
    }
  >({
    name: 'story',
    text,
    values: [viewer?.id ?? null, id],
  });
  const facts = row && {
    userId: row.user_id,
    published: row.published,
    hiddenAt: row.hidden_at,
    isInReview: row.reported !== null,
  };
  if (!row || !facts || !canSee(viewer, facts)) {
    throw new DomainError('STORY_NOT_FOUND');
  }
  const { reported } = row;
  if (reported === null || canEdit(viewer, facts))
    return { ...toStorySummary(viewer)(row), transcriptWords: row.transcript_words };
  // The words belong to the text as it is now.
  const isSameText = reported.transcript === row.transcript;
  return {
    ...toStorySummary(viewer)({ ...row, ...reported }),
    transcriptWords: isSameText ? row.transcript_words : null,
  };
}

/** The row that a change is about. Throws STORY_NOT_FOUND for a story the viewer may not see, FORBIDDEN for another's. */
export async function requireOwnStory({ database }: Services, viewer: Viewer, id: StoryId) {
  const story = await database.prisma.story.findUnique({
    where: { id },
    select: { id: true, userId: true, recordingId: true, published: true, hiddenAt: true },
  });
  if (!story || !canSee(viewer, story)) throw new DomainError('STORY_NOT_FOUND');
  if (!canEdit(viewer, story)) throw new DomainError('FORBIDDEN');
  return story;
}

export interface StoryAudio {
  readonly key: string;
  readonly bytes: number;
  readonly mimeType: string;
  /** False: for its owner's eyes, and for no cache. */
  readonly isPublic: boolean;
}

/** Where the bytes of a story are. Throws STORY_NOT_FOUND, also for a story that the viewer may not hear. */
export async function requireStoryAudio(
  { database }: Services,
  viewer: Viewer | null,
  id: StoryId,
): Promise<StoryAudio> {
  const [row] = await database.sql<{
    readonly user_id: string;
    readonly published: boolean;
    readonly hidden_at: Date | null;
    readonly is_in_review: boolean;
    readonly playback_key: string | null;
    readonly playback_bytes: number | null;
    readonly playback_type: string | null;
  }>({
    name: 'story-audio',
    text: `SELECT s.user_id, s.published, s.hidden_at, ${isInReview('$2')}, r.playback_key, r.playback_bytes, r.playback_type
      FROM stories s JOIN recordings r ON r.id = s.recording_id WHERE s.id = $1::uuid`,
    values: [id, viewer?.id ?? null],
  });
  const facts = row && {
    userId: row.user_id,
    published: row.published,
    hiddenAt: row.hidden_at,
    isInReview: row.is_in_review,
  };
  if (!row?.playback_key || !row.playback_bytes || !row.playback_type || !facts || !canSee(viewer, facts)) {
    throw new DomainError('STORY_NOT_FOUND');
  }
  return {
    key: row.playback_key,
    bytes: row.playback_bytes,
    mimeType: row.playback_type,
    isPublic: isPublic(facts),
  };
}
