import type { StoryId } from '@relato/contract/ids';
import type { ProposeCorrectionInput } from '@relato/contract';
import { trpc } from '../../lib/calls/trpc.ts';
import { correctionsText } from '../../messages/stories/corrections.ts';
import { forgetDraft } from './correction-draft.ts';
import { useSent } from './use-sent.ts';

type Wish = Omit<ProposeCorrectionInput, 'id'> & { readonly id: string };

/** Returns the call that sends a correction. */
export function usePropose(id: StoryId, onSent: () => void) {
  const sent = useSent<Wish>(id, {
    texts: correctionsText,
    purpose: 'correct',
    forget: () => forgetDraft(id),
    again: (wish) => send(wish),
  });
  const { isPending, mutate } = trpc.corrections.propose.useMutation(sent);
  // Only while the sheet is still there: another one may be open by then.
  const send = (wish: Wish) => mutate(wish, { onSuccess: onSent });
  return { isSending: isPending, send };
}
