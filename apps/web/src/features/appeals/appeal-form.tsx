import { checkAppeal } from '@relato/contract/appeals/rules';
import type { NoticeId } from '@relato/contract/ids';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { noticesText } from '../../messages/appeals.ts';
import { errorText } from '../../messages/errors.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { readUnsentAppeal, storeUnsentAppeal } from './unsent-appeals.ts';

interface AppealFormProps {
  readonly noticeId: NoticeId;
  /** It replaces the button that had the focus. */
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
    <form noValidate className="mt-3" onSubmit={submit}>
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
