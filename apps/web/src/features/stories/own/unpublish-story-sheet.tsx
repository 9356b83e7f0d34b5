import type { StorySummary } from '@relato/contract/stories/types';
import { Lock } from 'lucide-react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { ownStoriesText } from '../../../messages/stories/own.ts';
import { shellText } from '../../../messages/shell.ts';
import { storiesText } from '../../../messages/stories.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { useOwnStoryError } from './use-own-story-error.ts';

interface UnpublishStorySheetProps {
  readonly story: StorySummary;
  readonly onClose: () => void;
}

/** Says before unpublishing what cannot be called back. */
export function UnpublishStorySheet({ story, onClose }: UnpublishStorySheetProps) {
  const utils = trpc.useUtils();
  const showError = useOwnStoryError();
  const unpublish = trpc.stories.unpublish.useMutation({
    onSuccess: () => {
      showToast(storiesText.unpublishedNotice);
      onClose();
      return Promise.all([utils.stories.invalidate(), utils.profiles.invalidate()]);
    },
    onError: (error) => showError(storiesText.errors.unpublish, error),
  });
  const { title, text, kept } = ownStoriesText.unpublishing;
  return (
    <ModalSheet title={title} onClose={onClose}>
      <p className="mt-1.5 text-muted">{text(story.title)}</p>
      <p className="mt-2 mb-5 text-muted">{kept}</p>
      <div className="button-row">
        <Button variant="secondary" onClick={onClose}>
          {shellText.cancel}
        </Button>
        <Button busy={unpublish.isPending} onClick={() => unpublish.mutate({ id: story.id })}>
          <Lock aria-hidden="true" />
          {storiesText.unpublish}
        </Button>
      </div>
    </ModalSheet>
  );
}
