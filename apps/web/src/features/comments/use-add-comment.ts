import type { Comment } from '@relato/contract/comments';
import type { StoryId } from '@relato/contract/ids';
import { getErrorCode } from '../../app/error-data.ts';
import { toErrorText } from '../../app/error-text.ts';
import { commentsText } from '../../messages/comments.ts';
import { trpc } from '../../trpc.ts';
import { showToast } from '../../ui/toast-store.ts';
import { beginSending, endSending, failSending } from './comment-drafts.ts';
import { showCommentError } from './show-comment-error.ts';
import { useCommentsCache } from './use-comments-cache.ts';

interface NewComment {
  readonly content: string;
  /** Null for somebody who believes to be signed in. */
  readonly visitorName: string | null;
}

/** Sends what somebody wrote. What becomes of it is told to the draft, which outlives the card. */
export function useAddComment(storyId: StoryId, onAdded: (comment: Comment) => void) {
  const utils = trpc.useUtils();
  const cache = useCommentsCache(storyId);
  const create = trpc.comments.create.useMutation({
    onSuccess: (comment, sent) => {
      endSending(storyId, sent.content);
      showToast(commentsText.added);
      return cache.add(comment);
    },
    onError: (error) => {
      const code = getErrorCode(error);
      // The server knows another session than this page, or none: nothing was published under the wrong name.
      const isSessionChanged = code === 'UNAUTHENTICATED' || code === 'CONFLICT';
      failSending(storyId, isSessionChanged ? commentsText.sessionChanged : toErrorText(error));
      showCommentError(commentsText.errors.add);
      if (isSessionChanged) void utils.auth.session.invalidate();
      if (code === 'COMMENTS_MEMBERS_ONLY') cache.closeToVisitors();
    },
  });
  return ({ content, visitorName }: NewComment) => {
    const id = beginSending(storyId, JSON.stringify([content.trim(), visitorName]));
    if (id === null) return;
    create.mutate(
      {
        id,
        storyId,
        content,
        asMember: visitorName === null,
        ...(visitorName === null ? {} : { authorName: visitorName }),
      },
      { onSuccess: onAdded },
    );
  };
}
