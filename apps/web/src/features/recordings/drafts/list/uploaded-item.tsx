import type { UnsavedRecording } from '@relato/contract/recordings/types';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { defaults } from '@relato/contract/text/defaults';
import { useMutation } from '@tanstack/react-query';
import { trpc } from '../../../../lib/calls/trpc.ts';
import { toErrorText } from '../../../../lib/errors/error-text.ts';
import { lazySheet } from '../../../../lib/lazy/lazy-part.tsx';
import { draftsText } from '../../../../messages/recordings/drafts.ts';
import { formatBytes, formatDuration } from '../../../../messages/format.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { showToast } from '../../../../ui/toasts/toast-store.ts';
import { formatDraftAge, formatDraftDate } from './draft-dates.ts';
import { errorText } from '../../../../messages/errors.ts';
import { recorderReviewText } from '../../../../messages/recordings/review.ts';
import type { FinishOutcome } from '../../upload/finish-upload.ts';

const DeleteDraftSheet = lazySheet(async () => (await import('./delete-draft-sheet.tsx')).DeleteDraftSheet);

const text = draftsText.list;

/** An unsaved recording that only the server has. It can be saved as a private story, or deleted. */
export function UploadedItem({ recording }: { readonly recording: UnsavedRecording }) {
  const { id, durationMs, bytes, recordedAt } = recording;
  const [isDeleting, setDeleting] = useState(false);
  const [now] = useState(() => new Date());
  const { recordings } = trpc.useUtils();
  const title = text.untitled(formatDraftDate(recordedAt, now).toLowerCase());
  const details = [
    ...(durationMs === null ? [] : [formatDuration(durationMs)]),
    formatBytes(bytes),
    formatDraftAge(recordedAt, now),
  ];
  const { isSaving, save } = useSaveUploaded(recording);
  const deletion = trpc.recordings.discard.useMutation({
    onError: (error) =>
      showToast({ title: text.deleting.failed.title, text: toErrorText(error), tone: 'destructive' }),
    onSettled: () => recordings.unsaved.invalidate(),
  });
  return (
    <li className="rounded-card border border-line/60 bg-surface py-3 pr-1.5 pl-3.5 shadow-card">
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="truncate font-ui text-base font-[650]">{title}</h3>
          <p className="text-sm text-muted">{details.join(' · ')}</p>
        </div>
        <IconButton
          label={text.remove(title)}
          icon={<Trash2 />}
          disabled={isSaving || deletion.isPending}
          onClick={() => setDeleting(true)}
        />
      </div>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 pr-2 text-sm">
        <span className="flex min-w-0 flex-1 items-center gap-1.5 text-muted">
          <span aria-hidden="true" className="mt-1.5 size-2 shrink-0 self-start rounded-pill bg-leaf" />
          {durationMs === null ? text.unfinished : text.onServer}
        </span>
        <Button size="small" className="rounded-field! px-4.5" busy={isSaving} onClick={save}>
          {text.save}
        </Button>
      </div>
      {isDeleting && (
        <DeleteDraftSheet
          durationMs={durationMs}
          onConfirm={() => {
            setDeleting(false);
            deletion.mutate({ id });
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  );
}

interface SaveUploaded {
  readonly isSaving: boolean;
  readonly save: () => void;
}

/** Saves an unsaved recording of the server as a private story. An incomplete upload is ended at its current length. */
function useSaveUploaded({ id, durationMs }: UnsavedRecording): SaveUploaded {
  const { client, stories, profiles, recordings } = trpc.useUtils();
  const { isPending, mutate } = useMutation({
    mutationFn: async () => {
      const outcome = durationMs === null ? await finish() : ready;
      if (outcome.step === 'ready') {
        await client.stories.create.mutate({ recordingId: id, title: defaults.storyTitle, tags: [] });
        showToast({ title: draftsText.saved, text: text.savedFromServer });
        return;
      }
      if (outcome.step === 'delayed') showToast(text.delayed);
      else showToast({ title: text.saveFailed, text: toText(outcome), tone: 'destructive' });
    },
    onError: (error) => showToast({ title: text.saveFailed, text: toErrorText(error), tone: 'destructive' }),
    // A refusal also refetches, because another device may have saved or deleted the recording.
    onSettled: () =>
      Promise.all([stories.invalidate(), profiles.invalidate(), recordings.unsaved.invalidate()]),
  });
  const finish = async (): Promise<FinishOutcome> =>
    (await import('../saving/save-browser-drafts.ts')).finishBrowserUpload(id, client);
  return { isSaving: isPending, save: () => mutate() };
}

const ready = { step: 'ready' } as const;

const toText = (outcome: Extract<FinishOutcome, { step: 'refused' | 'failed' }>): string =>
  outcome.step === 'refused' ? errorText[outcome.reason] : recorderReviewText.failures[outcome.failure];
