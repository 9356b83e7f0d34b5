import { checkQuestion } from '@relato/contract/questions/rules';
import { toStoredText } from '@relato/contract/text/rules';
import { useState, type FormEvent } from 'react';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { withoutSent } from '../../lib/without-sent.ts';
import { errorText } from '../../messages/errors.ts';
import { questionsText as text } from '../../messages/questions/questions.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { readTyped, storeTyped } from './sent-question.ts';
import { useAsk, type MadeLink } from './use-ask.ts';

interface AskFormProps {
  readonly onAsked: (link: MadeLink) => void;
}

/** A field for the viewer's own question, and proposed ones. What the viewer enters stays until the link is shown. */
export function AskForm({ onAsked }: AskFormProps) {
  const [{ text: question, isOnce }, setTyped] = useState(readTyped);
  const [error, setError] = useState<string>();
  const { ask, isPending } = useAsk({
    onAsked: (link) => {
      if (withoutSent(readTyped().text, link.text) === '') storeTyped(null);
      setTyped(readTyped());
      onAsked(link);
    },
    onRefused: (refused) => setError(toErrorText(refused)),
  });
  const change = (part: Partial<ReturnType<typeof readTyped>>) => {
    storeTyped({ ...readTyped(), ...part });
    setTyped(readTyped());
  };
  const type = (typed: string) => {
    change({ text: typed });
    setError(undefined);
  };
  const choose = (idea: string) => {
    type(idea);
    if (question.trim() === '' || text.ideas.some((each) => each === question)) return;
    showToast({ title: text.replaced, action: { label: text.undo, onPress: () => type(question) } });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const code = checkQuestion(question);
    setError(code === null ? undefined : errorText[code]);
    if (code === null) ask({ text: toStoredText(question), isOnce });
  };
  return (
    <form noValidate onSubmit={submit}>
      <p className="mb-4 text-muted">{text.intro}</p>
      <TextArea
        label={text.label}
        error={error}
        value={question}
        autoComplete="off"
        onChange={({ target }) => type(target.value)}
      />
      <p id="question-ideas" className="mt-3 mb-1.5 text-sm text-muted">
        {text.ideasTitle}
      </p>
      <ul aria-labelledby="question-ideas" className="divide-y divide-line/60 rounded-card bg-sunken px-3.5">
        {text.ideas.map((idea) => (
          <li key={idea}>
            <button
              type="button"
              aria-pressed={idea === question}
              className="min-h-11 w-full py-2 text-left"
              onClick={() => choose(idea)}
            >
              {idea}
            </button>
          </li>
        ))}
      </ul>
      <div className="mt-3">
        <Switch
          label={text.once}
          hint={text.onceHint}
          checked={isOnce}
          onChange={(checked) => change({ isOnce: checked })}
        />
      </div>
      <Button type="submit" className="mt-4" busy={isPending}>
        {text.ask}
      </Button>
    </form>
  );
}
