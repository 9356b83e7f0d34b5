import { isRestriction } from '@relato/contract/appeals/statements';
import type { Notice } from '@relato/contract/appeals/types';
import { type ReactNode, useEffect, useRef, useState, type FormEvent } from 'react';
import { checkAppeal } from '@relato/contract/appeals/rules';
import type { NoticeId } from '@relato/contract/ids';
import { noticesText } from '../../messages/bell/appeals.ts';
import { Badge } from '../../ui/badge.tsx';
import { errorText } from '../../messages/errors.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { readUnsentAppeal, storeUnsentAppeal } from './unsent-appeals.ts';
import { keepFocus } from '../../lib/layout/keep-focus.ts';

export function NoticeBody({ notice, children }: { readonly notice: Notice; readonly children?: ReactNode }) {
  const { appeal } = notice;
  return (
    <>
      {notice.subject !== '' && (
        <p dir="auto" className="mt-1 line-clamp-3 wrap-anywhere text-muted">
          «{notice.subject}»
        </p>
      )}
      {notice.reason !== '' && <Quoted label={noticesText.reason} text={notice.reason} />}
      <StatementOf notice={notice} />
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
      {notice.liftedAt !== null && (
        <p className="mt-2 text-sm text-muted">
          {noticesText.lifted}
          {notice.isBack === false && ` ${noticesText.notBack(notice.kind, notice.storyId !== null)}`}
        </p>
      )}
      {children}
    </>
  );
}

/** States the grounds of a restriction, and the ways to contest it. */
function StatementOf({ notice: { kind, statement } }: { readonly notice: Notice }) {
  if (statement === null || !isRestriction(kind)) return null;
  const { looked, ...text } = noticesText.statement;
  const parts = [
    statement.rule && text.rule(noticesText.rules[statement.rule]),
    looked[kind],
    statement.isReported && text.isReported[kind],
    statement.byMachine && text.byMachine,
    kind !== 'profile_cleared' && text.ways,
  ];
  return <Quoted label={text.label} text={parts.filter(Boolean).join(' ')} />;
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

interface AppealFormProps {
  readonly noticeId: NoticeId;
  /** True if the form replaces the button that had the focus. */
  readonly takesFocus?: boolean;
  readonly isSending: boolean;
  readonly onSend: (text: string) => void;
}

/** Keeps the text until it is sent. */
export function AppealForm({ noticeId, takesFocus = false, isSending, onSend }: AppealFormProps) {
  const [text, setText] = useState(() => readUnsentAppeal(noticeId));
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const [isMissing, setMissing] = useState(false);
  const refusal = checkAppeal(text);
  // The error for an empty text shows only after the first attempt to send.
  const isSaid = refusal !== null && (refusal !== 'APPEAL_REQUIRED' || isMissing);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    if (refusal === null) onSend(text);
    else setMissing(true);
  };
  return (
    <form ref={keepFocus} noValidate className="mt-3" onSubmit={submit}>
      <TextArea
        ref={field}
        label={noticesText.appeal.label}
        hint={noticesText.appeal.hint}
        error={isSaid ? errorText[refusal] : undefined}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          storeUnsentAppeal(noticeId, target.value);
          setMissing(false);
        }}
      />
      <Button type="submit" size="small" className="mt-3" busy={isSending}>
        {noticesText.appeal.send}
      </Button>
    </form>
  );
}
