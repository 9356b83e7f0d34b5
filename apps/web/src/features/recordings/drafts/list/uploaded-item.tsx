import type { UnsavedRecording } from '@relato/contract/recordings/types';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '../../../../lib/calls/trpc.ts';
import { toErrorText } from '../../../../lib/errors/error-text.ts';
import { lazySheet } from '../../../../lib/lazy/lazy-part.tsx';
import { draftsText } from '../../../../messages/recordings/drafts.ts';
import { formatBytes, formatDuration } from '../../../../messages/format.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { showToast } from '../../../../ui/toasts/toast-store.ts';
import { formatDraftAge, formatDraftDate } from './draft-dates.ts';
import { useSaveUploaded } from './use-save-uploaded.ts';

const DeleteDraftSheet = lazySheet(async () => (await import('./delete-draft-sheet.tsx')).DeleteDraftSheet);

const text = draftsText.list;

/** An unsaved recording that only the server has: to save as a private story, or to delete. */
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
