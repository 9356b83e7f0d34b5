import { trpc } from '../../lib/calls/trpc.ts';
import { getErrorCode } from '../../lib/errors/error-data.ts';
import { useIsThere } from '../../lib/layout/use-is-there.ts';
import { collectionsText } from '../../messages/stories/collections.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { showCollectionError } from './use-collect.ts';

/** Returns the call that deletes a collection. `leave` leaves its page, unless the user has left the sheet by then. */
export function useDeleteCollection(leave: () => void) {
  const { collections } = trpc.useUtils();
  const isThere = useIsThere();
  const finish = () => {
    showToast({ title: collectionsText.edit.deleted });
    if (isThere()) leave();
    else void collections.invalidate();
  };
  return trpc.collections.delete.useMutation({
    onSuccess: finish,
    onError: (error) => {
      // An earlier call, whose answer was lost, has deleted it.
      if (getErrorCode(error) === 'COLLECTION_NOT_FOUND') finish();
      else showCollectionError(error);
    },
  });
}
