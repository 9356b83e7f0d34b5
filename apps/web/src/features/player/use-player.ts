import { useSyncExternalStore } from 'react';
import { player } from './app-player.ts';
import { getDuration, getKind, getPosition, wantsToPlay, type Playback, type Track } from './player-state.ts';

interface TrackPlayback {
  /** `idle` for every track but the current one. */
  readonly kind: Playback['kind'];
  /** The track plays, or is about to. */
  readonly isPlaying: boolean;
}

/** Returns what the player does with one track. Rerenders when that changes, not while the position advances. */
export function usePlayer(trackId: string): TrackPlayback {
  const kind = useSyncExternalStore(player.subscribe, () => getKind(player.getState(), trackId));
  return { kind, isPlaying: wantsToPlay(kind) };
}

/**
 * Selects a value from the position of one track, in seconds. Rerenders only when the value changes, so select as
 * little as is shown: a whole second, the index of a word.
 */
export function usePosition<Value extends number | string>(
  trackId: string,
  select: (positionSeconds: number) => Value,
): Value {
  const { kind } = usePlayer(trackId);
  // Only the playing track is followed frame by frame.
  const subscribe = kind === 'playing' ? player.subscribePosition : player.subscribe;
  return useSyncExternalStore(subscribe, () => select(getPosition(player.getState(), trackId)));
}

/** Returns the media's duration in seconds if it is known, else the announced one. */
export function useDuration(track: Track): number {
  return useSyncExternalStore(player.subscribe, () => getDuration(player.getState(), track));
}
