import { limits } from '@relato/contract/limits';
import { readStoryId } from '@relato/contract/stories/read-story-id';
import { checkCaseNumber } from '@relato/contract/stories/rules';
import { toUtcDay } from '@relato/contract/text/days';
import { checkModerationReason } from '@relato/contract/text/rules';
import { useRef, useState, type FormEvent } from 'react';
import { trpc } from '../../../../lib/calls/trpc.ts';
import { ModalSheet } from '../../../../lib/layout/modal-sheet.tsx';
import { errorText } from '../../../../messages/errors.ts';
import { freezesText } from '../../../../messages/operator/freezes.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { TextArea } from '../../../../ui/fields/text-area.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { toLaterDay } from './freeze-days.ts';
import type { FreezeField } from './freeze-refusal.ts';
import { useFreezeCallbacks } from './use-freeze-callbacks.ts';

const { add: text } = freezesText;

type Errors = Readonly<Partial<Record<FreezeField, string>>>;
const fields: readonly FreezeField[] = ['story', 'caseNumber', 'until', 'reason'];

function readForm(form: HTMLFormElement): Readonly<Record<FreezeField, string>> {
  const data = new FormData(form);
  const read = (field: FreezeField) => {
    const value = data.get(field);
    return typeof value === 'string' ? value : '';
  };
  return {
    story: read('story'),
    caseNumber: read('caseNumber'),
    until: read('until'),
    reason: read('reason'),
  };
}

function checkForm({ story, caseNumber, until, reason }: Readonly<Record<FreezeField, string>>): Errors {
  const ofCase = checkCaseNumber(caseNumber);
  const ofReason = checkModerationReason(reason);
  return {
    ...(readStoryId(story) === null && { story: text.storyWrong }),
    ...(ofCase !== null && { caseNumber: errorText[ofCase] }),
    // A partly typed day has no value.
    ...(until === '' && { until: errorText.FREEZE_DATE_INVALID }),
    ...(ofReason !== null && { reason: errorText[ofReason] }),
  };
}

/** Asks for the story to freeze, the case and the last day. The text stays if sending fails. */
export function FreezeSheet({ onClose }: { readonly onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [today] = useState(() => toUtcDay(new Date()));
  const refuse = (found: Errors) => {
    setErrors(found);
    const first = fields.find((field) => found[field] !== undefined);
    form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  };
  const freeze = trpc.stories.freeze.useMutation(
    useFreezeCallbacks({
      texts: text,
      onDone: onClose,
      fields,
      onRefused: (field, error) => refuse({ [field]: error }),
    }),
  );

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (freeze.isPending) return;
    const input = readForm(event.currentTarget);
    const found = checkForm(input);
    const id = readStoryId(input.story);
    if (id === null || Object.keys(found).length > 0) refuse(found);
    else freeze.mutate({ id, caseNumber: input.caseNumber, until: input.until, reason: input.reason });
  };
  return (
    <ModalSheet title={text.open} onClose={onClose}>
      <p className="mt-1.5 text-muted">{text.hint}</p>
      <form ref={form} noValidate className="mt-4 grid gap-3" onInput={() => setErrors({})} onSubmit={submit}>
        <TextField
          name="story"
          label={text.story}
          labelPlace="above"
          error={errors.story}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          name="caseNumber"
          label={text.caseNumber}
          labelPlace="above"
          hint={text.caseHint}
          error={errors.caseNumber}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          name="until"
          type="date"
          label={text.until}
          labelPlace="above"
          hint={text.untilHint}
          error={errors.until}
          min={today}
          max={toLaterDay(today, limits.freeze.maxDays)}
        />
        <TextArea name="reason" label={text.reason} hint={text.reasonHint} error={errors.reason} />
        <div className="button-row mt-1">
          <Button variant="secondary" onClick={onClose}>
            {freezesText.cancel}
          </Button>
          <Button type="submit" busy={freeze.isPending}>
            {text.confirm}
          </Button>
        </div>
      </form>
    </ModalSheet>
  );
}
