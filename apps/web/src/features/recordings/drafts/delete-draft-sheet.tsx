import { useQueryClient } from '@tanstack/react-query';
import { trpc } from '../../../lib/calls/trpc.ts';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { draftsText } from '../../../messages/drafts.ts';
import { formatDuration } from '../../../messages/format.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { draftsQueryKey } from './draft-requests.ts';
import type { Draft } from './draft-store.ts';

interface DeleteDraftSheetProps {
  readonly draft: Draft;
  readonly onClose: () => void;
}

/** Asks before a recording of this browser is deleted. */
export function DeleteDraftSheet({ draft, onClose }: DeleteDraftSheetProps) {
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  const { title, text, keep, remove, failed } = draftsText.list.deleting;
  const confirm = async () => {
    onClose();
    const { drafts, lockDraft } = await import('./drafts.ts');
    // Another tab may have opened it, or have begun to save it.
    const release = await lockDraft(draft.id);
    try {
      if (!release) throw new Error('another tab works on it');
      await drafts.remove(draft.id);
      // The server collects recordings without a story.
      void client.recordings.discard.mutate({ id: draft.id }).catch(() => undefined);
    } catch (error) {
      console.warn('The draft could not be removed', error);
      showToast({ ...failed, tone: 'destructive' });
    } finally {
      release?.();
    }
    await queryClient.invalidateQueries({ queryKey: draftsQueryKey });
  };
  return (
    <ModalSheet title={title} onClose={onClose}>
      <p className="mt-1.5 mb-5 text-muted">{text(formatDuration(draft.durationMs))}</p>
      <div className="button-row">
        <Button variant="secondary" onClick={() => void confirm()}>
          {remove}
        </Button>
        <Button onClick={onClose}>{keep}</Button>
      </div>
    </ModalSheet>
  );
}
