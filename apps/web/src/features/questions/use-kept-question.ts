import { useEffect, useState } from 'react';
import { onSessionEvent } from '../../lib/session/session-channel.ts';
import { forgetQuestion, readKeptQuestion, type Answerable } from '../../lib/kept-question.ts';

interface ShownQuestion {
  readonly question: Answerable | null;
  readonly putAside: () => void;
  /** Called once the recording is saved or put aside: shows the question that is still stored. */
  readonly readAgain: () => void;
}

/**
 * Returns what a recording answers: the story from which the recorder was opened, or the question that was stored when the
 * screen opened. It stays the same whatever other tabs do, so that a recording answers what the user saw; a sign-out clears
 * it. A story counts only once: the next recorder starts without it.
 */
export function useKeptQuestion(): ShownQuestion {
  const [question, setQuestion] = useState(() => readParent() ?? readKeptQuestion());
  useEffect(forgetParent, []);
  useEffect(() => onSessionEvent((event) => void (event === 'signed-out' && setQuestion(null))), []);
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
