import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode, isTransientError } from '../../../lib/errors/error-data.ts';
import { openAuthSheet } from '../../../lib/session/auth-sheet-store.ts';
import { ownStoriesText } from '../../../messages/stories/own.ts';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { showStoryError } from '../show-story-error.ts';

/** Returns a function that shows why a change of the viewer's story failed, and offers a way out if there is one. */
export function useOwnStoryError(): (text: string, error: unknown) => void {
  const utils = trpc.useUtils();
  return (text, error) => {
    const code = getErrorCode(error);
    const isGone = code === 'STORY_NOT_FOUND';
    // The story was deleted in another tab, or changed by a call whose answer was lost, and the lists do not show that yet.
    if (isGone || isTransientError(error))
      void Promise.all([utils.stories.invalidate(), utils.profiles.invalidate()]);
    if (isGone) showToast({ title: text, text: ownStoriesText.errors.deletedElsewhere, tone: 'destructive' });
    else showStoryError(text);
    if (code === 'UNAUTHENTICATED') openAuthSheet({ purpose: 'edit' });
  };
}
