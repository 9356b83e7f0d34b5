import { useEffect, useState } from 'react';
import { useSession } from '../../lib/session/use-session.ts';
import { forgetQuestion, readKeptQuestion, toOwn, type Answerable } from '../../lib/kept-question.ts';

interface ShownQuestion {
  readonly question: Answerable | null;
  readonly putAside: () => void;
  /** Called once the recording is saved or put aside: shows the question that is still stored. */
  readonly readAgain: () => void;
}

/**
 * Returns what a recording answers: the story from which the recorder was opened, or the question that was stored when the
 * screen opened. It stays the same whatever other tabs do, so that a recording answers what the user saw; a sign-out clears
 * it, and so does another user's sign-in. A story counts only once: the next recorder starts without it.
 */
export function useKeptQuestion(): ShownQuestion {
  const [known, setQuestion] = useState(() => readParent() ?? readKeptQuestion());
  const session = useSession();
  const userId = session.status === 'signed-in' ? session.user.id : null;
  const isUnknown = session.status === 'loading' || (session.status === 'signed-out' && session.unanswered);
  const question = isUnknown ? known : (toOwn(known, userId) ?? (known && toOwn(readKeptQuestion(), userId)));
  if (question !== known) setQuestion(question);
  useEffect(forgetParent, []);
  const putAside = () => {
    if (question) forgetQuestion(question.token);
    setQuestion(null);
  };
  return { question, putAside, readAgain: () => setQuestion(readKeptQuestion()) };
}

/** Only Relato's own pages write the state of their history. */
const readParent = (): Answerable | undefined =>
  (history.state as { readonly parent?: Answerable } | null)?.parent;

/** Removes the story from the history, so that going back or reloading does not find it. */
function forgetParent(): void {
  if (readParent()) history.replaceState({ ...history.state, parent: undefined }, '');
}
