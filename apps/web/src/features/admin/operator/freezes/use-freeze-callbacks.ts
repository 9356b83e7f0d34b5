import { trpc } from '../../../../lib/calls/trpc.ts';
import { getErrorCode } from '../../../../lib/errors/error-data.ts';
import { useIsThere } from '../../../../lib/layout/use-is-there.ts';
import { showToast } from '../../../../ui/toasts/toast-store.ts';
import { toFreezeRefusal, type FreezeField } from './freeze-refusal.ts';

interface Outcome {
  readonly texts: { readonly done: string; readonly failed: string };
  readonly onDone: () => void;
  readonly fields?: readonly FreezeField[];
  /** Called with the error of a field. A toast shows all other errors, and those that come after the sheet was closed. */
  readonly onRefused?: (field: FreezeField, error: string) => void;
}

/** Returns the callbacks of a change of a freeze. The freezes are also refetched after an error. */
export function useFreezeCallbacks({ texts, onDone, fields = [], onRefused }: Outcome) {
  const { stories } = trpc.useUtils();
  const isThere = useIsThere();
  return {
    onSuccess: () => {
      showToast({ title: texts.done });
      if (isThere()) onDone();
    },
    onError: (error: unknown) => {
      const { field, text } = toFreezeRefusal(error, isThere() ? fields : []);
      if (field === null) showToast({ title: texts.failed, text, tone: 'destructive' });
      else onRefused?.(field, text);
      // Another administrator has ended the freeze, or its last day is over.
      if (getErrorCode(error) === 'FREEZE_NOT_FOUND' && isThere()) onDone();
    },
    onSettled: () => stories.invalidate(),
  };
}
