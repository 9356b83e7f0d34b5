import { playerText } from '../../messages/player.ts';
import { showToast } from '../../ui/toast-store.ts';
import { followMediaSession } from './media-session.ts';
import type { PlaybackError } from './player-state.ts';
import { Player } from './player.ts';

function tellFailure(error: PlaybackError): void {
  console.error(`Playback failed: ${error}`);
  showToast({ title: playerText.errors.title, text: playerText.errors[error], tone: 'destructive' });
}

/** The one player of the app. */
export const player = new Player({
  createAudio: () => new Audio(),
  requestFrame: (callback) => requestAnimationFrame(callback),
  cancelFrame: (handle) => cancelAnimationFrame(handle),
  isMobile: () => matchMedia('(pointer: coarse)').matches,
  isOnline: () => navigator.onLine,
  onFailure: tellFailure,
});

document.addEventListener('visibilitychange', () => {
  if (document.hidden) player.pause();
});
followMediaSession(player);
