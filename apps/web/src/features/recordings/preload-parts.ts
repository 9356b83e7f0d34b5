// The parts that the first paint does not need. They load soon after, and at the latest during a recording, because a
// recording that began online can end offline.

const loadRecorder = async () => import('./create-recorder.ts');
export const loadRecordingView = async () => import('./capture/recording-view.tsx');
export const loadReviewView = async () => import('./review/review-view.tsx');
export const loadDiscardSheet = async () => import('./review/discard-sheet.tsx');

/** The first paint does not need it. */
const importAfterMs = 1_000;

/** The part that takes audio files, some time after the first paint. */
export async function loadImport() {
  await new Promise((resolve) => setTimeout(resolve, importAfterMs));
  const [{ ImportAudio }, { SharedAudio }] = await Promise.all([
    import('./import/import-audio.tsx'),
    import('./import/shared-audio.tsx'),
  ]);
  return { ImportAudio, SharedAudio };
}

/** Resolves when recording can begin; the other parts follow. Throws without a network. */
export async function preloadParts() {
  const [recorder] = await Promise.all([loadRecorder(), loadRecordingView()]);
  void Promise.all([loadReviewView(), loadDiscardSheet()]).catch(() => undefined);
  return recorder;
}
