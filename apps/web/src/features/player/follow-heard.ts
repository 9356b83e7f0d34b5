import { limits } from '@relato/contract/limits';
import type { Player } from './player.ts';
import { getPosition, isStoryTrack, type Playback, type Track } from './player-state.ts';

/** Returns the track if it has sounded: a browser may refuse to start a story that a link moved to a later second. */
const toHeard = (playback: Playback): Track | null =>
  playback.kind !== 'idle' && playback.wasHeard ? playback.track : null;

/**
 * Calls `onHeard` with a track and its position when the player pauses, ends or leaves a story of which enough was heard.
 * The user must be the same as at its start, because a sign-out stops the story too. Returns a function that unsubscribes.
 */
export function followHeard(
  player: Pick<Player, 'getState' | 'subscribe'>,
  onHeard: (track: Track, positionSeconds: number) => void,
  getListenerId: () => string | null | undefined,
  fromRatio: number = limits.heard.fromRatio,
): () => void {
  const { playback: first } = player.getState();
  let track = toHeard(first);
  let startedBy = getListenerId();
  const tell = (left: Track) => {
    const positionSeconds = getPosition(player.getState(), left.id);
    if (isStoryTrack(left) && positionSeconds >= left.durationSeconds * fromRatio)
      onHeard(left, positionSeconds);
  };
  // The story had stopped before this subscription.
  if (track && (first.kind === 'paused' || first.kind === 'ended')) tell(track);
  return player.subscribe(() => {
    const { playback } = player.getState();
    const left = track;
    const isSameListener = startedBy === getListenerId();
    track = toHeard(playback);
    if (track?.id !== left?.id) startedBy = getListenerId();
    const hasStopped = track?.id !== left?.id || playback.kind === 'paused' || playback.kind === 'ended';
    if (left && hasStopped && isSameListener) tell(left);
  });
}
