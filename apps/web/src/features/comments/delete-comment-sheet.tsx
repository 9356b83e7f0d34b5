import type { Comment } from '@relato/contract/comments/types';
import { Trash2 } from 'lucide-react';
import { trpc } from '../../lib/calls/trpc.ts';
import { getErrorCode } from '../../lib/errors/error-data.ts';
import { ModalSheet } from '../../lib/layout/modal-sheet.tsx';
import { useIsThere } from '../../lib/layout/use-is-there.ts';
import { commentsText, toCommenterName } from '../../messages/comments.ts';
import { shellText } from '../../messages/shell.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { showCommentError, useCommentsCache } from './use-comments.ts';

interface DeleteCommentSheetProps {
  readonly comment: Comment;
  readonly onDeleted: (comment: Comment) => void;
  /** Called after `onDeleted`, unless the user has closed the sheet. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function DeleteCommentSheet({ comment, onDeleted, onDone, onClose }: DeleteCommentSheetProps) {
  const isThere = useIsThere();
  const cache = useCommentsCache(comment.storyId);
  const finish = (wasThere: boolean) => {
    showToast({ title: commentsText.deleted });
    const refreshed = cache.remove(comment, wasThere);
    onDeleted(comment);
    if (isThere()) onDone();
    return refreshed;
  };
  const remove = trpc.comments.delete.useMutation({
    onSuccess: () => finish(true),
    onError: (error) => {
      // The comment was deleted elsewhere, or the first answer was lost; either way the goal is reached.
      if (getErrorCode(error) === 'COMMENT_NOT_FOUND') void finish(false);
      else showCommentError(commentsText.errors.delete);
    },
  });
  return (
    <ModalSheet title={commentsText.deletion.title} onClose={onClose}>
      <p className="mt-1.5 mb-5 wrap-anywhere text-muted">
        {commentsText.deletion.text(toCommenterName(comment))}
      </p>
      <div className="button-row">
        <Button variant="secondary" onClick={onClose}>
          {shellText.cancel}
        </Button>
        <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate({ id: comment.id })}>
          <Trash2 aria-hidden="true" />
          {commentsText.deletion.confirm}
        </Button>
      </div>
    </ModalSheet>
  );
}
