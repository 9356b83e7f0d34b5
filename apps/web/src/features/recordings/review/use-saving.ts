import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { openAuthSheet } from '../../../lib/session/auth-sheet-store.ts';
import { draftsText } from '../../../messages/drafts.ts';
import { recorderReviewText } from '../../../messages/recorder-review.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { draftsQueryKey } from '../drafts/draft-requests.ts';
import { isPersistent } from '../drafts/persistence.ts';
import { announceQueued } from '../drafts/queued.ts';
import type { Recorder } from '../recorder.ts';
import type { RecorderState } from '../recorder-state.ts';
import type { StoryForm } from './story-form.ts';

/**
 * Saves when the state asks for it, reports the result, and navigates to the story unless the user has left by then.
 */
export function useSaving(
  state: RecorderState,
  getRecorder: () => Recorder | null,
  saveAgain: () => void,
): void {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  const finish = async (isShown: boolean) => {
    // Bypasses the leave guard of this recording, which the server has now, but not the guard of another one.
    if (isShown) void navigate({ to: '/profile', ignoreBlocker: true });
    await Promise.all([
      utils.stories.invalidate(),
      utils.profiles.invalidate(),
      queryClient.invalidateQueries({ queryKey: draftsQueryKey }),
    ]);
  };

  const save = async (recorder: Recorder) => {
    if (state.phase !== 'saving') return;
    try {
      const saved = await recorder.save(state.form);
      if (saved === null) return;
      showToast({ title: recorderReviewText.saved });
      await finish(saved.isShown);
    } catch (error) {
      showToast({ title: recorderReviewText.saveFailed, text: toErrorText(error), tone: 'destructive' });
      if (!recorder.holds(state.recording.id)) return;
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

/** Leaves the recording to be saved by itself later, and shows it on the profile, where it waits. */
export function useQueueing(form: StoryForm, getRecorder: () => Recorder | null): () => void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const queue = async () => {
    await getRecorder()?.queue(form);
    announceQueued();
    showToast((await isPersistent()) === false ? draftsText.queuedUntilEvicted : draftsText.queued);
    await queryClient.invalidateQueries({ queryKey: draftsQueryKey });
    await navigate({ to: '/profile', ignoreBlocker: true });
  };
  return () => void queue();
}

const restMs = 400;

/** Stores the form with the sound: soon after each change, and before the page is hidden. */
export function useKeepForm(form: StoryForm, getRecorder: () => Recorder | null): void {
  const latest = useRef(form);
  useEffect(() => {
    if (form === latest.current) return;
    latest.current = form;
    const timer = setTimeout(() => getRecorder()?.keepForm(form), restMs);
    return () => clearTimeout(timer);
  }, [form, getRecorder]);

  useEffect(() => {
    const keepNow = () => {
      if (document.hidden) getRecorder()?.keepForm(latest.current);
    };
    document.addEventListener('visibilitychange', keepNow);
    return () => document.removeEventListener('visibilitychange', keepNow);
  }, [getRecorder]);

  // A layout effect, because those are cleaned up before the recorder is disposed.
  useLayoutEffect(
    () => () => getRecorder()?.keepForm(latest.current),
    // oxlint-disable-next-line react/exhaustive-deps -- runs when the review unmounts, not before
    [],
  );
}
