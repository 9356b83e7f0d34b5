import { limits } from '@relato/contract/limits';
import { Check, Pencil } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { errorText } from '../../messages/errors.ts';
import { reviewText } from '../../messages/review.ts';
import { fieldClass } from '../../ui/field-class.ts';
import { FieldMessage } from '../../ui/field-message.tsx';
import type { Track } from '../player/player-state.ts';
import type { Delivery } from './review-state.ts';
import type { FormEvent, Transcript } from './story-form.ts';
import { TranscriptDisplay } from './transcript-display.tsx';

interface TranscriptFieldProps {
  readonly transcript: Transcript;
  readonly delivery: Delivery;
  readonly track: Track | null;
  readonly onChange: (event: FormEvent) => void;
  readonly onRetry: () => void;
}

const text = reviewText.transcript;

/** The text of the story: read, and edited when the person asks for it. */
export function TranscriptField({ transcript, delivery, track, onChange, onRetry }: TranscriptFieldProps) {
  const id = useId();
  const { editing } = transcript;
  const isEditing = editing !== null;
  return (
    <div>
      <div className="-mt-1 flex items-center justify-between">
        <label htmlFor={id} className="text-sm font-[650]">
          {text.label}
        </label>
        <button
          type="button"
          className="-mr-2 flex min-h-11 items-center gap-[5px] px-2 text-sm font-[650] text-voice-strong [&_svg]:size-4.5"
          onClick={() => onChange({ type: isEditing ? 'edit-saved' : 'edit-began' })}
        >
          {isEditing ? <Check aria-hidden="true" /> : <Pencil aria-hidden="true" />}
          {isEditing ? text.save : text.edit}
        </button>
      </div>
      {isEditing ? (
        <Editor id={id} value={editing} onChange={onChange} />
      ) : (
        <TranscriptDisplay
          id={id}
          transcript={transcript}
          delivery={delivery}
          track={track}
          onRetry={onRetry}
        />
      )}
    </div>
  );
}

interface EditorProps {
  readonly id: string;
  readonly value: string;
  readonly onChange: (event: FormEvent) => void;
}

function Editor({ id, value, onChange }: EditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const messageId = useId();
  useEffect(() => area.current?.focus(), []);
  const isTooLong = value.trim().length > limits.transcript.maxLength;
  return (
    <>
      <textarea
        ref={area}
        id={id}
        rows={limits.transcript.rows}
        value={value}
        aria-invalid={isTooLong || undefined}
        aria-describedby={isTooLong ? messageId : undefined}
        className={`${fieldClass} block py-3 leading-relaxed`}
        onChange={(event) => onChange({ type: 'transcript-changed', text: event.target.value })}
      />
      <FieldMessage id={messageId} error={isTooLong ? errorText.TRANSCRIPT_TOO_LONG : undefined} />
    </>
  );
}
