import { useLayoutEffect } from 'react';
import { lazyExtra, lazyPart } from '../../app/lazy-part.tsx';
import { loadRecordingView, loadReviewView } from './recorder-modules.ts';
import { setRecorderPhase } from './recorder-phase-store.ts';
import { RestView } from './rest-view.tsx';
import { useRecorder } from './use-recorder.ts';

const DraftsToRecover = lazyExtra(async () => (await import('./drafts-to-recover.tsx')).DraftsToRecover);
const RecordingView = lazyPart(async () => (await loadRecordingView()).RecordingView);
const ReviewView = lazyPart(async () => (await loadReviewView()).ReviewView);

/** Recording a story, from the first press to the saved story. */
export function RecorderScreen() {
  const controls = useRecorder();
  const { state, dispatch, getRecorder, record, recover } = controls;
  // Before the paint, so that the bar around it does not jump.
  useLayoutEffect(() => setRecorderPhase(state.phase), [state.phase]);
  useLayoutEffect(() => () => setRecorderPhase(null), []);
  switch (state.phase) {
    case 'idle':
    case 'requesting':
    case 'blocked':
      return <RestView state={state} onRecord={record} drafts={<DraftsToRecover onRecover={recover} />} />;
    case 'recording':
    case 'stopping':
      return <RecordingView state={state} getRecorder={getRecorder} />;
    case 'review':
    case 'saving':
      return <ReviewView state={state} dispatch={dispatch} getRecorder={getRecorder} />;
  }
}
