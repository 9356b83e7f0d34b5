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
  /** Drops what was typed. */
  readonly forget: () => void;
  /** Sends it again, after the user has signed in. */
  readonly again: (wish: Wish) => void;
}

/** Returns what follows when a proposal for words of a story is sent. What was typed stays until it has arrived. */
export function useSent<Wish>(id: StoryId, { texts, purpose, forget, again }: Sending<Wish>) {
  const utils = trpc.useUtils();
  return {
    onSuccess: (outcome: CorrectionOutcome) => {
      forget();
      showToast({ title: texts.done[outcome] });
      // Their own ones show to those who explained a word.
      if (outcome === 'applied' || purpose === 'explain') void utils.stories.invalidate();
    },
    onError: (error: unknown, wish: Wish) => {
      const code = getErrorCode(error);
      showToast({ title: texts.errors.send, text: toErrorText(error), tone: 'destructive' });
      if (code === 'UNAUTHENTICATED') openAuthSheet({ purpose, onSignedIn: () => again(wish) });
      // The text that shows is an older one, or the answer is lost and the text has changed.
      if (code === 'CORRECTION_WORDS_CHANGED' || isTransientError(error))
        void utils.stories.byId.invalidate({ id });
    },
  };
}
