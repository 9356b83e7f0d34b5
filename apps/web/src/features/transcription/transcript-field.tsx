import { limits } from '@relato/contract/limits';
import { Check, Pencil, Redo2, Undo2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import {
  noEdits,
  toTimedWords,
  toTranscriptText,
  type Transcript,
  type TranscriptEvent,
} from '../../lib/transcript/transcript-edits.ts';
import { recorderReviewText } from '../../messages/recordings/review.ts';
import { storiesText } from '../../messages/stories.ts';
import { fieldClass, useField, FieldMessage } from '../../ui/fields/field.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import type { Track } from '../player/public.ts';
import { WordEditor } from './word-editor.tsx';

interface TranscriptFieldProps {
  readonly transcript: Transcript;
  readonly error: string | undefined;
  /** The recording of the text; null while it is being prepared. */
  readonly track: Track | null;
  readonly onChange: (event: TranscriptEvent) => void;
  /** The label of the button that closes the editor of the whole text. */
  readonly saveLabel?: string;
  /** Shown instead of a missing text. */
  readonly children: ReactNode;
}

const text = recorderReviewText.transcript;

/** The transcript of a story: its words, one of which can be corrected, or its whole text on request. */
export function TranscriptField({
  transcript,
  error,
  track,
  onChange,
  saveLabel = text.save,
  children,
}: TranscriptFieldProps) {
  const { id, messageId, control } = useField({ error, hint: undefined });
  const { editing, heard, written } = transcript;
  const isEditing = editing !== null;
  const toggle = () => onChange({ type: isEditing ? 'edit-saved' : 'edit-began' });
  return (
    <div>
      <div className="-mt-1 flex items-center">
        <label htmlFor={id} id={`${id}-label`} className="mr-auto text-sm font-[650]">
          {text.label}
        </label>
        {!isEditing && <History transcript={transcript} onChange={onChange} />}
        <button
          type="button"
          className="-mr-2 flex min-h-11 items-center gap-[5px] px-2 text-sm font-[650] text-voice-strong [&_svg]:size-4.5"
          onClick={toggle}
        >
          {isEditing ? <Check aria-hidden="true" /> : <Pencil aria-hidden="true" />}
          {isEditing ? saveLabel : text.edit}
        </button>
      </div>
      {isEditing ? (
        <TextEditor control={control} value={toTranscriptText(transcript)} onChange={onChange} />
      ) : (
        <Display id={id} transcript={transcript} track={track} onChange={onChange}>
          {children}
        </Display>
      )}
      {heard?.isUnsure && written === null && (
        <p className="mx-0.5 mt-1.5 text-sm font-[560]">{storiesText.unsure}</p>
      )}
      {transcript.isProvisional && written === null && heard?.text && (
        <p className="mx-0.5 mt-1.5 text-sm text-muted">{text.provisional}</p>
      )}
      <FieldMessage id={messageId} error={error} />
    </div>
  );
}

type PartProps = Pick<TranscriptFieldProps, 'transcript' | 'onChange'>;

/** Undo and redo, once there is something to undo. The buttons keep the focus after the last step. */
function History({ transcript: { undoable, redoable }, onChange }: PartProps) {
  const [said, say] = useState('');
  if (undoable.length + redoable.length === 0) return null;
  const step = (type: 'undone' | 'redone', isPossible: boolean) => () => {
    if (!isPossible) return;
    onChange({ type });
    say(text[type]);
  };
  const look = 'aria-disabled:opacity-40';
  return (
    <>
      <IconButton
        label={text.undo}
        icon={<Undo2 />}
        aria-disabled={undoable.length === 0}
        className={look}
        onClick={step('undone', undoable.length > 0)}
      />
      <IconButton
        label={text.redo}
        icon={<Redo2 />}
        aria-disabled={redoable.length === 0}
        className={look}
        onClick={step('redone', redoable.length > 0)}
      />
      <output className="sr-only">{said}</output>
    </>
  );
}

interface DisplayProps extends Pick<TranscriptFieldProps, 'transcript' | 'track' | 'onChange' | 'children'> {
  readonly id: string;
}

/** The words, the text if it has no timings, or its state. As high as the editor: six rows. */
function Display({ id, transcript, track, onChange, children }: DisplayProps) {
  const { heard, written } = transcript;
  const words = useMemo(() => toTimedWords({ ...noEdits, heard, written }), [heard, written]);
  const shown = toTranscriptText(transcript);
  if (words !== null && words.length > 0)
    return <WordEditor id={id} text={shown} words={words} track={track} onChange={onChange} />;
  return (
    <output
      id={id}
      className="block max-h-80 min-h-43 overflow-y-auto rounded-field border border-edge bg-surface px-3.5 py-3 leading-relaxed"
    >
      {shown === '' ? (
        children
      ) : (
        <p dir="auto" className="whitespace-pre-line">
          {shown}
        </p>
      )}
    </output>
  );
}

interface TextEditorProps {
  readonly control: ReturnType<typeof useField>['control'];
  readonly value: string;
  readonly onChange: (event: TranscriptEvent) => void;
}

function TextEditor({ control, value, onChange }: TextEditorProps) {
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
