import type { Freeze } from '@relato/contract/stories/types';
import { useRef, useState, type FormEvent } from 'react';
import { trpc } from '../../../../lib/calls/trpc.ts';
import { ModalSheet } from '../../../../lib/layout/modal-sheet.tsx';
import { errorText } from '../../../../messages/errors.ts';
import { freezesText } from '../../../../messages/operator/freezes.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { toLastDay, toLaterEnds } from './freeze-days.ts';
import { useFreezeCallbacks } from './use-freeze-callbacks.ts';

const { prolong: text } = freezesText;

interface FreezeSheetProps {
  readonly freeze: Freeze;
  readonly onClose: () => void;
}

/** Asks for the new last day, and warns that a freeze can be prolonged only once. */
export function ProlongSheet({ freeze, onClose }: FreezeSheetProps) {
  const { storyId, caseNumber } = freeze;
  const day = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const refuse = (found: string) => {
    setError(found);
    day.current?.focus();
  };
  const prolong = trpc.stories.freeze.useMutation(
    useFreezeCallbacks({
      texts: text,
      onDone: onClose,
      fields: ['until'],
      onRefused: (_until, found) => refuse(found),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const until = day.current?.value ?? '';
    if (prolong.isPending) return;
    // An earlier day would shorten the freeze.
    if (until <= toLastDay(freeze)) refuse(errorText.FREEZE_DATE_INVALID);
    else prolong.mutate({ id: storyId, caseNumber, until, reason: text.reason });
  };
  return (
    <ModalSheet title={text.title} onClose={onClose}>
      <p dir="auto" className="mt-1.5 font-[650] wrap-anywhere">
        {freezesText.caseOf(caseNumber)}
      </p>
      <p className="mt-1.5 text-muted">{text.hint}</p>
      <form noValidate className="mt-4 grid gap-4" onSubmit={submit}>
        <TextField
          ref={day}
          type="date"
          label={text.until}
          labelPlace="above"
          hint={text.now(toLastDay(freeze))}
          error={error}
          {...toLaterEnds(freeze)}
          onChange={() => setError(undefined)}
        />
        <div className="button-row">
          <Button variant="secondary" onClick={onClose}>
            {freezesText.cancel}
          </Button>
          <Button type="submit" busy={prolong.isPending}>
            {text.open}
          </Button>
        </div>
      </form>
    </ModalSheet>
  );
}
