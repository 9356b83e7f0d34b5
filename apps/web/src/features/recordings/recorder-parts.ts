// What the first paint does not need. All of it is loaded soon after, and at the latest while recording goes on: a
// recording that began with a network can end without one.

const loadRecorder = async () => import('./browser-recorder.ts');
export const loadRecordingView = async () => import('./capture/recording-view.tsx');
export const loadReviewView = async () => import('./review/review-view.tsx');
export const loadDiscardSheet = async () => import('./review/discard-sheet.tsx');

/** Resolves when recording can begin; the rest follows. Throws when there is no network for it. */
export async function loadRecorderParts() {
  const [recorder] = await Promise.all([loadRecorder(), loadRecordingView()]);
  void Promise.all([loadReviewView(), loadDiscardSheet()]).catch(() => undefined);
  return recorder;
}
