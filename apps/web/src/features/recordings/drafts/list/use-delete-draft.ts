import { useQueryClient } from '@tanstack/react-query';
import { trpc } from '../../../../lib/calls/trpc.ts';
import { draftsText } from '../../../../messages/recordings/drafts.ts';
import { showToast } from '../../../../ui/toasts/toast-store.ts';
import { draftsQueryKey } from './draft-requests.ts';
import type { Draft } from '../store/draft-store.ts';

/** Returns a function that deletes a recording of this browser, here and on the server. */
export function useDeleteDraft(): (draft: Pick<Draft, 'id' | 'userId'>) => Promise<void> {
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  return async ({ id, userId }) => {
    const [{ drafts, lockDraft }, { discardOnServer }] = await Promise.all([
      import('../store/drafts.ts'),
      import('../store/discards.ts'),
    ]);
    // Another tab may have opened it, or have begun to save it.
    const release = await lockDraft(id);
    try {
      if (!release) throw new Error('another tab works on it');
      await drafts.remove(id);
      void discardOnServer({ id, userId }, () => client.recordings.discard.mutate({ id }));
    } catch (error) {
      console.warn('The draft could not be removed', error);
      showToast({ ...draftsText.list.deleting.failed, tone: 'destructive' });
    } finally {
      release?.();
    }
    await queryClient.invalidateQueries({ queryKey: draftsQueryKey });
  };
}
