import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { trpc } from '../../../lib/calls/trpc.ts';
import { useOnline } from '../../../lib/online.ts';
import { getErrorCode } from '../../../lib/errors/error-data.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { openAuthSheet } from '../../../lib/session/auth-sheet-store.ts';
import { draftsText } from '../../../messages/recordings/drafts.ts';
import { recorderReviewText } from '../../../messages/recordings/review.ts';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { draftsQueryKey, announceQueued } from '../drafts/list/draft-requests.ts';
import { isPersistent } from '../drafts/store/persistence.ts';
import type { Recorder } from '../recorder.ts';
import { isRecorderBusy } from '../recorder-presence.ts';
import { canQueue } from '../recorder-state.ts';
import type { RecorderEvent, RecorderState } from '../recorder-types.ts';
import { toAnswerText } from './saved-answer.ts';
import type { StoryForm } from './story-form.ts';

export type ReviewState = Extract<RecorderState, { phase: 'review' | 'waiting' | 'saving' }>;

/**
 * Returns the action of the button: it saves once the server has the sound, shows the result, and navigates to the story
 * unless the user has left. If the server cannot be reached, the recording is queued to be saved later.
 */
export function useSaving(
  state: ReviewState,
  dispatch: (event: RecorderEvent) => void,
  getRecorder: () => Recorder | null,
): () => void {
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
    try {
      const saved = await recorder.save(state.form);
      if (saved === null) return;
      showToast({ title: recorderReviewText.saved, text: toAnswerText(saved.answer) });
      await finish(saved.isShown);
    } catch (error) {
      showToast({ title: recorderReviewText.saveFailed, text: toErrorText(error), tone: 'destructive' });
      if (!recorder.holds(state.recording.id)) return;
      if (getErrorCode(error) === 'UNAUTHENTICATED') openAuthSheet({ purpose: 'save', onSignedIn: press });
    }
  };

  const queue = async (recorder: Recorder) => {
    // The screen says that it is not stored.
    if (!(await recorder.queue(state.form))) return;
    announceQueued();
    showToast((await isPersistent()) === false ? draftsText.queuedUntilEvicted : draftsText.queued);
    if (!isRecorderBusy()) void navigate({ to: '/profile', ignoreBlocker: true });
    await queryClient.invalidateQueries({ queryKey: draftsQueryKey });
  };

  const isOnline = useOnline();
  const isQueueable = canQueue(state, isOnline);
  const press = () => {
    const recorder = getRecorder();
    if (recorder && isQueueable) void queue(recorder);
    else dispatch({ type: 'save-pressed' });
  };
  useEffect(() => {
    const recorder = getRecorder();
    if (recorder && state.phase !== 'review') recorder.keepForm(state.form, { isDue: true });
    if (recorder && state.phase === 'saving') void save(recorder);
    if (recorder && state.phase === 'waiting' && isQueueable) void queue(recorder);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each arrival in the phase
  }, [state.phase, isQueueable]);
  return press;
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
