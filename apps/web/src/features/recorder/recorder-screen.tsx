import { lazy, Suspense } from 'react';
import { lazyExtra } from '../../app/lazy-extra.ts';
import { recorderText } from '../../messages/recorder.ts';
import { loadRecordingView, loadReviewView } from './recorder-modules.ts';
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
  switch (state.phase) {
    case 'idle':
    case 'requesting':
    case 'blocked':
      return (
        <>
          {/* Narrow, so that it breaks where the voice would. */}
          <h1 className="mt-3.5 max-w-50 text-heading">{recorderText.heading}</h1>
          <p className="mt-2 text-muted">{recorderText.ready}</p>
          <Suspense>
            <DraftsToRecover onRecover={recover} />
          </Suspense>
          <RestView state={state} onRecord={record} />
        </>
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
