import { type ChosenReason, reportReasons } from '@relato/contract/reports/reasons';
import { type FormEvent, useId, useRef, useState } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { ModalSheet } from '../../lib/layout/modal-sheet.tsx';
import { findSelected } from '../../lib/transcript/find-selected.ts';
import { formatDuration } from '../../messages/format.ts';
import { reportsText } from '../../messages/reports.ts';
import { rulesText } from '../../messages/rules.ts';
import { storiesText } from '../../messages/stories.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { getPosition, player } from '../player/public.ts';
import { useIsThere } from '../../lib/layout/use-is-there.ts';

interface ReportSheetProps {
  readonly storyId: string;
  /** The card of the story. Words selected in it are the reported ones. */
  readonly card: Element;
  readonly onClose: () => void;
}

/** Asks for a reason and sends the report. The choice stays when sending fails. */
export function ReportSheet({ storyId, card, onClose }: ReportSheetProps) {
  const [reason, setReason] = useState<ChosenReason | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { atMs, isSelected } = usePlace(storyId, card);
  const [isAtPlace, setAtPlace] = useState(isSelected);
  const form = useRef<HTMLFormElement>(null);
  const messageId = useId();
  const isThere = useIsThere();
  const report = trpc.reports.create.useMutation({
    onSuccess: () => {
      showToast(reportsText.sent);
      if (isThere()) onClose();
    },
    onError: () =>
      showToast({ title: storiesText.errors.title, text: reportsText.errors.send, tone: 'destructive' }),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (report.isPending) return;
    if (reason !== null) return report.mutate({ storyId, reason, atMs: isAtPlace ? atMs : null });
    setMissing(true);
    form.current?.querySelector('input')?.focus();
  };
  return (
    <ModalSheet title={reportsText.title} onClose={onClose}>
      <form ref={form} noValidate onSubmit={submit}>
        <fieldset className="mt-1" aria-describedby={isMissing ? messageId : undefined}>
          <legend className="sr-only">{reportsText.title}</legend>
          {reportReasons.map((each) => (
            <ReasonChoice
              key={each}
              reason={each}
              isChosen={each === reason}
              onChoose={() => {
                setReason(each);
                setMissing(false);
              }}
            />
          ))}
        </fieldset>
        {atMs !== null && (
          <Switch label={reportsText.from(formatDuration(atMs))} checked={isAtPlace} onChange={setAtPlace} />
        )}
        <p id={messageId} role="alert" className="text-sm font-[560] text-voice-strong not-empty:mt-2.5">
          {isMissing && reportsText.reasonRequired}
        </p>
        <p className="mt-2 text-sm">
          <a
            href="/normas"
            target="_blank"
            rel="noopener"
            className="touch font-[650] text-voice-strong underline"
          >
            {rulesText.read}
          </a>
        </p>
        <div className="mt-4 button-row">
          <Button variant="secondary" onClick={onClose}>
            {reportsText.cancel}
          </Button>
          <Button type="submit" busy={report.isPending}>
            {reportsText.submit}
          </Button>
        </div>
      </form>
    </ModalSheet>
  );
}

interface ReasonChoiceProps {
  readonly reason: ChosenReason;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** A radio button; the whole line is clickable. */
function ReasonChoice({ reason, isChosen, onChoose }: ReasonChoiceProps) {
  return (
    <label className="flex min-h-12 cursor-pointer items-center gap-3 border-b border-line px-1 font-[560] last:border-0">
      <input
        type="radio"
        name="reason"
        value={reason}
        checked={isChosen}
        onChange={onChoose}
        // The inset shadow leaves the dot visible.
        className="size-5.5 shrink-0 appearance-none rounded-pill border-2 border-edge checked:border-voice checked:bg-voice checked:shadow-[inset_0_0_0_3px_var(--color-surface)] forced-colors:appearance-auto"
      />
      {reportsText.reasons[reason]}
    </label>
  );
}

/** Returns the time of the first selected word, or else the listener's position. Null for a story that was not started. */
function usePlace(
  storyId: string,
  card: Element,
): { readonly atMs: number | null; readonly isSelected: boolean } {
  const [place] = useState(() => ({
    word: findSelected(card)?.from,
    heardMs: Math.round(getPosition(player.getState(), storyId) * 1_000),
  }));
  const isSelected = place.word !== undefined;
  // Only an open text can be selected, so its words are loaded already.
  const story = trpc.stories.byId.useQuery({ id: storyId }, { enabled: isSelected });
  if (!isSelected) return { atMs: place.heardMs || null, isSelected };
  return { atMs: story.data?.transcriptWords?.[place.word ?? 0]?.startMs ?? null, isSelected };
}
