import type { Comment } from '@relato/contract/comments/types';
import type { StoryId } from '@relato/contract/ids';
import { toStoredText } from '@relato/contract/text/rules';
import { trpc } from '../../lib/calls/trpc.ts';
import { getErrorCode } from '../../lib/errors/error-data.ts';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { commentsText } from '../../messages/comments.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { beginSending, endSending, failSending } from './comment-drafts.ts';
import { showCommentError } from './show-comment-error.ts';
import { useCommentsCache } from './use-comments.ts';

interface NewComment {
  readonly content: string;
  /** The author as the viewer; undefined while the session loads. */
  readonly asMember: boolean | undefined;
  /** Blank for none; members do not need one. */
  readonly visitorName: string;
}

/** Sends a comment. The result goes to the draft, which outlives the card. */
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
      // The server sees another session than this page, or none; nothing was published under the wrong name.
      const isSessionChanged = code === 'UNAUTHENTICATED' || code === 'CONFLICT';
      failSending(storyId, isSessionChanged ? commentsText.sessionChanged : toErrorText(error));
      showCommentError(commentsText.errors.add);
      if (isSessionChanged) void utils.account.session.invalidate();
      if (code === 'COMMENTS_MEMBERS_ONLY') cache.closeToVisitors();
    },
  });
  return ({ content, ...signature }: NewComment) => {
    const id = beginSending(storyId, JSON.stringify([toStoredText(content), signature]));
    if (id === null) return;
    const { asMember, visitorName } = signature;
    create.mutate({ id, storyId, content, asMember, authorName: visitorName }, { onSuccess: onAdded });
  };
}
