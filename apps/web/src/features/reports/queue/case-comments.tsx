import type { Comment } from '@relato/contract/comments/types';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { DecisionSheet } from '../../../lib/moderation/decision-sheet.tsx';
import { useDecisionCallbacks } from '../../../lib/moderation/use-decision-callbacks.ts';
import { PagedList } from '../../../lib/paging/paged-list.tsx';
import { commentsText, toCommenterName } from '../../../messages/comments.ts';
import { moderationText } from '../../../messages/moderation.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';

const text = moderationText.reports;

/** The comments of a reported story; each can be removed. */
export function CaseComments({ storyId }: { readonly storyId: string }) {
  const [removing, setRemoving] = useState<Comment | null>(null);
  const close = () => setRemoving(null);
  const remove = trpc.comments.remove.useMutation(useDecisionCallbacks(close));
  const comments = trpc.comments.list.useInfiniteQuery(
    { storyId },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
  return (
    <section aria-label={text.comments} className="mt-4">
      <h3 className="mb-2 text-sm font-[650]">{text.comments}</h3>
      <PagedList
        label={text.comments}
        query={comments}
        empty={<p className="text-sm text-muted">{text.noComments}</p>}
        render={(comment) => (
          <li key={comment.id} className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-2 text-sm font-[650]">
                <bdi className="truncate">{toCommenterName(comment)}</bdi>
                {!comment.author && <Badge tone="quiet">{commentsText.visitor}</Badge>}
              </p>
              <p dir="auto" className="line-clamp-6 whitespace-pre-wrap wrap-anywhere">
                {comment.content}
              </p>
            </div>
            <IconButton
              label={text.removeComment(toCommenterName(comment))}
              icon={<Trash2 />}
              className="-mt-1 text-muted"
              onClick={() => setRemoving(comment)}
            />
          </li>
        )}
      />
      {removing && (
        <DecisionSheet
          decision="removeComment"
          presets={moderationText.presets.harm}
          isSending={remove.isPending}
          onDecide={(reason) => remove.mutate({ id: removing.id, reason })}
          onClose={close}
        />
      )}
    </section>
  );
}
