import type { RecordingId } from '@relato/contract/ids';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import { trpc } from '../../lib/calls/trpc.ts';
import { useRequireSession } from '../../lib/session/use-require-session.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useSettings } from '../../lib/settings/use-settings.ts';
import { keepTabFor, onTabForgotten } from '../../lib/tab-storage.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { recorderIdleText } from '../../messages/recordings/idle.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';
import type { Answerable } from '../../lib/kept-question.ts';
import { draftsQueryKey, announceQueued } from './drafts/list/draft-requests.ts';
import type { Recovery } from './drafts/store/active-recording.ts';
import { unstored } from './drafts/store/unstored.ts';
import { initialRecorderState, reduceIdle } from './idle-state.ts';
import type { Recorder } from './recorder.ts';
import type { TrpcClient } from './recorder-api.ts';
import type { RecorderEvent, RecorderState } from './recorder-types.ts';
import { atRest } from '../../lib/after-paint.ts';

interface RecorderControls {
  readonly state: RecorderState;
  readonly dispatch: (event: RecorderEvent) => void;
  /** Null until the first recording or recovery. */
  readonly getRecorder: () => Recorder | null;
  /** Records an answer to the question, or a story like any other. Visitors sign in first. */
  readonly record: (question: Answerable | null) => void;
  /** Resolves with why the draft is not open, if so. */
  readonly recover: (id: RecordingId) => Promise<Recovery>;
}

/** The settings of the last visit apply if the server does not answer in time. */
const settingsPatienceMs = 1_500;

/** The complete reducer arrives with the recorder, before any event that needs it. */
let reduce = reduceIdle;

/**
 * Provides the state of the recorder, and the recorder that carries it out. `onLeft` is called when a recording is saved or put
 * aside.
 */
export function useRecorder(onLeft: () => void): RecorderControls {
  const [state, dispatch] = useReducer(
    (before: RecorderState, event: RecorderEvent) => reduce(before, event),
    initialRecorderState,
  );
  const { client, account, settings } = trpc.useUtils();
  const requireSession = useRequireSession();
  const knownSettings = useSettings();
  const module = useRecorderModule(client, (event) => {
    dispatch(event);
    if (event.type === 'saved' || event.type === 'put-aside') onLeft();
  });
  const { recorder, open } = module;

  const begin = async (question: Answerable | null) => {
    const session = account.session.getData();
    if (!session) return;
    dispatch({ type: 'record-pressed' });
    // An earlier user is forgotten before the recording begins, because that would end it.
    keepTabFor(session.user.id);
    let hasLeft = false;
    const stopListening = onTabForgotten(() => (hasLeft = true));
    // A quick press may come before the settings have loaded.
    const [opened, { transcription }] = await Promise.all([
      open(),
      withTimeout(settingsPatienceMs, settings.public.ensureData()).catch(() => knownSettings),
    ]);
    stopListening();
    if (!opened) {
      dispatch({ type: 'capture-refused', refusal: 'unavailable' });
      return;
    }
    // The user has signed out or left the page meanwhile, and a microphone must not open in a hidden page.
    if (hasLeft || document.hidden) {
      dispatch({ type: 'discarded' });
      return;
    }
    await opened.record({
      userId: session.user.id,
      username: session.user.username,
      recognizes: !transcription,
      onRecognitionDenied: showRecognitionDenied,
      question,
    });
  };

  useEffect(() => {
    if (state.phase === 'stopping') void recorder.current?.stop();
    if (state.phase === 'blocked') showRefusal(state.refusal);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each arrival in a phase
  }, [state.phase]);

  useUserSwitch(module);

  return {
    state,
    dispatch,
    getRecorder: () => recorder.current,
    record: (question) => {
      // Dispatched at once, because loading the session may take long.
      if (account.session.getData() === undefined) dispatch({ type: 'record-pressed' });
      const rest = () => dispatch({ type: 'discarded' });
      requireSession(() => void begin(question), { mode: 'sign-up', purpose: 'record' }, rest);
    },
    recover: async (id) => (await (await open())?.recover(id)) ?? 'unreadable',
  };
}

/** Opens the recorder once it is needed, and disposes of it when the screen unmounts. */
function useRecorderModule(client: TrpcClient, dispatch: (event: RecorderEvent) => void) {
  const recorder = useRef<Recorder | null>(null);
  const isShown = useRef(false);
  const queryClient = useQueryClient();

  const open = async (): Promise<Recorder | null> => {
    try {
      const { createRecorder, reduceRecorder } = await preloadParts();
      reduce = reduceRecorder;
      if (isShown.current) recorder.current ??= createRecorder(client, dispatch);
    } catch (error) {
      console.warn('The recorder could not be loaded', error);
    }
    return recorder.current;
  };

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      const left = recorder.current;
      recorder.current = null;
      void left?.dispose().then(() => {
        // The interrupted recording is a draft now, which is saved if the user asked for that, and offered otherwise.
        announceQueued();
        return queryClient.invalidateQueries({ queryKey: draftsQueryKey });
      });
    };
  }, [queryClient]);

  return { recorder, open };
}

/**
 * On a shared device the next user neither sees nor sends the recording of a user who has left. One whose session ended
 * otherwise stays. The owner's sign-in resumes what waits for it.
 */
function useUserSwitch({ recorder, open }: ReturnType<typeof useRecorderModule>): void {
  const session = useSession();
  const userId = session.status === 'signed-in' ? session.user.id : null;
  useEffect(() => {
    const leave = async () => {
      const left = await recorder.current?.leave();
      if (left) showToast(recorderIdleText.left[left]);
    };
    return onTabForgotten(() => void leave());
  }, [recorder]);
  useEffect(() => {
    if (userId === null) return;
    // The recording of an earlier user goes first, because it would be in the way.
    keepTabFor(userId);
    if (recorder.current || unstored.getOf(userId)) void open().then((opened) => opened?.resume(userId));
    // oxlint-disable-next-line react/exhaustive-deps -- once for each session
  }, [userId]);
}

function showRecognitionDenied(): void {
  showToast({
    title: recorderIdleText.errorTitle,
    text: recorderIdleText.recognitionNotAllowed,
    tone: 'destructive',
  });
}

function showRefusal(refusal: keyof typeof recorderIdleText.refusals): void {
  showToast({
    title: recorderIdleText.errorTitle,
    text: recorderIdleText.refusals[refusal].text,
    tone: 'destructive',
  });
}

// Loads the parts that the first paint does not need. Most are in one file, which follows soon. The review is loaded in
// the first idle moment of a recording, which can end without a network.

const loadRecorder = async () => import('./create-recorder.ts');
export const loadRecordingView = async () => import('./capture/recording-view.tsx');
export const loadReviewView = async () => import('./review/review-view.tsx');

/** Resolves when recording can begin. Throws without a network. */
export async function preloadParts() {
  const [recorder] = await Promise.all([loadRecorder(), loadRecordingView()]);
  return recorder;
}

export async function loadImport() {
  await atRest();
  return import('./import/import-audio.tsx');
}
