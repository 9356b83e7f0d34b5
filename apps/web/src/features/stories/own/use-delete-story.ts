import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { ownStoriesText } from '../../../messages/stories/own.ts';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { useOwnStoryError } from './use-own-story-error.ts';

/** Returns the call that deletes the viewer's story. `onDeleted` runs once it is gone. */
export function useDeleteStory(onDeleted: () => void) {
  const utils = trpc.useUtils();
  const showError = useOwnStoryError();
  const finish = () => {
    showToast({ title: ownStoriesText.deleted });
    onDeleted();
    return Promise.all([utils.stories.invalidate(), utils.profiles.invalidate()]);
  };
  return trpc.stories.delete.useMutation({
    onSuccess: finish,
    onError: (error) => {
      // An earlier call, whose answer was lost, has deleted it.
      if (getErrorCode(error) === 'STORY_NOT_FOUND') void finish();
      else showError(ownStoriesText.errors.delete, error);
    },
  });
}
