import type { StorySummary } from '@relato/contract/stories/types';
import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { useIsThere } from '../../../lib/layout/use-is-there.ts';
import { threadsText } from '../../../messages/stories/threads.ts';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { useOwnStoryError } from '../own/use-own-story-error.ts';

/** Returns the call that detaches a story from another one, and says `done`. `close` closes its sheet. */
export function useLeaveThread({ viewer }: Pick<StorySummary, 'viewer'>, done: string, close: () => void) {
  const { stories } = trpc.useUtils();
  const showError = useOwnStoryError();
  const isThere = useIsThere();
  const finish = () => {
    showToast({ title: done });
    if (isThere()) close();
    return stories.invalidate();
  };
  return trpc.stories.leaveThread.useMutation({
    onSuccess: finish,
    onError: (error) => {
      // An earlier call, whose answer was lost, has detached another author's story.
      if (!viewer.canEdit && getErrorCode(error) === 'STORY_NOT_FOUND') void finish();
      else showError(threadsText.leaveFailed, error);
    },
  });
}
