import type { ErrorCode } from '@relato/contract/errors';
import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { toHappened } from '../../../lib/moderation/to-happened.ts';
import { operatorText } from '../../../messages/operator/overview.ts';
import { showToast } from '../../../ui/toasts/toast-store.ts';

const { failures: text } = operatorText;
const gone: ReadonlySet<ErrorCode | null> = new Set<ErrorCode>(['NOT_FOUND', 'RECORDING_NOT_FOUND']);

/** Returns the callbacks of a retry of a line, which another administrator may have retried before. */
export function useRetryCallbacks() {
  const utils = trpc.useUtils();
  return {
    onSuccess: () => showToast(text.retried),
    onError: (error: unknown) => {
      const why = gone.has(getErrorCode(error)) ? text.gone : toErrorText(error);
      showToast({ title: text.notRetried, text: toHappened(error) ?? why, tone: 'destructive' });
    },
    // An error also refetches, because the answer may be lost, or the failure resolved.
    onSettled: () =>
      Promise.all([
        utils.admin.invalidate(),
        utils.transcription.failed.invalidate(),
        utils.recordings.failedInspections.invalidate(),
      ]),
  };
}
