import { useEffect, useState } from 'react';
import { onSessionEvent } from '../../lib/session/session-channel.ts';
import { forgetQuestion, readKeptQuestion, type Answerable } from '../../lib/kept-question.ts';

interface ShownQuestion {
  readonly question: Answerable | null;
  readonly putAside: () => void;
  /** Called when its recording is saved or put aside: what is still kept is shown then. */
  readonly readAgain: () => void;
}

/**
 * Returns what a recording answers: the story from which the recorder was opened, or else the question that is kept as the screen
 * opens. It stays while the screen does, whatever other tabs follow or answer, so that a recording answers what was shown; it goes
 * with the user who leaves. A story is gone with the screen: whoever opens the recorder again tells something else.
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

/** Takes it out of the history, where a way back or a reload would find it. */
function forgetParent(): void {
  if (readParent()) history.replaceState({ ...history.state, parent: undefined }, '');
}
