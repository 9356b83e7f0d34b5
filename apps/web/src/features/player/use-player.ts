import { useSyncExternalStore } from 'react';
import { player } from './app-player.ts';
import { getKind, getPosition, type Playback, type Track } from './player-state.ts';

interface TrackPlayback {
  /** `idle` for every track but the current one. */
  readonly kind: Playback['kind'];
  /** It sounds, or is about to. */
  readonly isPlaying: boolean;
}

/** What the player does with one track. Renders again when that changes, not while the position runs. */
export function usePlayer(trackId: string): TrackPlayback {
  const kind = useSyncExternalStore(player.subscribe, () => getKind(player.getState(), trackId));
  return { kind, isPlaying: kind === 'playing' || kind === 'loading' };
}

/**
 * Something made of the position of one track, in seconds. Renders again only when it changes, so ask for as
 * little as is shown: a whole second, the index of a word.
 */
export function usePosition<Value extends number | string>(
  trackId: string,
  select: (positionSeconds: number) => Value,
): Value {
  const { kind } = usePlayer(trackId);
  // Only the track that plays is followed frame by frame.
  const subscribe = kind === 'playing' ? player.subscribePosition : player.subscribe;
  return useSyncExternalStore(subscribe, () => select(getPosition(player.getState(), trackId)));
}

/** In seconds: the media's own duration once it is known, until then the one announced. */
export function useDuration({ id, durationSeconds }: Track): number {
  return useSyncExternalStore(player.subscribe, () => {
    const { playback } = player.getState();
    return playback.kind !== 'idle' && playback.track.id === id ? playback.durationSeconds : durationSeconds;
  });
}
