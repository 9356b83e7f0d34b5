import {
  defaults,
  DomainError,
  limits,
  isTeamName,
  listMentions,
  listNameShapes,
  type Comment,
  type CommentId,
  type CreateCommentInput,
  type Role,
} from '@relato/contract';
import { isSpentId, type Prisma } from '@relato/db';
import type { Services, Viewer } from '../rpc/context.ts';
import { getLastEntry, toAlreadyDecided, writeLog } from '../moderation-log.ts';
import { notify, readReporters, writeStatement, type Grounds } from '../notices.ts';
import { isHeld } from '../profiles/name-queries.ts';
import { runWrite } from '../run-write.ts';
import { lockStory } from '../stories/hiding-mutations.ts';
import { requireActiveModerator } from '../locks.ts';
import { requireMayJudge } from '../users/policy.ts';
import { toVisitorName } from './policy.ts';
import { requireDeletableComment, toComment, type CommentRow } from './queries.ts';

/**
 * Returns the author of a new comment. Throws PROFILE_INCOMPLETE, and UNAUTHENTICATED or CONFLICT if the client assumes
 * another session.
 */
function toAuthor(viewer: Viewer | null, { authorName = '', asMember }: CreateCommentInput) {
  if (asMember === true && viewer === null) throw new DomainError('UNAUTHENTICATED');
  if (asMember === false && viewer !== null) throw new DomainError('CONFLICT');
  if (viewer === null) return { userId: null, authorName: toVisitorName(authorName) };
  if (viewer.username === null) throw new DomainError('PROFILE_INCOMPLETE');
  return { userId: viewer.id, authorName: viewer.username };
}

/**
 * Throws ANONYMOUS_NAME_TAKEN if a visitor's name resembles that of the team or of a member, also a former one. The default
 * name is always allowed, even if a member has it. A member may take a visitor's name later, because visitors are marked.
 */
async function requireNobodysName({ database }: Services, name: string): Promise<void> {
  if (name === defaults.anonymousName) return;
  if (isTeamName(name)) throw new DomainError('ANONYMOUS_NAME_TAKEN');
  const [row] = await database.sql<{ readonly is_taken: boolean }>({
    name: 'visitor-name',
    text: `SELECT EXISTS (
        SELECT FROM profiles p WHERE p.username IS NOT NULL AND name_shape(p.username::text) = ANY ($1::text[])
      ) OR EXISTS (
        SELECT FROM profiles p WHERE p.full_name IS NOT NULL AND name_shape(p.full_name) = ANY ($1::text[])
      ) OR EXISTS (
        SELECT FROM former_usernames f WHERE f.user_id IS NOT NULL AND name_shape(f.username::text) = ANY ($1::text[]) AND ${isHeld}
      ) AS is_taken`,
    values: [listNameShapes(name)],
  });
  if (row?.is_taken) throw new DomainError('ANONYMOUS_NAME_TAKEN');
}

/**
 * Adds a comment to a story. Repeating the call returns the same comment. Throws CONFLICT for another comment under the same
 * id, COMMENT_DUPLICATE for a repeated text, COMMENT_NOT_FOUND for the id of a removed comment, STORY_NOT_FOUND, also for a
 * story that the viewer may not see, COMMENTS_MEMBERS_ONLY, COMMENTS_FOLLOWERS_ONLY or COMMENTS_CLOSED by the choice of the
 * story's author, ANONYMOUS_NAME_TAKEN, COMMENTS_BUSY while visitors comment too much, PROFILE_INCOMPLETE, ACCOUNT_SUSPENDED
 * and UNAUTHENTICATED.
 */
export async function createComment(
  services: Services,
  viewer: Viewer | null,
  input: CreateCommentInput,
): Promise<Comment> {
  const { id, storyId, content } = input;
  const { userId, authorName } = toAuthor(viewer, input);
  const { rateLimiter } = services;
  if (!viewer) {
    await rateLimiter.requireRoom('anonymousComments', 'all', 'COMMENTS_BUSY');
    await requireNobodysName(services, authorName);
  }
  const written = runWrite<CommentRow & { readonly is_new: boolean }>(services.database, {
    name: 'comment-add',
    text: 'SELECT * FROM add_comment($1::uuid, $2::uuid, $3::uuid, $4, $5, $6::integer, $7::text[])',
    // A visitor's comment mentions no users, because they could not block its author.
    values: [
      id,
      storyId,
      userId,
      authorName,
      content,
      limits.comment.sameAgainSeconds,
      viewer ? listMentions(content) : [],
    ],
  });
  const row = await written.catch((error: unknown) => {
    throw isSpentId(error) ? new DomainError('COMMENT_NOT_FOUND', { cause: error }) : error;
  });
  // Counted at the end, so that failed calls do not use up the limit of other visitors.
  if (row.is_new && !viewer) await rateLimiter.count('anonymousComments', 'all');
  const comment = toComment(viewer)(row);
  const isSame =
    comment.storyId === storyId &&
    (comment.author?.id ?? null) === userId &&
    comment.content === content &&
    (userId !== null || comment.authorName === authorName);
  if (!isSame) throw new DomainError('CONFLICT');
  return comment;
}

/**
 * Deletes a comment for its author or the author of the story. Throws FORBIDDEN, and COMMENT_NOT_FOUND if there is no
 * such comment or the viewer may not see it.
 */
export async function deleteComment(services: Services, viewer: Viewer, id: CommentId): Promise<void> {
  const { storyId } = await requireDeletableComment(services, viewer, id);
  // Locks the story first, as adding a comment does; the opposite order could deadlock.
  const deleted = await services.database.prisma.$executeRaw`
    WITH story AS (SELECT id FROM stories WHERE id = ${storyId}::uuid FOR NO KEY UPDATE),
    gone AS (
      DELETE FROM comments USING story WHERE comments.id = ${id}::uuid AND comments.story_id = story.id
      RETURNING comments.story_id
    )
    UPDATE stories SET comments_count = comments_count - 1 FROM gone WHERE stories.id = gone.story_id`;
  if (deleted === 0) throw new DomainError('COMMENT_NOT_FOUND');
}

interface RemovedComment {
  readonly userId: string | null;
  /** Null for a visitor, and for a deleted account. */
  readonly role: Role | null;
  readonly content: string;
  readonly storyId: string;
  readonly createdAt: Date;
}

/**
 * Removes a comment and notifies its author. Throws COMMENT_NOT_FOUND, FORBIDDEN for the viewer's own comment and for one of
 * an account that the viewer must not judge, and CONFLICT with the last log entry if another moderator was first.
 */
export async function removeComment(
  { database }: Services,
  viewer: Viewer,
  { id, reason, rule }: Grounds & { readonly id: CommentId },
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    // Locks the story first, as adding a comment does.
    await tx.$queryRaw`SELECT 1 FROM stories
      WHERE id = (SELECT story_id FROM comments WHERE id = ${id}::uuid) FOR NO KEY UPDATE`;
    const [gone] = await tx.$queryRaw<RemovedComment[]>`
      DELETE FROM comments WHERE id = ${id}::uuid
      RETURNING user_id AS "userId", (SELECT role::text FROM users WHERE id = user_id) AS role, content,
        story_id AS "storyId", created_at AS "createdAt"`;
    if (!gone) {
      if (await getLastEntry(tx, id)) throw await toAlreadyDecided(tx, id);
      throw new DomainError('COMMENT_NOT_FOUND');
    }
    const { userId, role, content, storyId, createdAt: contentAt } = gone;
    if (userId !== null && role !== null) requireMayJudge(viewer, { id: userId, role });
    await tx.story.update({ where: { id: storyId }, data: { commentsCount: { decrement: 1 } } });
    const kind = 'comment_removed';
    const notice = { kind, targetId: id, storyId, subject: content, reason } as const;
    const noticeId = userId && (await notify(tx, viewer, { userId, ...notice }));
    const reporters = await readReporters(tx, storyId, { commentId: id });
    await writeStatement(tx, { ...reporters, noticeId, kind, rule, contentAt });
    await writeLog(tx, viewer, { action: 'remove-comment', target: 'comment', id, reason });
  });
}

interface ReturningComment {
  readonly id: string;
  readonly storyId: string | null;
  readonly userId: string;
  readonly content: string;
}

/**
 * Restores a removed comment under its id, so that what was decided on it stays decided, and with the current time, so that
 * readers who page see it. Returns false if the story was deleted.
 */
export async function restoreCommentAsPart(
  tx: Prisma.TransactionClient,
  { id, storyId, userId, content }: ReturningComment,
): Promise<boolean> {
  if (storyId === null) return false;
  await lockStory(tx, storyId);
  await tx.spentId.deleteMany({ where: { id } });
  const added = await tx.$executeRaw`
    WITH added AS (
      INSERT INTO comments (id, story_id, user_id, content, author_name, created_at)
      SELECT ${id}::uuid, ${storyId}::uuid, p.id, ${content}, p.username::text, GREATEST(
        clock_timestamp(),
        (SELECT max(created_at) + interval '1 millisecond' FROM comments WHERE story_id = ${storyId}::uuid))
      FROM profiles p WHERE p.id = ${userId}::uuid AND p.username IS NOT NULL
      RETURNING story_id
    )
    UPDATE stories SET comments_count = comments_count + 1 FROM added WHERE stories.id = added.story_id`;
  return added > 0;
}
