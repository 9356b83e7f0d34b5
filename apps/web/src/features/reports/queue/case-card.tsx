import type { ReportReason } from '@relato/contract/reports/reasons';
import type { ReportCase } from '@relato/contract/reports/types';
import { useEffect, useRef } from 'react';
import { moderationText, toPersonName } from '../../../messages/moderation.ts';
import { CaseDetails, type CaseDetailsProps } from './case-details.tsx';
import { formatDate } from '../../../messages/format.ts';
import { reportsText } from '../../../messages/reports.ts';
import { Badge } from '../../../ui/badge.tsx';
import { tagClass } from '../../../ui/tag-class.ts';

const text = moderationText.reports;
const reasonNames = { ...reportsText.reasons, watched: text.watched, first: text.first } as const;

/** Returns the title, or the reason of the case if the viewer may not see the story. */
export const toCaseTitle = ({ title, isWaiting }: ReportCase['story']): string =>
  title || (isWaiting ? text.firstUntitled : text.untitled);

interface CaseCardProps extends CaseDetailsProps {
  readonly isCurrent: boolean;
  /** True if the viewer chose the case; the first case also shows without a choice. */
  readonly takesFocus: boolean;
  /** False if the details show beside the list. */
  readonly hasRoom: boolean;
  readonly onOpen: () => void;
}

/** A reported story; the current one shows its details, if there is room. */
export function CaseCard({ reportCase, isCurrent, takesFocus, hasRoom, onReview, onOpen }: CaseCardProps) {
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
          {toCaseTitle(story)}
        </button>
      </h2>
      <CaseHead reportCase={reportCase} />
      {isCurrent && hasRoom && <CaseDetails reportCase={reportCase} onReview={onReview} />}
    </li>
  );
}

export function CaseHead({ reportCase: { story, ...reports } }: { readonly reportCase: ReportCase }) {
  const isDecided = reports.decidedAt !== null;
  const countOf = (sought: ReportReason) =>
    reports.reasons.find(({ reason }) => reason === sought)?.count ?? 0;
  const byMachine = countOf('watched');
  const byPeople = reports.reportsCount - byMachine - countOf('first');
  return (
    <>
      <p className="mt-0.5 text-sm text-muted">
        {toPersonName(story.author.username)} · {text.since(formatDate(reports.firstReportAt))}
      </p>
      <div className="mt-2 flex flex-wrap gap-1.5">
        <Badge tone={reports.status === 'reviewing' ? 'leaf' : 'quiet'}>
          {text.statuses[reports.status]}
        </Badge>
        {story.hidden && <Badge tone="quiet">{text.hidden}</Badge>}
        {!story.published && <Badge tone="quiet">{story.isWaiting ? text.waiting : text.private}</Badge>}
        {story.author.suspended && <Badge tone="quiet">{text.suspended}</Badge>}
      </div>
      {byPeople > 0 && <p className="mt-2 font-[560]">{text.count(byPeople)}</p>}
      {byMachine > 0 && <p className="mt-2 font-[560]">{text.byMachine}</p>}
      <ul className="mt-1.5 flex flex-wrap gap-1.5">
        {reports.reasons.map(({ reason, count }) => (
          <li key={reason}>
            <span dir="auto" className={tagClass}>
              {text.reason(reasonNames[reason], count)}
            </span>
          </li>
        ))}
      </ul>
      {reports.moderator && (
        <p className="mt-2 text-sm text-muted">
          {(isDecided ? text.decider : text.reviewer)(toPersonName(reports.moderator.username))}
        </p>
      )}
      {reports.note !== null && (
        <p dir="auto" className="mt-0.5 text-sm wrap-anywhere text-muted">
          {text.note(reports.note)}
        </p>
      )}
    </>
  );
}
