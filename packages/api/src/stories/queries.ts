import {
  DomainError,
  limits,
  type AskedQuestion,
  type Commenters,
  type Page,
  type Story,
  type RepliesChoice,
  type StoryId,
  type StoryOrigin,
  type StorySummary,
  type StoryTranscription,
  type TranscriptionTrouble,
  type TranscriptWord,
  toGainDb,
  toShownTranscript,
  toTranscriptionRun,
  type UserId,
  type VoteDirection,
} from '@relato/contract';
import { hasCorrections, noListenersWork, readListenersWork } from '../corrections/story-queries.ts';
import { isBlockedWith, isShownTo } from '../blocks/queries.ts';
import { isForUser } from '../heard-stories.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { toPage } from '../rpc/cursor.ts';
import { writeLook } from '../moderation-log.ts';
import { toProfileSummary } from '../profiles/summary-queries.ts';
import { isEdited, listDoubts, toSpokenWords } from '../transcription/word-queries.ts';
import { canEdit, canSee, isHeardAlone, isPublic } from './policy.ts';
import { toFollowing } from './threads/following.ts';
import { isInReview, shownVersion, type PublicVersion } from './version-queries.ts';

/** A row of `storyColumns`. */
export interface StoryRow {
  readonly id: StoryId;
  readonly user_id: UserId;
  readonly username: string | null;
  readonly photo: string | null;
  readonly title: string;
  readonly transcript: string | null;
  readonly transcript_status: 'queued' | 'processing' | 'completed' | 'error' | null;
  readonly transcript_trouble: TranscriptionTrouble | null;
  /** Greater than 0 from the second run on. */
  readonly transcript_run: number | null;
  /** Set for the author, while the text is the recognized one. */
  readonly is_unsure: boolean | null;
  readonly duration_ms: number;
  readonly peaks: string;
  readonly loudness: number | null;
  readonly true_peak: number | null;
  readonly tags: readonly string[];
  readonly published: boolean;
  readonly is_waiting: boolean;
  /** Set for the author and the asker. */
  readonly question: AskedQuestion | null;
  readonly is_shared: boolean;
  readonly origin: StoryOrigin | null;
  readonly has_origin: boolean;
  readonly replies: RepliesChoice;
  readonly hidden_at: Date | null;
  readonly hidden_reason: string | null;
  readonly upvotes: number;
  readonly downvotes: number;
  readonly score: number;
  readonly comments_count: number;
  readonly commenters: Commenters;
  readonly is_follower: boolean | null;
  readonly clips: boolean;
  readonly created_at: Date;
  readonly vote: VoteDirection | null;
}

export const storyColumns = `
  s.id, s.user_id, p.username, p.photo_id AS photo, s.title, s.transcript, t.status AS transcript_status,
  t.trouble AS transcript_trouble, t.run AS transcript_run,
  t.is_unsure AND s.user_id = $1::uuid AND s.transcript = t.text AS is_unsure, s.duration_ms,
  array_to_string(r.peaks, ',') AS peaks, r.loudness, r.true_peak, s.tags,
  s.published, s.waiting_since IS NOT NULL AND s.hidden_at IS NULL AND s.user_id = $1::uuid AS is_waiting, CASE WHEN s.question_id IS NOT NULL THEN asked_of($1::uuid, s.question_id, s.user_id) END AS question, s.shared_with_id IS NOT NULL AS is_shared,
  CASE WHEN s.origin_kind IS NOT NULL THEN origin_of($1::uuid, s.origin_kind, s.origin_id, s.is_let_in) END AS origin, s.origin_id IS NOT NULL AS has_origin, s.replies, s.hidden_at, s.hidden_reason, s.upvotes, s.downvotes, s.score, s.comments_count,
  s.commenters, CASE WHEN s.commenters = 'followers' THEN is_follower($1::uuid, s.user_id) END AS is_follower, s.clips, s.created_at, v.direction AS vote`;

/** $1 is the viewer's id or null. */
export const storyTables = `
  stories s
  JOIN recordings r ON r.id = s.recording_id
  JOIN profiles p ON p.id = s.user_id
  LEFT JOIN transcripts t ON t.recording_id = s.recording_id
  LEFT JOIN votes v ON v.story_id = s.id AND v.user_id = $1::uuid`;

const toRun = ({ transcript_status: status, transcript_trouble: trouble }: StoryRow) =>
  toTranscriptionRun(status, trouble);

/** Returns whether the viewer is the author of a text that another transcription may replace. */
const isTranscribedAgain = (viewer: Viewer | null, row: StoryRow): boolean =>
  viewer?.id === row.user_id &&
  row.transcript !== null &&
  (row.transcript_run ?? 0) > 0 &&
  toRun(row) === 'running';

export const toStorySummary =
  (viewer: Viewer | null) =>
  (row: StoryRow): StorySummary => ({
    id: row.id,
    title: row.title,
    ...toShownTranscript(row.transcript, toRun(row)),
    ...(isTranscribedAgain(viewer, row) && { isTranscribedAgain: true }),
    ...(row.is_unsure && { isUnsure: true }),
    audioUrl: `/audio/${row.id}`,
    durationMs: row.duration_ms,
    peaks: row.peaks,
    ...(row.loudness !== null &&
      row.true_peak !== null && { gainDb: toGainDb({ lufs: row.loudness, truePeak: row.true_peak }) }),
    tags: row.tags,
    createdAt: row.created_at,
    published: row.published,
    ...(row.is_waiting && { isWaiting: true }),
    ...(row.question && { question: row.question, ...(row.is_shared && { isShared: true }) }),
    ...(row.origin && toFollowing(row.origin, row.has_origin && viewer?.id === row.user_id)),
    ...(row.replies !== 'open' && { replies: row.replies }),
    author: toProfileSummary({ ...row, id: row.user_id }),
    upvotes: row.upvotes,
    downvotes: row.downvotes,
    comments: row.comments_count,
    commenters: row.commenters,
    clips: row.clips,
    hidden: row.hidden_at && { at: row.hidden_at, reason: row.hidden_reason },
    viewer: {
      vote: row.vote,
      ...(row.is_follower !== null && { isFollower: row.is_follower }),
      canEdit: canEdit(viewer, { userId: row.user_id }),
    },
  });

const textLengthOf = ({ title, transcript, tags }: StoryRow): number =>
  title.length + (transcript?.length ?? 0) + tags.reduce((length, tag) => length + tag.length, 0);

/** Returns how many of the first rows fit on a page with their texts, at least one. */
export function countFitting(rows: readonly StoryRow[]): number {
  let length = 0;
  const tooMany = rows.findIndex((row, index) => {
    length += textLengthOf(row);
    return index > 0 && length > limits.page.maxTextLength;
  });
  return tooMany === -1 ? rows.length : tooMany;
}

/** Makes a page like `toPage`, which is shorter if its stories have long texts. */
export const toStoryPage = <Row extends StoryRow>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => StorySummary,
  toPosition: (row: Row) => readonly (string | number)[],
): Page<StorySummary> => toPage(rows, Math.min(limit, countFitting(rows)), toItem, toPosition);

/** Returns the stories that are public now and listed for the viewer, in no particular order. */
export async function listByIds(
  { database }: Services,
  viewer: Viewer | null,
  ids: readonly StoryId[],
): Promise<StorySummary[]> {
  const text = `SELECT ${storyColumns} FROM ${storyTables}
    WHERE s.id = ANY ($2::uuid[]) AND s.published AND s.hidden_at IS NULL
      ${viewer ? `AND ${isShownTo('$1::uuid', 's.user_id')}` : ''}`;
  const name = viewer ? 'stories' : 'stories-visitor';
  const rows = await database.sql<StoryRow>({ name, text, values: [viewer?.id ?? null, ids] });
  return rows.map(toStorySummary(viewer));
}

/** A row of a single story. */
interface WholeStoryRow extends StoryRow {
  readonly has_corrections: boolean;
  readonly listeners_decide: boolean;
  readonly transcript_words: readonly TranscriptWord[] | null;
  readonly engine: string | null;
  readonly model: string | null;
  readonly is_edited: boolean;
  readonly is_blocked: boolean;
  readonly is_shared_with_viewer: boolean;
  readonly is_in_review: boolean;
  /** The version that moderators see instead of the current story. */
  readonly shown: PublicVersion | null;
}

// Visitors review and own nothing, so their statement is simpler. PostgreSQL would plan a common one anew for each of them.
const visitorColumns = `NULL AS shown, false AS is_in_review, NULL AS engine, NULL AS model, false AS is_edited, false AS is_blocked,
  ${isForUser('$1::uuid')} AS is_shared_with_viewer`;
const viewerColumns = `${shownVersion('$1')}, ${isInReview('$1')}, t.engine, t.model, s.user_id = $1::uuid AND ${isEdited} AS is_edited,
  ${isBlockedWith('$1::uuid', 's.user_id')} AS is_blocked, ${isForUser('$1::uuid')} AS is_shared_with_viewer`;

const toTranscription = (row: WholeStoryRow): StoryTranscription | null =>
  row.transcript_status && {
    status: toRun(row) ?? (row.transcript_status === 'completed' ? 'completed' : 'error'),
    engine: row.engine,
    model: row.model,
    isEdited: row.is_edited,
  };

/**
 * Throws STORY_NOT_FOUND, also for a story that the viewer may not see. A moderator's access to a story that is not public
 * is logged.
 */
export async function requireStory(
  { database }: Services,
  viewer: Viewer | null,
  id: StoryId,
): Promise<Story> {
  const [row] = await database.sql<WholeStoryRow>({
    name: viewer ? 'story' : 'story-visitor',
    text: `SELECT ${storyColumns}, s.transcript_words, ${hasCorrections} AS has_corrections, s.listeners_decide, ${viewer ? viewerColumns : visitorColumns}
      FROM ${storyTables} WHERE s.id = $2::uuid`,
    values: [viewer?.id ?? null, id],
  });
  const facts = row && {
    userId: row.user_id,
    published: row.published,
    hiddenAt: row.hidden_at,
    isBlocked: row.is_blocked,
    isInReview: row.is_in_review,
    isShared: row.is_shared_with_viewer,
  };
  if (!row || !facts || !canSee(viewer, facts)) {
    throw new DomainError('STORY_NOT_FOUND');
  }
  const { transcript_words: words } = row;
  // Only few stories have any, and their subqueries cost each reader of the others a third of this statement.
  const work = row.has_corrections
    ? await readListenersWork({ database }, viewer, id, words)
    : noListenersWork;
  const { waiting, explanations, carers } = work;
  const isOwn = viewer?.id === row.user_id;
  const corrections = isOwn ? { waiting, listenersDecide: row.listeners_decide } : null;
  const parts = { doubts: listDoubts(words), carers, corrections };
  const explained = explanations && { explanations };
  if (canEdit(viewer, facts)) {
    const transcription = toTranscription(row);
    return { ...toStorySummary(viewer)(row), ...parts, ...explained, transcriptWords: words, transcription };
  }
  const isForViewer = isHeardAlone(facts);
  if (viewer && !isPublic(facts) && !isForViewer)
    await writeLook({ database }, viewer, { action: 'read-story', storyId: id });
  const shown = isForViewer ? null : row.shown;
  // The word timings belong to the current text.
  const isSameText = shown === null || shown.transcript === row.transcript;
  return {
    ...toStorySummary(viewer)({ ...row, ...shown }),
    ...parts,
    doubts: isSameText ? parts.doubts : [],
    // For moderators too, who decide whether the explanations show again.
    ...(isSameText && facts.published && explained),
    transcriptWords: isSameText ? toSpokenWords(words) : null,
    transcription: null,
  };
}
