import type { ReportReason } from '@relato/contract/reports/types';
import { reportsText } from '../../messages/reports.ts';

interface ReasonChoiceProps {
  readonly reason: ReportReason;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** One of the radio buttons; the whole line can be pressed. */
export function ReasonChoice({ reason, isChosen, onChoose }: ReasonChoiceProps) {
  return (
    <label className="flex min-h-12 cursor-pointer items-center gap-3 border-b border-line px-1 font-[560] last:border-0">
      <input
        type="radio"
        name="reason"
        value={reason}
        checked={isChosen}
        onChange={onChoose}
        // The dot is what the inner ring leaves of the filling.
        className="size-5.5 shrink-0 appearance-none rounded-pill border-2 border-edge checked:border-voice checked:bg-voice checked:shadow-[inset_0_0_0_3px_var(--color-surface)] forced-colors:appearance-auto"
      />
      {reportsText.reasons[reason]}
    </label>
  );
}
