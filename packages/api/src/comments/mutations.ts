import {
  DomainError,
  limits,
  type Comment,
  type CommentId,
  type CreateCommentInput,
  type Role,
} from '@relato/contract';
import { isSpentId, type Prisma } from '@relato/db';
import { uuidv7 } from 'uuidv7';
import type { Services, Viewer } from '../context.ts';
import { getLast, toAlreadyDecided, writeLog } from '../moderation-log.ts';
import { notify } from '../notices.ts';
import { lockStory } from '../stories/hiding-mutations.ts';
import { canSee } from '../stories/policy.ts';
import { requireActive, requireActiveModerator } from '../user-locks.ts';
import { requireMayJudge } from '../users/policy.ts';
import { canComment, toVisitorName } from './policy.ts';
import { requireComment, requireDeletableComment } from './queries.ts';

/** The names of the columns, as the statement that locks the story answers. */
interface LockedStory {
  readonly userId: string;
  readonly published: boolean;
  readonly hiddenAt: Date | null;
  readonly anonymousComments: boolean;
}

/** Under which name, and as whom. Throws PROFILE_INCOMPLETE, and what a writer mistaken about their session is told. */
function toSignature(viewer: Viewer | null, { authorName = '', asMember }: CreateCommentInput) {
  if (asMember === true && viewer === null) throw new DomainError('UNAUTHENTICATED');
  if (asMember === false && viewer !== null) throw new DomainError('CONFLICT');
  if (viewer === null) return { userId: null, authorName: toVisitorName(authorName) };
  if (viewer.username === null) throw new DomainError('PROFILE_INCOMPLETE');
  return { userId: viewer.id, authorName: viewer.username };
}

/** Whether the same words stand there already, by the same name and not for long. The story is locked. */
async function isSaidAgain(
  tx: Prisma.TransactionClient,
  comment: Pick<Comment, 'id' | 'storyId' | 'content' | 'authorName'> & { readonly userId: string | null },
): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`SELECT 1 FROM comments
    WHERE story_id = ${comment.storyId}::uuid AND id <> ${comment.id}::uuid
      AND user_id IS NOT DISTINCT FROM ${comment.userId}::uuid AND author_name = ${comment.authorName}
      AND content = ${comment.content}
      AND created_at > clock_timestamp() - make_interval(secs => ${limits.comment.sameAgainSeconds}::int)
    LIMIT 1`;
  return rows.length > 0;
}

/**
 * Says something under a story. The same call again gives the same comment; another comment under the same id is
 * CONFLICT, the same words again COMMENT_DUPLICATE, and the id of one that was taken away COMMENT_NOT_FOUND. Throws STORY_NOT_FOUND, also for a story that the viewer may not
 * see, COMMENTS_MEMBERS_ONLY, RATE_LIMITED while visitors write too much, PROFILE_INCOMPLETE, UNAUTHENTICATED.
 */
export async function createComment(
  services: Services,
  viewer: Viewer | null,
  input: CreateCommentInput,
): Promise<Comment> {
  const { id, storyId, content } = input;
  const { userId, authorName } = toSignature(viewer, input);
  const { rateLimiter } = services;
  if (!viewer) await rateLimiter.requireRoom('anonymousComments', 'all');
  const written = services.database.prisma.$transaction(async (tx) => {
    if (viewer) await requireActive(tx, viewer.id);
    // Whoever unpublishes, hides or deletes the story goes before the comment or after it, never in between.
    const [story] = await tx.$queryRaw<LockedStory[]>`
      SELECT user_id AS "userId", published, hidden_at AS "hiddenAt", anonymous_comments AS "anonymousComments"
      FROM stories WHERE id = ${storyId}::uuid FOR NO KEY UPDATE`;
    if (!story || !canSee(viewer, story)) throw new DomainError('STORY_NOT_FOUND');
    // The lock also puts a story's comments into one order: each is later than those before it, by whatever clock, so
    // that a reader who pages on misses none.
    const added = await tx.$executeRaw`
      WITH added AS (
        INSERT INTO comments (id, story_id, user_id, content, author_name, created_at)
        SELECT ${id}::uuid, ${storyId}::uuid, ${userId}::uuid, ${content}, ${authorName}, GREATEST(
          clock_timestamp(),
          (SELECT max(created_at) + interval '1 millisecond' FROM comments WHERE story_id = ${storyId}::uuid))
        ON CONFLICT (id) DO NOTHING
        RETURNING story_id
      )
      UPDATE stories SET comments_count = comments_count + 1 FROM added WHERE stories.id = added.story_id`;
    // Only now: what was accepted before is answered again, even if visitors may not comment any more.
    if (added > 0 && !canComment(viewer, story)) throw new DomainError('COMMENTS_MEMBERS_ONLY');
    if (added > 0 && (await isSaidAgain(tx, { id, storyId, userId, authorName, content }))) {
      throw new DomainError('COMMENT_DUPLICATE');
    }
    return added > 0;
  });
  const isNew = await written.catch((error: unknown) => {
    throw isSpentId(error) ? new DomainError('COMMENT_NOT_FOUND', { cause: error }) : error;
  });
  // Only now: what fails, however often, must not keep other visitors from writing.
  if (isNew && !viewer) await rateLimiter.count('anonymousComments', 'all');
  const comment = await requireComment(services, viewer, id);
  const isSame =
    comment.storyId === storyId &&
    (comment.author?.id ?? null) === userId &&
    comment.content === content &&
    (userId !== null || comment.authorName === authorName);
  if (!isSame) throw new DomainError('CONFLICT');
  return comment;
}

/**
 * Takes a comment away: its writer, or whoever told the story. Throws FORBIDDEN, and COMMENT_NOT_FOUND for what is
 * not there, not any more, or not for this viewer.
 */
export async function deleteComment(services: Services, viewer: Viewer, id: CommentId): Promise<void> {
  const { storyId } = await requireDeletableComment(services, viewer, id);
  // The story is locked first, as by whoever comments on it: in the other order the two could wait for each other.
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
  /** Null for a visitor, and for an account that is gone. */
  readonly role: Role | null;
  readonly content: string;
  readonly storyId: string;
}

/**
 * Takes a comment away and tells whose it was. Throws COMMENT_NOT_FOUND, FORBIDDEN for one's own and what a moderator may
 * not judge, and CONFLICT with what happened when another moderator was first.
 */
export async function removeComment(
  { database }: Services,
  viewer: Viewer,
  { id, reason }: { readonly id: CommentId; readonly reason: string },
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await requireActiveModerator(tx, viewer);
    // The story is locked first, as by whoever comments on it.
    await tx.$queryRaw`SELECT 1 FROM stories
      WHERE id = (SELECT story_id FROM comments WHERE id = ${id}::uuid) FOR NO KEY UPDATE`;
    const [gone] = await tx.$queryRaw<RemovedComment[]>`
      DELETE FROM comments WHERE id = ${id}::uuid
      RETURNING user_id AS "userId", (SELECT role::text FROM users WHERE id = user_id) AS role, content,
        story_id AS "storyId"`;
    if (!gone) {
      if (await getLast(tx, id)) throw await toAlreadyDecided(tx, id);
      throw new DomainError('COMMENT_NOT_FOUND');
    }
    const { userId, role, content, storyId } = gone;
    if (userId !== null && role !== null) requireMayJudge(viewer, { id: userId, role });
    await tx.story.update({ where: { id: storyId }, data: { commentsCount: { decrement: 1 } } });
    if (userId) {
      await notify(tx, viewer, {
        userId,
        kind: 'comment_removed',
        targetId: id,
        storyId,
        subject: content,
        reason,
      });
    }
    await writeLog(tx, viewer, { action: 'remove-comment', target: 'comment', id, reason });
  });
}

interface ReturningComment {
  readonly storyId: string | null;
  readonly userId: string;
  readonly content: string;
}

/**
 * As if it had been said just now, under an id of ours: readers who page on miss none. Without its story there is nowhere
 * to put it.
 */
export async function restoreCommentAsPart(
  tx: Prisma.TransactionClient,
  { storyId, userId, content }: ReturningComment,
): Promise<void> {
  if (storyId === null) return;
  await lockStory(tx, storyId);
  await tx.$executeRaw`
    WITH added AS (
      INSERT INTO comments (id, story_id, user_id, content, author_name, created_at)
      SELECT ${uuidv7()}::uuid, ${storyId}::uuid, p.id, ${content}, p.username::text, GREATEST(
        clock_timestamp(),
        (SELECT max(created_at) + interval '1 millisecond' FROM comments WHERE story_id = ${storyId}::uuid))
      FROM profiles p WHERE p.id = ${userId}::uuid AND p.username IS NOT NULL
      RETURNING story_id
    )
    UPDATE stories SET comments_count = comments_count + 1 FROM added WHERE stories.id = added.story_id`;
}
