import { limits } from '@relato/contract/limits';
import { Check, Pencil } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { recorderReviewText } from '../../messages/recorder-review.ts';
import { fieldClass } from '../../ui/field-class.ts';
import { FieldMessage } from '../../ui/field-message.tsx';
import { useField } from '../../ui/use-field.ts';
import type { Track } from '../player/public.ts';
import type { Transcript, TranscriptEvent, TranscriptProgress } from './transcript.ts';
import { TranscriptDisplay } from './transcript-display.tsx';

interface TranscriptFieldProps {
  readonly transcript: Transcript;
  /** The current transcript. */
  readonly shown: string;
  readonly error: string | undefined;
  readonly progress: TranscriptProgress;
  readonly track: Track | null;
  readonly onChange: (event: TranscriptEvent) => void;
  readonly onRetry: () => void;
}

const text = recorderReviewText.transcript;

/** The transcript of the story: displayed, or edited on request. */
export function TranscriptField({
  transcript,
  shown,
  error,
  progress,
  track,
  onChange,
  onRetry,
}: TranscriptFieldProps) {
  const { id, messageId, control } = useField({ error, hint: undefined });
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
        <Editor control={control} value={editing} onChange={onChange} />
      ) : (
        <TranscriptDisplay
          id={id}
          transcript={transcript}
          shown={shown}
          progress={progress}
          track={track}
          onRetry={onRetry}
        />
      )}
      <FieldMessage id={messageId} error={error} />
    </div>
  );
}

interface EditorProps {
  readonly control: ReturnType<typeof useField>['control'];
  readonly value: string;
  readonly onChange: (event: TranscriptEvent) => void;
}

function Editor({ control, value, onChange }: EditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);
  return (
    <textarea
      {...control}
      ref={area}
      rows={limits.transcript.rows}
      dir="auto"
      value={value}
      className={`${fieldClass} block py-3 leading-relaxed`}
      onChange={(event) => onChange({ type: 'transcript-changed', text: event.target.value })}
    />
  );
}
