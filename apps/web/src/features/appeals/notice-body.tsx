import type { Notice } from '@relato/contract/appeals/types';
import type { ReactNode } from 'react';
import { noticesText } from '../../messages/appeals.ts';
import { Badge } from '../../ui/badge.tsx';

/** The reason of a decision, and the outcome of the appeal. */
export function NoticeBody({ notice, children }: { readonly notice: Notice; readonly children?: ReactNode }) {
  const { appeal } = notice;
  return (
    <>
      {notice.subject !== '' && (
        <p dir="auto" className="mt-1 line-clamp-3 wrap-anywhere text-muted">
          «{notice.subject}»
        </p>
      )}
      <Quoted label={noticesText.reason} text={notice.reason} />
      {appeal && (
        <>
          <Quoted label={noticesText.appeal.yours} text={appeal.text}>
            <Badge tone={appeal.status === 'granted' ? 'leaf' : 'quiet'}>
              {noticesText.appeal.statuses[appeal.status]}
            </Badge>
          </Quoted>
          {appeal.note !== null && <Quoted label={noticesText.appeal.answer} text={appeal.note} />}
        </>
      )}
      {notice.liftedAt !== null && <p className="mt-2 text-sm text-muted">{noticesText.lifted}</p>}
      {children}
    </>
  );
}

interface QuotedProps {
  readonly label: string;
  readonly text: string;
  readonly children?: ReactNode;
}

function Quoted({ label, text, children }: QuotedProps) {
  return (
    <div className="mt-2.5 rounded-field bg-sunken px-3.5 py-2.5">
      <p className="flex items-center justify-between gap-2 text-sm font-[650]">
        {label}
        {children}
      </p>
      <p dir="auto" className="mt-0.5 whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
    </div>
  );
}
