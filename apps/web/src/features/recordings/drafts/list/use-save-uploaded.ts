import { defaults } from '@relato/contract/text/defaults';
import type { UnsavedRecording } from '@relato/contract/recordings/types';
import { useMutation } from '@tanstack/react-query';
import { trpc } from '../../../../lib/calls/trpc.ts';
import { toErrorText } from '../../../../lib/errors/error-text.ts';
import { draftsText } from '../../../../messages/recordings/drafts.ts';
import { errorText } from '../../../../messages/errors.ts';
import { recorderReviewText } from '../../../../messages/recordings/review.ts';
import { showToast } from '../../../../ui/toasts/toast-store.ts';
import type { FinishOutcome } from '../../upload/finish-upload.ts';

const text = draftsText.list;

interface SaveUploaded {
  readonly isSaving: boolean;
  readonly save: () => void;
}

/** Saves an unsaved recording of the server as a private story. An upload that did not end is ended where it is. */
export function useSaveUploaded({ id, durationMs }: UnsavedRecording): SaveUploaded {
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
    // Also after a refusal: another device may have saved or deleted it.
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
