import type { ReportCase } from '@relato/contract/reports/types';
import { useEffect, useRef } from 'react';
import { moderationText } from '../../../messages/moderation.ts';
import { CaseDetails } from './case-details.tsx';
import { CaseHead } from './case-head.tsx';

interface CaseCardProps {
  readonly reportCase: ReportCase;
  readonly isCurrent: boolean;
  /** Chosen by the viewer, not only shown because it is the first. */
  readonly takesFocus: boolean;
  /** False if the details show beside the list. */
  readonly hasRoom: boolean;
  readonly onOpen: () => void;
}

/** A reported story; the current one shows its details, if there is room. */
export function CaseCard({ reportCase, isCurrent, takesFocus, hasRoom, onOpen }: CaseCardProps) {
  const { story } = reportCase;
  const heading = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <li
      className={`rounded-card border bg-surface p-4 shadow-card ${isCurrent ? 'border-voice' : 'border-line/60'}`}
    >
      <h2 dir="auto" className="text-title">
        <button
          ref={heading}
          type="button"
          aria-current={isCurrent && !hasRoom ? 'true' : undefined}
          aria-expanded={hasRoom ? isCurrent : undefined}
          className="touch relative w-full text-left wrap-anywhere"
          onClick={onOpen}
        >
          {story.title || moderationText.reports.untitled}
        </button>
      </h2>
      <CaseHead reportCase={reportCase} />
      {isCurrent && hasRoom && <CaseDetails reportCase={reportCase} />}
    </li>
  );
}
