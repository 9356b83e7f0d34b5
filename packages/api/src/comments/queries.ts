import {
  DomainError,
  type Comment,
  type CommentId,
  type Page,
  type StoryId,
  type UserId,
} from '@relato/contract';
import { isBlockedWith, isShownTo } from '../blocks/queries.ts';
import type { Services, Viewer } from '../rpc/context.ts';
import { toPage, toPageStatement, toPlaceInTime, type PageRequest } from '../rpc/cursor.ts';
import { toProfileSummary } from '../profiles/summary-queries.ts';
import { isHeardByAll } from '../heard-stories.ts';
import { writeLook } from '../moderation-log.ts';
import { canSee } from '../stories/policy.ts';
import { isInReview, openingReports } from '../stories/version-queries.ts';
import { canDelete } from './policy.ts';

/** The facts of the story that decide who may see and delete its comments. */
interface StoryFactsRow {
  readonly story_id: StoryId;
  readonly story_user_id: string;
  readonly published: boolean;
  readonly hidden_at: Date | null;
  readonly is_in_review?: boolean;
  readonly is_blocked?: boolean;
  /** A moderator sees the story although it is no longer public. */
  readonly is_withdrawn?: boolean;
}

export interface CommentRow extends StoryFactsRow {
  readonly id: CommentId;
  readonly user_id: UserId | null;
  readonly username: string | null;
  readonly photo: string | null;
  /** Missing if no list is requested. */
  readonly is_shown?: boolean;
  readonly content: string;
  readonly author_name: string;
  readonly created_at: Date;
}

const storyFacts = 's.id AS story_id, s.user_id AS story_user_id, s.published, s.hidden_at';
const commentColumns =
  'c.id, c.user_id, p.username, p.photo_id AS photo, c.content, c.author_name, c.created_at';

/** SQL for whether the story `s` is no longer public for listeners, and not the viewer's ($2) own. */
const isWithdrawn = `(s.user_id <> $2::uuid AND (s.hidden_at IS NOT NULL OR NOT ${isHeardByAll}))`;
/**
 * SQL for whether a comment on the story `s` belongs to its case for the moderator ($2): what its author writes after a story
 * was hidden, or reported and withdrawn, is private.
 */
const isOfCase = `(NOT ${isWithdrawn} OR user_id IS DISTINCT FROM s.user_id OR created_at <= coalesce(s.hidden_at, (SELECT max(rp.created_at) ${openingReports('$2')}), created_at))`;

const canSeeStory = (viewer: Viewer | null, row: StoryFactsRow): boolean =>
  canSee(viewer, {
    userId: row.story_user_id,
    published: row.published,
    hiddenAt: row.hidden_at,
    isInReview: row.is_in_review ?? false,
    isBlocked: row.is_blocked ?? false,
  });

export const toComment =
  (viewer: Viewer | null) =>
  (row: CommentRow): Comment => {
    const { id, story_id: storyId, created_at: createdAt } = row;
    const may = { canDelete: canDelete(viewer, { userId: row.user_id, storyUserId: row.story_user_id }) };
    if (row.is_shown === false)
      return {
        id,
        storyId,
        content: '',
        authorName: '',
        author: null,
        createdAt,
        viewer: { ...may, isFolded: true },
      };
    const author = row.user_id === null ? null : toProfileSummary({ ...row, id: row.user_id });
    return { id, storyId, content: row.content, authorName: row.author_name, author, createdAt, viewer: may };
  };

/**
 * The row of the story is returned even without comments, so that one statement distinguishes an empty story from a missing
 * one.
 */
const isComment = (row: StoryFactsRow | CommentRow): row is CommentRow => 'id' in row && row.id !== null;

/**
 * Lists the comments of a story, oldest first. Throws STORY_NOT_FOUND, also for a story that the viewer may not see. A
 * moderator's access to a story that is not public is logged.
 */
export async function listComments(
  { database }: Services,
  viewer: Viewer | null,
  { storyId, cursor, limit }: PageRequest & { readonly storyId: StoryId },
): Promise<Page<Comment>> {
  const { name, size } = toPageStatement(
    `${cursor ? 'comments-next' : 'comments'}-${viewer?.role ?? 'visitor'}`,
    limit,
  );
  const after = toPlaceInTime(cursor);
  const values = [storyId, viewer?.id ?? null, ...(after ? [after.at, after.id] : [])];
  // Visitors have a separate statement with less to plan, because PostgreSQL would plan a common one anew for each visitor.
  const isStaff = viewer !== null && viewer.role !== 'user';
  const facts = viewer
    ? `${isInReview('$2')}, ${isBlockedWith('$2::uuid', 's.user_id')} AS is_blocked${isStaff ? `, ${isWithdrawn} AS is_withdrawn` : ''}`
    : 'false AND $2::uuid IS NULL AS is_in_review';
  // Authors also get comments under their story that are hidden from them by a block, folded, so that they can delete them.
  const shown = viewer && !isStaff ? isShownTo('$2::uuid', 'user_id') : 'true';
  const position = after ? 'AND (created_at, id) > ($3::timestamptz, $4::uuid)' : '';
  const text = `SELECT ${storyFacts}, ${facts}, ${commentColumns}, c.is_shown
    FROM stories s
    LEFT JOIN LATERAL (
      SELECT id, user_id, content, author_name, created_at, ${shown} AS is_shown FROM comments
      WHERE story_id = s.id ${position} AND (${shown} OR s.user_id = $2::uuid) ${isStaff ? `AND ${isOfCase}` : ''}
      ORDER BY created_at, id
      LIMIT ${size}
    ) c ON true
    LEFT JOIN profiles p ON p.id = c.user_id
    WHERE s.id = $1::uuid
    ORDER BY c.created_at, c.id`;
  const rows = await database.sql<StoryFactsRow | CommentRow>({ name, text, values });
  const [first] = rows;
  if (!first || !canSeeStory(viewer, first)) throw new DomainError('STORY_NOT_FOUND');
  if (viewer && first.is_withdrawn) await writeLook({ database }, viewer, { action: 'read-story', storyId });
  return toPage(rows.filter(isComment), limit, toComment(viewer), (row) => [
    row.created_at.getTime(),
    row.id,
  ]);
}

async function getRow({ database }: Services, id: CommentId): Promise<CommentRow | null> {
  const text = `SELECT ${storyFacts}, ${commentColumns}
    FROM comments c
    JOIN stories s ON s.id = c.story_id
    LEFT JOIN profiles p ON p.id = c.user_id
    WHERE c.id = $1::uuid`;
  const [row] = await database.sql<CommentRow>({ name: 'comment', text, values: [id] });
  return row ?? null;
}

/**
 * Returns a comment that the viewer may delete. Throws FORBIDDEN if they see it but may not delete it, and COMMENT_NOT_FOUND
 * if they do not see it. Authors may delete their own comments even after they can no longer see the story.
 */
export async function requireDeletableComment(
  services: Services,
  viewer: Viewer,
  id: CommentId,
): Promise<Comment> {
  const row = await getRow(services, id);
  if (!row) throw new DomainError('COMMENT_NOT_FOUND');
  const comment = toComment(viewer)(row);
  if (comment.viewer.canDelete) return comment;
  throw new DomainError(canSeeStory(viewer, row) ? 'FORBIDDEN' : 'COMMENT_NOT_FOUND');
}
