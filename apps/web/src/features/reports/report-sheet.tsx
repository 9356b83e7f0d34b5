import { reportReasons, type ReportReason } from '@relato/contract/reports/types';
import { useId, useRef, useState, type FormEvent } from 'react';
import { ModalSheet } from '../../lib/layout/modal-sheet.tsx';
import { reportsText } from '../../messages/reports.ts';
import { rulesText } from '../../messages/rules.ts';
import { storiesText } from '../../messages/stories.ts';
import { trpc } from '../../lib/calls/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { ReasonChoice } from './reason-choice.tsx';

interface ReportSheetProps {
  readonly storyId: string;
  readonly onClose: () => void;
}

/** Asks why, and sends it. What was chosen stays when sending fails. */
export function ReportSheet({ storyId, onClose }: ReportSheetProps) {
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [isMissing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const messageId = useId();
  const report = trpc.reports.create.useMutation({
    onSuccess: () => {
      showToast(reportsText.sent);
      onClose();
    },
    onError: () =>
      showToast({ title: storiesText.errors.title, text: reportsText.errors.send, tone: 'destructive' }),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (report.isPending) return;
    if (reason !== null) return report.mutate({ storyId, reason });
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
