import type { PlaybackError, PlayerState, Track } from './player-state.ts';

/** What the player needs of an HTMLAudioElement; a test brings its own. */
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

export interface PlayerEnvironment {
  readonly createAudio: () => AudioElement;
  readonly requestFrame: (callback: () => void) => number;
  readonly cancelFrame: (handle: number) => void;
  readonly isMobile: () => boolean;
  readonly onFailure: (error: PlaybackError, track: Track) => void;
  /** Where each track was left, as an earlier page kept it. */
  readonly saved?: PlayerState['saved'];
}
