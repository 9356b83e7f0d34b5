import { limits } from '@relato/contract/limits';
import type { StorySummary } from '@relato/contract/stories/types';
import { useState } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { openAuthSheet } from '../../../lib/session/auth-sheet-store.ts';
import { errorText } from '../../../messages/errors.ts';
import { recorderReviewText } from '../../../messages/recorder-review.ts';
import { storiesText } from '../../../messages/stories.ts';
import { Button } from '../../../ui/button.tsx';
import { fieldClass } from '../../../ui/field-class.ts';
import { FieldMessage } from '../../../ui/field-message.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { useField } from '../../../ui/use-field.ts';
import {
  checkEdit,
  clearUnsavedEdit,
  storeUnsavedEdit,
  readUnsavedEdit,
  toChanges,
  toEditable,
  type StoryEdit,
} from './story-edit.ts';

interface EditStorySheetProps {
  readonly story: StorySummary;
  readonly onClose: () => void;
}

/** The form to edit title and text of a saved story. Unsaved input is kept in any case. */
export function EditStorySheet({ story, onClose }: EditStorySheetProps) {
  const [edit, setEdit] = useState(() => readUnsavedEdit(story.id));
  const refusals = checkEdit(edit);
  const { isSaving, save } = useSaveStory(story, onClose);
  const change = (typed: StoryEdit) => {
    setEdit({ ...edit, ...typed });
    storeUnsavedEdit(story.id, { ...edit, ...typed });
  };
  return (
    <ModalSheet title={storiesText.edit} onClose={onClose}>
      <form
        noValidate
        className="mt-4 flex flex-col gap-4"
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
          value={edit.title ?? story.title}
          error={refusals.title && errorText[refusals.title]}
          required
          autoComplete="off"
          onChange={(event) => change({ title: event.target.value })}
        />
        <TranscriptArea
          value={edit.transcript ?? toEditable(story).transcript}
          error={refusals.transcript && errorText[refusals.transcript]}
          hint={story.transcriptStatus === 'pending' ? storiesText.editPending : undefined}
          onChange={(transcript) => change({ transcript })}
        />
        <Button type="submit" disabled={Object.keys(refusals).length > 0} busy={isSaving}>
          {storiesText.saveEdit}
        </Button>
      </form>
    </ModalSheet>
  );
}

function useSaveStory(story: StorySummary, onClose: () => void) {
  const utils = trpc.useUtils();
  const update = trpc.stories.update.useMutation({
    onSuccess: () => {
      clearUnsavedEdit(story.id);
      showToast({ title: recorderReviewText.saved });
      onClose();
      return utils.stories.invalidate();
    },
    onError: (error) => {
      showToast({ title: recorderReviewText.saveFailed, text: toErrorText(error), tone: 'destructive' });
      if (getErrorCode(error) === 'UNAUTHENTICATED') openAuthSheet({ purpose: 'edit' });
    },
  });
  const save = (edit: StoryEdit) => {
    const changes = toChanges(toEditable(story), edit);
    if (Object.keys(changes).length > 0) update.mutate({ id: story.id, ...changes });
    else onClose();
  };
  return { isSaving: update.isPending, save };
}

interface TranscriptAreaProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly hint: string | undefined;
  readonly onChange: (text: string) => void;
}

function TranscriptArea({ value, error, hint, onChange }: TranscriptAreaProps) {
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
