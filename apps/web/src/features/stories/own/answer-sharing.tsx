import type { AskedQuestion } from '@relato/contract/questions/types';
import type { StorySummary } from '@relato/contract/stories/types';
import { Lock, UserRound } from 'lucide-react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { askedText as text } from '../../../messages/questions/asked.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { useOwnStoryError } from './use-own-story-error.ts';

interface AnswerSharingProps {
  readonly story: StorySummary;
  readonly question: AskedQuestion;
}

type Notice = Parameters<typeof showToast>[0];

/** Shares the viewer's private story with the asker of its question, or stops sharing it. */
export function AnswerSharing({ story, question }: AnswerSharingProps) {
  const { stories } = trpc.useUtils();
  const showError = useOwnStoryError();
  const asker = question.asker.username ?? '';
  const change = (done: Notice, doneHidden: Notice, failed: string) => ({
    // A server of the previous release answers nothing.
    onSuccess: (answer?: { readonly isHidden?: true }) => {
      showToast(answer?.isHidden ? doneHidden : done);
      return stories.invalidate();
    },
    onError: (error: unknown) => showError(failed, error),
  });
  const share = trpc.stories.share.useMutation(
    change(text.sharedNotice(asker), text.sharedHidden(asker), text.shareFailed),
  );
  const unshare = trpc.stories.unpublish.useMutation(
    change(text.unsharedNotice, text.unsharedNotice, text.unshareFailed),
  );
  return (
    <Button
      size="small"
      variant="secondary"
      className="mt-1"
      busy={share.isPending || unshare.isPending}
      onClick={() => (story.isShared ? unshare : share).mutate({ id: story.id })}
    >
      {story.isShared ? <Lock aria-hidden="true" /> : <UserRound aria-hidden="true" />}
      {story.isShared ? text.unshare : text.share(asker)}
    </Button>
  );
}
