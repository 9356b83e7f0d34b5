import type { ExplainInput } from '@relato/contract';
import type { StoryId } from '@relato/contract/ids';
import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { useIsThere } from '../../../lib/layout/use-is-there.ts';
import { openAuthSheet } from '../../../lib/session/auth-sheet-store.ts';
import { explanationsText } from '../../../messages/stories/explanations.ts';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { useSent } from '../use-sent.ts';

type Wish = Omit<ExplainInput, 'id'> & { readonly id: string };

/** Returns the call that sends an explanation. `forget` is always called on success, `onSent` only while the sheet is open. */
export function useExplain(
  id: StoryId,
  { forget, onSent }: Readonly<Record<'forget' | 'onSent', () => void>>,
) {
  const sent = useSent<Wish>(id, {
    texts: explanationsText,
    purpose: 'explain',
    forget,
    again: (wish) => send(wish),
  });
  const { isPending, mutate } = trpc.corrections.explain.useMutation(sent);
  const send = (wish: Wish) => mutate(wish, { onSuccess: onSent });
  return { isSending: isPending, send };
}

/**
 * Returns the call that removes an explanation, for the user who wrote it or the author of the story. It calls `onRemoved` unless the
 * sheet was closed meanwhile.
 */
export function useRemoveExplanation(storyId: StoryId, onRemoved: () => void) {
  const utils = trpc.useUtils();
  const isThere = useIsThere();
  const finish = () => {
    if (isThere()) onRemoved();
    showToast({ title: explanationsText.removed });
    void utils.corrections.invalidate();
    return utils.stories.invalidate();
  };
  return trpc.corrections.removeExplanation.useMutation({
    onSuccess: finish,
    onError: (error) => {
      // It was removed already, or the first answer was lost; either way the goal is reached.
      if (getErrorCode(error) === 'EXPLANATION_NOT_FOUND') return void finish();
      showToast({ title: explanationsText.errors.remove, text: toErrorText(error), tone: 'destructive' });
      if (getErrorCode(error) === 'UNAUTHENTICATED') openAuthSheet({ purpose: 'edit' });
      void utils.stories.byId.invalidate({ id: storyId });
    },
  });
}
