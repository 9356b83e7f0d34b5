import { afterPaint, idle } from '../../lib/after-paint.ts';

// The parts that the first paint does not need. Most are one file, which comes soon after. The review comes when a
// recording begins, because one that began online can end offline.

const loadRecorder = async () => import('./create-recorder.ts');
export const loadRecordingView = async () => import('./capture/recording-view.tsx');
export const loadReviewView = async () => import('./review/review-view.tsx');

/** Resolves when recording can begin. Throws without a network. */
export async function preloadParts() {
  const [recorder] = await Promise.all([loadRecorder(), loadRecordingView()]);
  return recorder;
}

/** Resolves when the first paint is done and the browser has nothing else to do. */
export async function firstRest(): Promise<void> {
  await afterPaint();
  await idle();
}

/** The part that takes audio files. */
export async function loadImport() {
  await firstRest();
  return import('./import/import-audio.tsx');
}
