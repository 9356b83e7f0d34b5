import { z } from 'zod';
import { brokenRule } from '../appeals/schema.ts';
import { commentId, storyId } from '../ids.ts';
import { limits } from '../limits.ts';
import { pageInput } from '../paging.ts';
import { moderationReason, storedText } from '../text/schema.ts';
import { checkAnonymousName, checkComment } from './rules.ts';

export const listCommentsInput = pageInput.extend({ storyId });
/**
 * The client makes the id, so that a call repeated after a lost answer or by a double tap makes one comment.
 * `authorName` is the name of a visitor, blank for none; a signed-in user comments under their username.
 */
export const createCommentInput = z.object({
  id: commentId,
  storyId,
  content: storedText(checkComment, limits.comment),
  authorName: storedText(checkAnonymousName, limits.anonymousName).optional(),
  /**
   * True if the page believes that its user is signed in. If it is mistaken, the call fails rather than publish under
   * the wrong name: UNAUTHENTICATED if the session is over, CONFLICT if there is a session by now.
   */
  asMember: z.boolean().optional(),
});
export const commentInput = z.object({ id: commentId });

export const removeCommentInput = z.object({ id: commentId, reason: moderationReason, rule: brokenRule });

export type CreateCommentInput = z.infer<typeof createCommentInput>;
