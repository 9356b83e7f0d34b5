import { trpc } from '../../../../lib/calls/trpc.ts';
import { getErrorCode } from '../../../../lib/errors/error-data.ts';
import { showToast } from '../../../../ui/toasts/toast-store.ts';
import { toFreezeRefusal, type FreezeField } from './freeze-refusal.ts';

interface Outcome {
  readonly texts: { readonly done: string; readonly failed: string };
  readonly onDone: () => void;
  readonly fields?: readonly FreezeField[];
  /** Gets what is wrong with one of the fields. What concerns none of them is said by a toast. */
  readonly onRefused?: (field: FreezeField, error: string) => void;
}

/** Returns what follows on a change of a freeze, and shows the freezes as they are then, also after an error. */
export function useFreezeCallbacks({ texts, onDone, fields = [], onRefused }: Outcome) {
  const { stories } = trpc.useUtils();
  return {
    onSuccess: () => {
      showToast({ title: texts.done });
      onDone();
    },
    onError: (error: unknown) => {
      const { field, text } = toFreezeRefusal(error, fields);
      if (field === null) showToast({ title: texts.failed, text, tone: 'destructive' });
      else onRefused?.(field, text);
      // Another administrator was faster, or its day was over.
      if (getErrorCode(error) === 'FREEZE_NOT_FOUND') onDone();
    },
    onSettled: () => stories.invalidate(),
  };
}
