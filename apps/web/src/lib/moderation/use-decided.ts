import { moderationText } from '../../messages/moderation.ts';
import { trpc } from '../calls/trpc.ts';
import { showToast } from '../../ui/toast-store.ts';
import { showDecisionError } from './show-decision-error.ts';

/** What follows every decision: it is said, and whatever shows the old state is asked again, also when it failed. */
export function useDecisionCallbacks(onDone?: () => void) {
  const utils = trpc.useUtils();
  return {
    onSuccess: () => {
      showToast({ title: moderationText.decisions.done });
      onDone?.();
    },
    onError: showDecisionError,
    onSettled: async () => {
      await Promise.all([
        utils.reports.invalidate(),
        utils.appeals.invalidate(),
        utils.users.invalidate(),
        utils.admin.invalidate(),
        utils.stories.invalidate(),
        utils.comments.invalidate(),
      ]);
    },
  };
}
