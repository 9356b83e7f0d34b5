import type { PlaybackError, PlayerState, Track } from './player-state.ts';

/** The part of HTMLAudioElement that the player needs, so that tests can bring their own. */
export type AudioElement = Pick<
  HTMLAudioElement,
  | 'addEventListener'
  | 'currentTime'
  | 'defaultPlaybackRate'
  | 'duration'
  | 'ended'
  | 'error'
  | 'load'
  | 'pause'
  | 'paused'
  | 'play'
  | 'playbackRate'
  | 'preload'
  | 'readyState'
  | 'removeAttribute'
  | 'src'
>;

export interface PlayerDependencies {
  readonly createAudio: () => AudioElement;
  /** Called in the gesture that plays a track, before it plays. */
  readonly beforePlay?: (track: Track) => void;
  readonly requestFrame: (callback: () => void) => number;
  readonly cancelFrame: (handle: number) => void;
  readonly isMobile: () => boolean;
  readonly onFailure: (error: PlaybackError, track: Track) => void;
  /** The stored position of each track from an earlier page. */
  readonly saved?: PlayerState['saved'];
}
