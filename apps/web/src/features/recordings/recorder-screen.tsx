import { share } from '@relato/contract/recordings/share-target';
import { useEffect, useLayoutEffect, useState } from 'react';
import { lazyOptional, lazyPart } from '../../lib/lazy/lazy-part.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { FileChoicePlace, IdleView } from './idle-view.tsx';
import { loadImport, loadRecordingView, loadReviewView, useRecorder } from './use-recorder.ts';
import { setRecorderPhase } from './recorder-presence.ts';

const DraftsToRecover = lazyOptional(
  async () => (await import('./drafts/list/draft-notice.tsx')).DraftsToRecover,
);
const ImportAudio = lazyOptional(async () => (await loadImport()).ImportAudio, FileChoicePlace);
const SharedAudio = lazyOptional(async () => (await import('./import/shared-audio.tsx')).SharedAudio);
const RecordingView = lazyPart(async () => (await loadRecordingView()).RecordingView);
const ReviewView = lazyPart(async () => (await loadReviewView()).ReviewView);

/** The recorder, from the first press to the saved story. */
export function RecorderScreen() {
  const controls = useRecorder();
  const { state, dispatch, getRecorder, record, recover } = controls;
  const session = useSession();
  // Only a load of the page brings a file from another app.
  const [isShared] = useState(() => new URLSearchParams(location.search).has(share.parameter));
  // A layout effect, so that the bar around it does not jump.
  useLayoutEffect(() => setRecorderPhase(state.phase), [state.phase]);
  useLayoutEffect(() => () => setRecorderPhase(null), []);
  const isRecording = state.phase === 'recording';
  useEffect(() => {
    if (isRecording) void ReviewView.preload();
  }, [isRecording]);
  switch (state.phase) {
    case 'idle':
    case 'requesting':
    case 'blocked':
      return (
        <>
          <IdleView
            state={state}
            onRecord={record}
            fileChoice={<ImportAudio onImported={(id) => void recover(id)} />}
            drafts={session.status === 'signed-in' && <DraftsToRecover onRecover={recover} />}
          />
          {isShared && <SharedAudio onImported={(id) => void recover(id)} />}
        </>
      );
    case 'recording':
    case 'stopping':
      return <RecordingView state={state} getRecorder={getRecorder} />;
    case 'review':
    case 'waiting':
    case 'saving':
      return <ReviewView state={state} dispatch={dispatch} getRecorder={getRecorder} />;
  }
}
