import type { StorySummary } from '@relato/contract/stories/types';
import { useState } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { lazySheet } from '../../../lib/lazy/lazy-part.tsx';
import { threadsText as text } from '../../../messages/stories/threads.ts';
import { toAuthorName } from '../../../messages/stories.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { keepFocus } from '../../../lib/layout/keep-focus.ts';

const LeaveSheet = lazySheet(async () => (await import('./leave-sheet.tsx')).LeaveSheet);

interface ReplyStateProps {
  /** A reply, or a follow-up. */
  readonly reply: StorySummary;
  /** Whether the viewer told the story that it answers. */
  readonly isTellersOwn: boolean;
  /** The username of the author of that story. */
  readonly teller: string;
}

/** Says to its author that a reply waits for approval. The author of the other story can approve it, or take it out. */
export function ReplyState({ reply, isTellersOwn, teller }: ReplyStateProps) {
  const { stories } = trpc.useUtils();
  const [isAsking, setAsking] = useState(false);
  const letIn = trpc.stories.letIn.useMutation({
    onSuccess: () => {
      showToast({ title: text.isIn });
      return stories.invalidate();
    },
    onError: (error) => {
      showToast({ title: text.letInFailed, text: toErrorText(error), tone: 'destructive' });
      void stories.invalidate();
    },
  });
  const isWaiting = reply.origin?.isWaiting === true;
  if (!isTellersOwn)
    return isWaiting && reply.viewer.canEdit ? (
      <p className="mt-0.5 text-sm font-[650] text-ink">{text.waitsFor(teller)}</p>
    ) : null;
  // The viewer's own reply is detached with the buttons of their own stories.
  if (reply.viewer.canEdit) return null;
  const author = toAuthorName(reply.author);
  return (
    <div ref={keepFocus} className="mt-1 flex flex-wrap gap-2">
      {isWaiting && (
        <Button
          ref={keepFocus}
          size="small"
          aria-label={text.letInNamed(reply.title, author)}
          busy={letIn.isPending}
          onClick={() => letIn.mutate({ id: reply.id, isLetIn: true })}
        >
          {text.letIn}
        </Button>
      )}
      <Button
        size="small"
        variant="secondary"
        aria-label={text.takeOutNamed(reply.title, author)}
        onClick={() => setAsking(true)}
      >
        {text.takeOut}
      </Button>
      {isAsking && <LeaveSheet story={reply} onClose={() => setAsking(false)} />}
    </div>
  );
}
