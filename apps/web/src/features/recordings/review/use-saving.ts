import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { errorText } from '../../../messages/errors.ts';
import { reviewText } from '../../../messages/review.ts';
import { trpc } from '../../../lib/calls/trpc.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { openAuthSheet } from '../../../lib/session/auth-sheet-store.ts';
import { draftsKey } from '../drafts/drafts-key.ts';
import type { RecorderState } from '../recorder-state.ts';
import type { Recorder } from '../recorder.ts';

/** Saves when the state says so, tells how it went, and goes to where the story is, unless the person has left by then. */
export function useSaving(
  state: RecorderState,
  getRecorder: () => Recorder | null,
  saveAgain: () => void,
): void {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  const finish = async (isShown: boolean) => {
    // Past the guard of what was not stored here, as it is the server's now; but not past that of another recording.
    if (isShown) void navigate({ to: '/profile', ignoreBlocker: true });
    await Promise.all([
      utils.stories.invalidate(),
      utils.profiles.invalidate(),
      queryClient.invalidateQueries({ queryKey: draftsKey }),
    ]);
  };

  const save = async (recorder: Recorder) => {
    if (state.phase !== 'saving') return;
    try {
      const saved = await recorder.save(state.form);
      if (saved === null) return;
      showToast({
        title: reviewText.saved,
        text: saved.outcome === 'existed' ? errorText.STORY_EXISTS : undefined,
      });
      await finish(saved.isShown);
    } catch (error) {
      showToast({ title: reviewText.saveFailed, text: toErrorText(error), tone: 'destructive' });
      if (!recorder.holds(state.take.id)) return;
      if (getErrorCode(error) === 'UNAUTHENTICATED')
        openAuthSheet({ purpose: 'save', onSignedIn: saveAgain });
    }
  };

  useEffect(() => {
    const recorder = getRecorder();
    if (state.phase === 'saving' && recorder) void save(recorder);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each arrival in the phase
  }, [state.phase]);
}
