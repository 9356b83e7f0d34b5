import {
  initialPlayerState,
  reducePlayer,
  type PlayerEvent,
  type PlayerState,
  type PlaybackError,
  type Track,
} from './player-state.ts';
import { createListeners } from '../../lib/listeners.ts';

/** The player's state and its subscribers. The running position goes only to subscribers that ask for it. */
export class PlayerStore {
  #state: PlayerState;
  readonly #listeners = createListeners();
  readonly #positionListeners = createListeners();

  constructor(saved: PlayerState['saved'] = {}) {
    this.#state = { ...initialPlayerState, saved };
  }

  readonly getState = (): PlayerState => this.#state;

  /** Called for every change but the running position. */
  readonly subscribe = this.#listeners.subscribe;

  /** Called for every change, and during playback in every frame, or a few times a second in a hidden page. */
  readonly subscribePosition = this.#positionListeners.subscribe;

  dispatch(event: PlayerEvent): void {
    const next = reducePlayer(this.#state, event);
    if (next === this.#state) return;
    this.#state = next;
    this.#positionListeners.notify();
    if (event.type !== 'tick') this.#listeners.notify();
  }
}

export interface PlayerDependencies {
  readonly createAudio: () => HTMLAudioElement;
  /** Called in the gesture that plays a track, before it plays. */
  readonly beforePlay?: (track: Track) => void;
  readonly requestFrame: (callback: () => void) => number;
  readonly cancelFrame: (handle: number) => void;
  readonly isMobile: () => boolean;
  readonly onFailure: (error: PlaybackError, track: Track) => void;
  /** The stored position of each track from an earlier page. */
  readonly saved?: PlayerState['saved'];
}
