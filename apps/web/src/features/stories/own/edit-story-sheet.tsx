import { limits } from '@relato/contract/limits';
import type { StorySummary } from '@relato/contract/stories/types';
import { useMemo, useState } from 'react';
import type { StoryTranscription } from '@relato/contract/transcription/types';
import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode, isTransientError } from '../../../lib/errors/error-data.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { openAuthSheet } from '../../../lib/session/auth-sheet-store.ts';
import { noEdits, reduceTranscript, type TranscriptEdits } from '../../../lib/transcript/transcript-edits.ts';
import { errorText } from '../../../messages/errors.ts';
import { ownStoriesText } from '../../../messages/stories/own.ts';
import { recorderReviewText } from '../../../messages/recordings/review.ts';
import { storiesText } from '../../../messages/stories.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { fieldClass, useField, FieldMessage } from '../../../ui/fields/field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { TrackPlayer, useStoryTrack } from '../../player/public.ts';
import { TranscriptField } from '../../transcription/public.ts';
import {
  checkEdit,
  endSaving,
  readUnsavedEdit,
  storeUnsavedEdit,
  toChanges,
  toEdit,
  toEditable,
  toHeardWords,
  type StoryEdit,
  rebaseUnsaved,
  toBase,
} from './story-edit.ts';
import { TextButton } from '../../../ui/buttons/text-button.tsx';

interface EditStorySheetProps {
  readonly story: StorySummary;
  readonly onTranscribeAgain: () => void;
  readonly onClose: () => void;
}

/** The form to edit title and text of a saved story. Unsaved input is kept in any case. */
export function EditStorySheet({ story: listed, onTranscribeAgain, onClose }: EditStorySheetProps) {
  // The text of the list may be older, and not match the words.
  const { data: story = listed } = trpc.stories.byId.useQuery({ id: listed.id });
  const [unsaved] = useState(() => readUnsavedEdit(story.id));
  const [title, setTitle] = useState(unsaved.title);
  const [edits, setEdits] = useState<TranscriptEdits>({ ...noEdits, written: unsaved.transcript ?? null });
  const [was, setWas] = useState(unsaved.was);
  const edit = { ...toEdit(title, edits), was };
  const refusals = checkEdit(edit);
  const onBase = (base: string) => {
    setWas(base);
    rebaseUnsaved(story.id, base);
  };
  const { isSaving, save } = useSaveStory(story, { onClose, onBase });
  return (
    <ModalSheet title={ownStoriesText.edit} onClose={onClose}>
      <form
        noValidate
        // Keeps the focused element above the bar with the button when it scrolls into view.
        className="mt-4 flex flex-col gap-4 [&_:is(button,input,textarea,[role=option])]:scroll-mb-24"
        onSubmit={(event) => {
          event.preventDefault();
          save(edit);
        }}
      >
        <TextField
          label={recorderReviewText.title}
          labelPlace="above"
          placeholder={recorderReviewText.titlePlaceholder}
          dir="auto"
          value={title ?? story.title}
          error={refusals.title && errorText[refusals.title]}
          required
          autoComplete="off"
          onChange={({ target }) => {
            setTitle(target.value);
            storeUnsavedEdit(story, { ...toEdit(target.value, edits), was });
          }}
        />
        <StoryText
          story={story}
          edits={edits}
          error={refusals.transcript && errorText[refusals.transcript]}
          onChange={(changed) => {
            const base = toBase(edits, changed, { was, now: toEditable(story).transcript });
            setEdits(changed);
            setWas(base);
            storeUnsavedEdit(story, { ...toEdit(title, changed), was: base });
          }}
        />
        <TranscriptSource storyId={story.id} onTranscribeAgain={onTranscribeAgain} />
        {/* Sticks to the bottom of the sheet and covers its padding. */}
        <div className="sticky bottom-[calc(-1.625rem-env(safe-area-inset-bottom))] z-10 -mx-5.5 mb-[calc(-1.625rem-env(safe-area-inset-bottom))] border-t border-line bg-surface px-5.5 pt-3 pb-[calc(1.25rem+env(safe-area-inset-bottom))] typing:static short:pb-[calc(0.75rem+env(safe-area-inset-bottom))]">
          <Button type="submit" disabled={Object.keys(refusals).length > 0} busy={isSaving}>
            {ownStoriesText.saveEdit}
          </Button>
        </div>
      </form>
    </ModalSheet>
  );
}

interface SaveCallbacks {
  readonly onClose: () => void;
  /** Takes the text that the next save may replace; empty for any. */
  readonly onBase: (base: string) => void;
}

function useSaveStory(story: StorySummary, { onClose, onBase }: SaveCallbacks) {
  const utils = trpc.useUtils();
  const update = trpc.stories.update.useMutation({
    onSuccess: (_saved, { id, ...sent }) => {
      showToast({ title: recorderReviewText.saved });
      // The user may have typed more since.
      if (!endSaving(id, sent)) onClose();
      if (sent.transcript !== undefined) onBase(sent.transcript);
      return utils.stories.invalidate();
    },
    onError: (error) => {
      const isConflict = getErrorCode(error) === 'CONFLICT';
      const text = isConflict ? recorderReviewText.textChanged : toErrorText(error);
      showToast({ title: recorderReviewText.saveFailed, text, tone: 'destructive' });
      // The next save replaces the other text, of which the user knows by now.
      if (isConflict) onBase('');
      // The answer may be lost, and the story changed.
      if (isConflict || isTransientError(error)) void utils.stories.invalidate();
      if (getErrorCode(error) === 'UNAUTHENTICATED') openAuthSheet({ purpose: 'edit' });
    },
  });
  const save = (edit: StoryEdit) => {
    if (update.isPending) return;
    const changes = toChanges(toEditable(story), edit);
    // The story may have changed since the edit was stored.
    storeUnsavedEdit(story, edit);
    if (Object.keys(changes).length > 0) update.mutate({ id: story.id, ...changes });
    else onClose();
  };
  return { isSaving: update.isPending, save };
}

interface StoryTextProps {
  readonly story: StorySummary;
  readonly edits: TranscriptEdits;
  readonly error: string | undefined;
  readonly onChange: (edits: TranscriptEdits) => void;
}

const isAwaited = ({ transcriptStatus }: StorySummary): boolean =>
  transcriptStatus === 'pending' || transcriptStatus === 'waiting';

const toHint = (story: StorySummary): string | undefined => {
  if (isAwaited(story)) return ownStoriesText.editPending;
  return story.isUnsure ? storiesText.unsure : undefined;
};

/** The words of the story below its player, or only its text if the words have no timings. */
function StoryText({ story, edits, error, onChange }: StoryTextProps) {
  const track = useStoryTrack(story);
  const whole = trpc.stories.byId.useQuery({ id: story.id });
  const { transcript: text } = toEditable(story);
  const heard = useMemo(() => {
    const words = toHeardWords(whole.data);
    return words && { text, words, isUnsure: story.isUnsure ?? false };
  }, [whole.data, text, story.isUnsure]);
  if (whole.isLoading && text !== '') {
    return (
      <>
        <TrackPlayer track={track} peaks={story.peaks} />
        <Skeleton className="h-53" />
      </>
    );
  }
  if (heard === null) {
    return (
      <TextArea
        value={edits.written ?? text}
        error={error}
        hint={toHint(story)}
        onChange={(written) => onChange({ ...edits, written: written === text ? null : written })}
      />
    );
  }
  const transcript = { ...edits, heard, isProvisional: false };
  return (
    <>
      <TrackPlayer track={track} peaks={story.peaks} />
      <TranscriptField
        transcript={transcript}
        error={error}
        track={track}
        saveLabel={ownStoriesText.closeText}
        onChange={(event) => {
          const {
            heard: _heard,
            isProvisional: _isProvisional,
            ...changed
          } = reduceTranscript(transcript, event);
          onChange(changed);
        }}
      >
        <p className="text-muted">{recorderReviewText.transcript.empty}</p>
      </TranscriptField>
    </>
  );
}

interface TextAreaProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly hint: string | undefined;
  readonly onChange: (text: string) => void;
}

function TextArea({ value, error, hint, onChange }: TextAreaProps) {
  const { id, messageId, control } = useField({ error, hint });
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-[650]">
        {recorderReviewText.transcript.label}
      </label>
      <textarea
        {...control}
        dir="auto"
        rows={limits.transcript.rows}
        value={value}
        className={`${fieldClass} block py-3 leading-relaxed`}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldMessage id={messageId} error={error} hint={hint} />
    </div>
  );
}

interface TranscriptSourceProps {
  readonly storyId: string;
  readonly onTranscribeAgain: () => void;
}

const { again: text } = ownStoriesText;

/** Says which service made the text, and offers to transcribe the story again. */
function TranscriptSource({ storyId, onTranscribeAgain }: TranscriptSourceProps) {
  const { data } = trpc.stories.byId.useQuery({ id: storyId });
  // The height is that of the row, so that nothing moves when it appears.
  if (!data) return <div className="-my-2 min-h-11" />;
  const isRunning = data.transcription?.status === 'running';
  return (
    <div className="-my-2 flex min-h-11 flex-wrap items-center gap-x-3 text-sm text-muted">
      <p className="mr-auto wrap-anywhere">{toSource(data.transcription)}</p>
      {!isRunning && <TextButton onClick={onTranscribeAgain}>{text.open}</TextButton>}
    </div>
  );
}

function toSource(transcription: StoryTranscription | null): string | null {
  if (transcription?.status === 'running') return text.running;
  if (transcription?.status === 'waiting') return text.waiting;
  if (transcription?.status === 'error') return text.failed;
  if (!transcription?.engine) return null;
  return text.source([transcription.engine, transcription.model].filter((name) => name !== null).join(' · '));
}
