import type { StoryId } from '@relato/contract/ids';
import { trpc } from '../../lib/calls/trpc.ts';
import { getErrorCode } from '../../lib/errors/error-data.ts';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { openAuthSheet } from '../../lib/session/auth-sheet-store.ts';
import { correctionsText } from '../../messages/stories/corrections.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';

function showFailure(title: string, error: unknown): void {
  showToast({ title, text: toErrorText(error), tone: 'destructive' });
  if (getErrorCode(error) === 'UNAUTHENTICATED') openAuthSheet({ purpose: 'edit' });
}

/** Returns the call that accepts or declines a proposal for the viewer's story. An accepted one may close others. */
export function useDecide(
  storyId: StoryId,
  onDecided: (isAccepted: boolean, others: readonly string[]) => void,
) {
  const utils = trpc.useUtils();
  return trpc.corrections.decide.useMutation({
    onSuccess: (others, { isAccepted }) => {
      onDecided(isAccepted, others);
      void utils.corrections.received.invalidate({ id: storyId, state: 'accepted' });
      return utils.stories.invalidate();
    },
    onError: (error) => {
      showFailure(correctionsText.errors.decide, error);
      // The proposal or the text has changed, or the answer was lost.
      void utils.corrections.received.invalidate({ id: storyId });
      void utils.stories.byId.invalidate({ id: storyId });
    },
  });
}

/**
 * Returns the call that lets listeners decide about the text of the viewer's story. Shows the change at once, and reverts it
 * on failure.
 */
export function useSetListenersDecide(id: StoryId) {
  const { stories } = trpc.useUtils();
  const show = (listenersDecide: boolean) =>
    stories.byId.setData(
      { id },
      (story) => story && { ...story, corrections: { waiting: 0, ...story.corrections, listenersDecide } },
    );
  return trpc.stories.setListenersDecide.useMutation({
    onMutate: async ({ listenersDecide }) => {
      await stories.byId.cancel({ id });
      show(listenersDecide);
    },
    onError: (error, { listenersDecide }) => {
      show(!listenersDecide);
      showFailure(correctionsText.errors.listenersDecide, error);
    },
    onSettled: () => stories.byId.invalidate({ id }),
  });
}
