import type { StorySummary } from '@relato/contract/stories/types';
import { useState } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { ModalSheet } from '../../../lib/layout/modal-sheet.tsx';
import { ownStoriesText } from '../../../messages/stories/own.ts';
import { shellText } from '../../../messages/shell.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { forgetUnsavedTranscript, readUnsavedEdit } from './story-edit.ts';
import { useOwnStoryError } from './use-own-story-error.ts';

interface TranscribeAgainSheetProps {
  readonly story: StorySummary;
  readonly onClose: () => void;
}

const { again: text } = ownStoriesText;

/** Asks what happens with the author's corrections, if there are any, before the story is transcribed again. */
export function TranscribeAgainSheet({ story: { id }, onClose }: TranscribeAgainSheetProps) {
  const utils = trpc.useUtils();
  const showError = useOwnStoryError();
  const { data } = trpc.stories.byId.useQuery({ id });
  // Unsaved corrections count, too.
  const [hasUnsaved] = useState(() => readUnsavedEdit(id).transcript !== undefined);
  const isEdited = hasUnsaved || (data?.transcription?.isEdited ?? false);
  const again = trpc.stories.transcribeAgain.useMutation({
    onSuccess: (_answer, { replaceEdits }) => {
      if (replaceEdits) forgetUnsavedTranscript(id);
      showToast(text.started);
      onClose();
      return utils.stories.invalidate();
    },
    onError: (error) => showError(text.error, error),
  });
  const send = (replaceEdits: boolean) => again.mutate({ id, replaceEdits });
  return (
    <ModalSheet title={text.title} onClose={onClose}>
      <p className="mt-1.5 mb-5 text-muted">{isEdited ? text.edited : text.untouched}</p>
      <div className="flex flex-col gap-2.5">
        <Button busy={again.isPending && !again.variables.replaceEdits} onClick={() => send(false)}>
          {isEdited ? text.keep : text.confirm}
        </Button>
        {isEdited ? (
          <Button
            variant="danger"
            busy={again.isPending && again.variables.replaceEdits}
            onClick={() => send(true)}
          >
            {text.replace}
          </Button>
        ) : (
          <Button variant="secondary" onClick={onClose}>
            {shellText.cancel}
          </Button>
        )}
      </div>
    </ModalSheet>
  );
}
