import { fetchWithTimeout } from '../../lib/calls/fetch-with-timeout.ts';
import { onStopAllAudio } from '../../lib/stop-all-audio.ts';
import { onTabForgotten } from '../../lib/tab-storage.ts';
import { playerText } from '../../messages/player.ts';
import { showToast } from '../../ui/toasts/toast-store.ts';
import { EvenLoudness } from './even-loudness.ts';
import { findFailure, isSettled } from './playback-failure.ts';
import { Player } from './player.ts';
import type { PlaybackError, Track } from './player-state.ts';
import { readPositions, writePositions } from './saved-positions.ts';

async function showFailure(error: PlaybackError, { id, src }: Track): Promise<void> {
  const failure = await findFailure(error, src, async (address) =>
    fetchWithTimeout(address, { method: 'HEAD' }),
  );
  console.error(`Playback failed: ${failure}`);
  if (isSettled(player.getState().playback, id)) return;
  showToast({ title: playerText.errors.title, text: playerText.errors[failure], tone: 'destructive' });
}

let loudness: EvenLoudness | null = null;

export const player = new Player({
  createAudio: () => {
    const audio = new Audio();
    loudness = new EvenLoudness(audio);
    return audio;
  },
  beforePlay: ({ gainDb, softerDb }) => loudness?.prepare(gainDb, softerDb),
  requestFrame: (callback) => requestAnimationFrame(callback),
  cancelFrame: (handle) => cancelAnimationFrame(handle),
  isMobile: () => matchMedia('(pointer: coarse)').matches,
  onFailure: (error, track) => void showFailure(error, track),
  // Kept per tab, not per browser: other users of the browser should not see what was played.
  saved: readPositions(),
});

let written = player.getState().saved;
player.subscribe(() => {
  const { saved } = player.getState();
  if (saved !== written) writePositions(saved);
  written = saved;
});
const pauseHidden = () => {
  if (document.hidden) player.pause();
};
document.addEventListener('visibilitychange', pauseHidden);
// The lock screen may have started the player of a hidden page.
window.addEventListener('pagehide', pauseHidden);
onStopAllAudio(() => player.stop());
// Another user of this tab should not see what was played, nor find the id of a private story.
onTabForgotten(() => player.forgetAll());

// Loaded with the first track, because the lock screen has no controls before it.
const stopWaiting = player.subscribe(() => {
  if (player.getState().playback.kind === 'idle') return;
  stopWaiting();
  void import('./media-session.ts')
    .then(({ syncMediaSession }) => syncMediaSession(player))
    .catch((error: unknown) => console.warn('The controls of the lock screen could not be loaded', error));
});
