import type { CreateQuestionInput } from '@relato/contract';
import type { QuestionLink } from '@relato/contract/questions/types';
import { trpc } from '../../lib/calls/trpc.ts';
import { getErrorCode } from '../../lib/errors/error-data.ts';
import { useIsThere } from '../../lib/layout/use-is-there.ts';
import { readSent, storeSent } from './sent-question.ts';

export type MadeLink = QuestionLink & { readonly text: string };

interface AskOptions {
  /** Shows the link. Not called once the user has left the screen. */
  readonly onAsked: (link: MadeLink) => void;
  readonly onRefused: (error: unknown) => void;
}

/**
 * Returns the call that creates a question. Repeated after a lost answer, or an answer that came too late to be shown, it
 * sends the same id, and gets the link of the same question.
 */
export function useAsk({ onAsked, onRefused }: AskOptions) {
  const { questions } = trpc.useUtils();
  const isThere = useIsThere();
  const { mutate, isPending } = trpc.questions.create.useMutation({
    onSuccess: (link, { text }) => {
      if (!isThere()) return;
      storeSent(null);
      onAsked({ ...link, text });
    },
    onError: (refused) => {
      // The question has been withdrawn, so the next press must create another one.
      if (getErrorCode(refused) === 'CONFLICT') storeSent(null);
      onRefused(refused);
    },
    onSettled: () => questions.invalidate(),
  });
  const ask = (input: Omit<CreateQuestionInput, 'id'>) => {
    const sent = readSent();
    const isSame = sent?.text === input.text && sent.isOnce === input.isOnce;
    const question = isSame ? sent : { id: crypto.randomUUID(), ...input };
    storeSent(question);
    mutate(question);
  };
  return { ask, isPending };
}
