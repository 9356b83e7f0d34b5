import { z } from 'zod';
import { brokenRule } from '../appeals/schema.ts';
import { commentId, storyId } from '../ids.ts';
import { limits } from '../limits.ts';
import { pageInput } from '../paging.ts';
import { moderationReason, storedText } from '../text/schema.ts';
import { checkAnonymousName, checkComment } from './rules.ts';

export const listCommentsInput = pageInput.extend({ storyId });
/**
 * The client creates the id, so that a repeated call or a double tap makes one comment. `authorName` is the name of a
 * visitor, or blank. A signed-in user comments under their username.
 */
export const createCommentInput = z.object({
  id: commentId,
  storyId,
  content: storedText(checkComment, limits.comment),
  authorName: storedText(checkAnonymousName, limits.anonymousName).optional(),
  /**
   * Whether the page believes that its user is signed in. If the page is mistaken, the call fails instead of publishing
   * under the wrong name: UNAUTHENTICATED if the session has ended, CONFLICT if a session has begun.
   */
  asMember: z.boolean().optional(),
});
export const commentInput = z.object({ id: commentId });

export const removeCommentInput = z.object({ id: commentId, reason: moderationReason, rule: brokenRule });

export type CreateCommentInput = z.infer<typeof createCommentInput>;
