import { lazy, Suspense, useLayoutEffect } from 'react';
import { lazyExtra } from '../../app/lazy-extra.ts';
import { loadRecordingView, loadReviewView } from './recorder-modules.ts';
import { setRecorderPhase } from './recorder-phase-store.ts';
import { RestView } from './rest-view.tsx';
import { useRecorder } from './use-recorder.ts';

const DraftsToRecover = lazyExtra(async () => (await import('./drafts-to-recover.tsx')).DraftsToRecover);
const RecordingView = lazy(async () =>
  loadRecordingView().then((module) => ({ default: module.RecordingView })),
);
const ReviewView = lazy(async () => loadReviewView().then((module) => ({ default: module.ReviewView })));

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
      return (
        <RestView
          state={state}
          onRecord={record}
          drafts={
            <Suspense>
              <DraftsToRecover onRecover={recover} />
            </Suspense>
          }
        />
      );
    case 'recording':
    case 'stopping':
      return (
        <Suspense>
          <RecordingView state={state} getRecorder={getRecorder} />
        </Suspense>
      );
    case 'review':
    case 'saving':
      return (
        <Suspense>
          <ReviewView state={state} dispatch={dispatch} getRecorder={getRecorder} />
        </Suspense>
      );
  }
}
