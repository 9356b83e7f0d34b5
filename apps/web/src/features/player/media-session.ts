import { limits } from '@relato/contract/limits';
import { shellText } from '../../messages/shell.ts';
import type { Player } from './player.ts';

function setAction(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler,
): void {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // Not every browser knows every action.
  }
}

/** The controls of the lock screen, of headphones and of the keyboard. */
export function followMediaSession(player: Player): void {
  if (!('mediaSession' in navigator)) return;
  const session = navigator.mediaSession;
  const { skipSeconds } = limits.player;
  let shownId: string | null = null;

  const resume = () => {
    const { playback } = player.getState();
    if (playback.kind !== 'idle') player.play(playback.track);
  };
  const seekTo = ({ seekTime }: MediaSessionActionDetails) => {
    const { playback } = player.getState();
    if (playback.kind !== 'idle' && seekTime !== undefined) player.seek(playback.track.id, seekTime);
  };
  setAction(session, 'play', resume);
  setAction(session, 'pause', () => player.pause());
  setAction(session, 'stop', () => player.stop());
  const skip = (seconds: number) => {
    const { playback } = player.getState();
    if (playback.kind !== 'idle') player.skip(playback.track.id, seconds);
  };
  setAction(session, 'seekbackward', ({ seekOffset }) => skip(-(seekOffset || skipSeconds)));
  setAction(session, 'seekforward', ({ seekOffset }) => skip(seekOffset || skipSeconds));
  setAction(session, 'seekto', seekTo);

  player.subscribe(() => {
    const { playback, rate } = player.getState();
    if (playback.kind === 'idle') {
      session.metadata = null;
      session.playbackState = 'none';
      shownId = null;
      return;
    }
    const { track, durationSeconds, positionSeconds } = playback;
    if (shownId !== track.id) {
      session.metadata = new MediaMetadata({
        title: track.title,
        artist: track.artist,
        album: shellText.name,
      });
      shownId = track.id;
    }
    session.playbackState = playback.kind === 'playing' || playback.kind === 'loading' ? 'playing' : 'paused';
    session.setPositionState?.({
      duration: durationSeconds,
      playbackRate: rate,
      position: Math.min(positionSeconds, durationSeconds),
    });
  });
}
