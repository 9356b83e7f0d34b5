import type { StoryId } from '@relato/contract/ids';
import type { CorrectionOutcome } from '@relato/contract/corrections/types';
import { trpc } from '../../lib/calls/trpc.ts';
import { getErrorCode, isTransientError } from '../../lib/errors/error-data.ts';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { openAuthSheet } from '../../lib/session/auth-sheet-store.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';

interface Sending<Wish> {
  readonly texts: {
    readonly done: Readonly<Record<CorrectionOutcome, string>>;
    readonly errors: { readonly send: string };
  };
  readonly purpose: 'correct' | 'explain';
  /** Deletes the draft. */
  readonly forget: () => void;
  /** Sends the proposal again, after the user has signed in. */
  readonly again: (wish: Wish) => void;
}

/** Returns the callbacks of a call that sends a proposal. The draft stays until the proposal has arrived. */
export function useSent<Wish>(id: StoryId, { texts, purpose, forget, again }: Sending<Wish>) {
  const utils = trpc.useUtils();
  return {
    onSuccess: (outcome: CorrectionOutcome) => {
      forget();
      showToast({ title: texts.done[outcome] });
      // A user who explains a word sees the explanation at once.
      if (outcome === 'applied' || purpose === 'explain') void utils.stories.invalidate();
    },
    onError: (error: unknown, wish: Wish) => {
      const code = getErrorCode(error);
      showToast({ title: texts.errors.send, text: toErrorText(error), tone: 'destructive' });
      if (code === 'UNAUTHENTICATED') openAuthSheet({ purpose, onSignedIn: () => again(wish) });
      // The shown text is outdated, or the answer was lost and the text may have changed.
      if (code === 'CORRECTION_WORDS_CHANGED' || isTransientError(error))
        void utils.stories.byId.invalidate({ id });
    },
  };
}
