import { z } from 'zod';
import { commentId, storyId, type CommentId, type StoryId } from './ids.ts';
import { limits } from './limits.ts';
import { pageInput } from './paging.ts';
import type { ProfileSummary } from './profiles.ts';
import { visibleText } from './visible-text.ts';

export const listCommentsInput = pageInput.extend({ storyId });
/**
 * The id is made by the client: sent again, after a lost answer or by a double tap, it is the same comment.
 * The name is a visitor's, blank for none; who signed in comments under the own username.
 */
export const createCommentInput = z.object({
  id: commentId,
  storyId,
  content: visibleText(limits.comment.maxLength, 'COMMENT_REQUIRED', 'COMMENT_TOO_LONG'),
  authorName: z.string().trim().max(limits.anonymousName.maxLength, 'ANONYMOUS_NAME_TOO_LONG').optional(),
  /**
   * Whether the writer believes to be signed in. Where they are mistaken, nothing is published under a name that they
   * did not mean: UNAUTHENTICATED when the session is over, CONFLICT when there is one by now.
   */
  asMember: z.boolean().optional(),
});
export const commentInput = z.object({ id: commentId });

export type CreateCommentInput = z.infer<typeof createCommentInput>;

export interface Comment {
  readonly id: CommentId;
  readonly storyId: StoryId;
  readonly content: string;
  /** The username at the time, or the name that a visitor gave. */
  readonly authorName: string;
  /** Null for a visitor, and for an account that is gone. */
  readonly author: ProfileSummary | null;
  readonly createdAt: Date;
  readonly viewer: { readonly canDelete: boolean };
}
