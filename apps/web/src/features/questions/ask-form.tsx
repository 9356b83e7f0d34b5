import { checkQuestion } from '@relato/contract/questions/rules';
import type { QuestionLink } from '@relato/contract/questions/types';
import { toStoredText } from '@relato/contract/text/rules';
import { useRef, useState, type FormEvent } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { toErrorText } from '../../lib/errors/error-text.ts';
import { errorText } from '../../messages/errors.ts';
import { questionsText as text } from '../../messages/questions/questions.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';

interface AskFormProps {
  readonly onAsked: (link: QuestionLink & { readonly text: string }) => void;
}

/** A field for the viewer's own question, and proposed ones. The typed text stays until the link is created. */
export function AskForm({ onAsked }: AskFormProps) {
  const { questions } = trpc.useUtils();
  const [question, setQuestion] = useState('');
  const [isOnce, setOnce] = useState(true);
  const [error, setError] = useState<string>();
  // A call that is repeated after a lost answer sends the same id.
  const sent = useRef<{ id: string; text: string; isOnce: boolean } | null>(null);
  const ask = trpc.questions.create.useMutation({
    onSuccess: (link, asked) => {
      sent.current = null;
      setQuestion('');
      onAsked({ ...link, text: asked.text });
    },
    onError: (refused) => setError(toErrorText(refused)),
    onSettled: () => questions.invalidate(),
  });
  const type = (typed: string) => {
    setQuestion(typed);
    setError(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ask.isPending) return;
    const code = checkQuestion(question);
    setError(code === null ? undefined : errorText[code]);
    if (code !== null) return;
    const input = { text: toStoredText(question), isOnce };
    const isSame = sent.current?.text === input.text && sent.current.isOnce === isOnce;
    sent.current = isSame && sent.current ? sent.current : { id: crypto.randomUUID(), ...input };
    ask.mutate(sent.current);
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
            <button type="button" className="min-h-11 w-full py-2 text-left" onClick={() => type(idea)}>
              {idea}
            </button>
          </li>
        ))}
      </ul>
      <div className="mt-3">
        <Switch label={text.once} hint={text.onceHint} checked={isOnce} onChange={setOnce} />
      </div>
      <Button type="submit" className="mt-4" busy={ask.isPending}>
        {text.ask}
      </Button>
    </form>
  );
}
