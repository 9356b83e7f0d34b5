import { limits } from '@relato/contract/limits';
import { shellText } from '../../messages/shell.ts';
import type { Player } from './player.ts';
import { getKind, wantsToPlay, type Track } from './player-state.ts';

type FollowedPlayer = Pick<Player, 'getState' | 'subscribe' | 'play' | 'pause' | 'stop' | 'seek' | 'skip'>;

const { skipSeconds } = limits.player;

/** Connects the player to the controls of the lock screen, of headphones and of the keyboard. */
export function syncMediaSession(player: FollowedPlayer): void {
  if (!('mediaSession' in navigator)) return;
  const session = navigator.mediaSession;
  handleMediaButtons(session, player);
  let shownId: string | null = null;
  const show = () => {
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
    session.playbackState = wantsToPlay(playback.kind) ? 'playing' : 'paused';
    session.setPositionState?.({
      duration: durationSeconds,
      playbackRate: rate,
      position: Math.min(positionSeconds, durationSeconds),
    });
  };
  player.subscribe(show);
  show();
}

/** Sets the handler of a button, or removes it with null. */
export function setHandler(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): void {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // Not every browser supports every action.
  }
}

function handleMediaButtons(session: MediaSession, player: FollowedPlayer): void {
  const ofCurrent =
    (act: (track: Track, details: MediaSessionActionDetails) => void): MediaSessionActionHandler =>
    (details) => {
      const { playback } = player.getState();
      if (playback.kind !== 'idle') act(playback.track, details);
    };
  const handlers: readonly (readonly [MediaSessionAction, MediaSessionActionHandler])[] = [
    [
      'play',
      ofCurrent((track) => {
        // A sound that is already playing reports no new start.
        if (!wantsToPlay(getKind(player.getState(), track.id))) player.play(track);
      }),
    ],
    ['pause', () => player.pause()],
    ['stop', () => player.stop()],
    ['seekbackward', ofCurrent(({ id }, { seekOffset }) => player.skip(id, -(seekOffset ?? skipSeconds)))],
    ['seekforward', ofCurrent(({ id }, { seekOffset }) => player.skip(id, seekOffset ?? skipSeconds))],
    ['seekto', ofCurrent(({ id }, { seekTime = 0 }) => player.seek(id, seekTime))],
  ];
  for (const [action, handler] of handlers) setHandler(session, action, handler);
}
