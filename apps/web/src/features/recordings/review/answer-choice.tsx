import { answersText } from '../../../messages/recordings/answers.ts';
import { askedText as text } from '../../../messages/questions/asked.ts';
import { threadsText } from '../../../messages/stories/threads.ts';
import { isTooLong, type AnswerVisibility, type FormAnswer } from './story-form.ts';

interface AnswerChoiceProps {
  readonly answer: FormAnswer;
  readonly durationMs: number;
  readonly onChoose: (visibility: AnswerVisibility) => void;
}

const choices = {
  question: ['shared', 'private', 'published', 'apart'],
  reply: ['shared', 'apart'],
  grown: ['private', 'published', 'apart'],
} as const satisfies Record<string, readonly AnswerVisibility[]>;

/** Shows the question or story that the recording answers. The author chooses the listeners, or detaches the story. */
export function AnswerChoice({ answer, durationMs, onChoose }: AnswerChoiceProps) {
  const { kind = 'question', asker, isFirst = false } = answer;
  const isNoReply = isTooLong(answer, durationMs);
  // A private reply is not a reply.
  const chosen = kind === 'reply' && answer.visibility === 'private' ? 'apart' : answer.visibility;
  return (
    <fieldset className="mb-[calc(0.75rem+var(--mini))] rounded-card bg-sunken px-4 py-3">
      <legend className="float-left mb-1 w-full font-[650]">{text.who}</legend>
      <p className="clear-both text-sm text-muted">
        {kind === 'question' ? text.asked(asker) : threadsText.of[kind]}{' '}
        <bdi className="wrap-anywhere">«{answer.text}»</bdi>
      </p>
      {choices[kind].map((visibility) => (
        <label
          key={visibility}
          className="flex min-h-11 cursor-pointer items-center gap-3 font-[560] has-disabled:cursor-default has-disabled:text-muted"
        >
          <input
            type="radio"
            name="visibility"
            value={visibility}
            checked={chosen === visibility}
            disabled={isNoReply && visibility === 'shared'}
            onChange={() => onChoose(visibility)}
            // The inset shadow leaves the dot visible.
            className="size-5.5 shrink-0 appearance-none rounded-pill border-2 border-edge checked:border-voice checked:bg-voice checked:shadow-[inset_0_0_0_3px_var(--color-surface)] forced-colors:appearance-auto"
          />
          {kind === 'question'
            ? text.visibilities[visibility](asker)
            : answersText.choices[kind](visibility, asker, isFirst)}
        </label>
      ))}
      <p className="mt-1 text-sm text-muted">
        {isNoReply
          ? answersText.tooLong
          : chosen === 'published'
            ? text.publishHint
            : kind === 'question'
              ? text.privateHint(asker)
              : answersText.hints[kind](chosen)}
      </p>
    </fieldset>
  );
}
