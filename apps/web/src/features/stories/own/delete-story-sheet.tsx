import type { StorySummary } from '@relato/contract/stories/types';
import { Trash2 } from 'lucide-react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { shellText } from '../../../messages/shell.ts';
import { storiesText } from '../../../messages/stories.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { player } from '../../player/public.ts';
import { useOwnStoryError } from './use-own-story-error.ts';

interface DeleteStorySheetProps {
  readonly story: StorySummary;
  readonly onClose: () => void;
}

export function DeleteStorySheet({ story, onClose }: DeleteStorySheetProps) {
  const utils = trpc.useUtils();
  const showError = useOwnStoryError();
  const remove = trpc.stories.delete.useMutation({
    onSuccess: () => {
      player.forget(story.id);
      showToast({ title: storiesText.deleted });
      onClose();
      return Promise.all([utils.stories.invalidate(), utils.profiles.invalidate()]);
    },
    onError: (error) => showError(storiesText.errors.delete, error),
  });
  return (
    <ModalSheet title={storiesText.deletion.title} onClose={onClose}>
      <p className="mt-1.5 mb-5 text-muted">{storiesText.deletion.text(story.title)}</p>
      <div className="button-row">
        <Button variant="secondary" onClick={onClose}>
          {shellText.cancel}
        </Button>
        <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate({ id: story.id })}>
          <Trash2 aria-hidden="true" />
          {storiesText.delete}
        </Button>
      </div>
    </ModalSheet>
  );
}
