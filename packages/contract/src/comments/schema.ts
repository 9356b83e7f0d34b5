import { z } from 'zod';
import { commentId, storyId } from '../ids.ts';
import { limits } from '../limits.ts';
import { moderationReason } from '../moderation-reason.ts';
import { pageInput } from '../paging.ts';
import { visibleText } from '../text-schema.ts';

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

export const removeCommentInput = z.object({ id: commentId, reason: moderationReason });

export type CreateCommentInput = z.infer<typeof createCommentInput>;
