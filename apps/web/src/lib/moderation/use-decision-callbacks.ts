import { moderationText } from '../../messages/moderation.ts';
import { sessionText } from '../../messages/account/session.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { trpc } from '../calls/trpc.ts';
import { getErrorData, isObject } from '../errors/error-data.ts';
import { toErrorText } from '../errors/error-text.ts';

/**
 * Callbacks for every decision: shows the result, and refetches everything that shows the old state, after failures
 * too.
 */
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

/** Returns what another moderator did first; null if that was not the reason. */
function toHappened(error: unknown): string | null {
  const happened = getErrorData(error)?.happened;
  if (!isObject(happened) || !('action' in happened)) return null;
  const action = moderationText.log.actions[String(happened.action)];
  if (action === undefined) return null;
  const by = 'by' in happened && typeof happened.by === 'string' ? sessionText.author(happened.by) : null;
  return moderationText.happened(action, by ?? moderationText.somebody);
}

const showDecisionError = (error: unknown): void =>
  showToast({
    title: moderationText.failed,
    text: toHappened(error) ?? toErrorText(error),
    tone: 'destructive',
  });
