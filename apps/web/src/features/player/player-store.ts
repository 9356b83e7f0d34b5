import { initialPlayerState, reducePlayer } from './player-state.ts';
import type { PlayerEvent, PlayerState } from './player-state.ts';

type Listener = () => void;

/** The player's state and its subscribers. The running position goes only to subscribers that ask for it. */
export class PlayerStore {
  #state: PlayerState;
  readonly #listeners = new Set<Listener>();
  readonly #positionListeners = new Set<Listener>();

  constructor(saved: PlayerState['saved'] = {}) {
    this.#state = { ...initialPlayerState, saved };
  }

  readonly getState = (): PlayerState => this.#state;

  /** Called for every change but the running position. */
  readonly subscribe = (listener: Listener): Listener => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Called for every change, and in every frame during playback. */
  readonly subscribePosition = (listener: Listener): Listener => {
    this.#positionListeners.add(listener);
    return () => void this.#positionListeners.delete(listener);
  };

  dispatch(event: PlayerEvent): void {
    const next = reducePlayer(this.#state, event);
    if (next === this.#state) return;
    this.#state = next;
    for (const listener of this.#positionListeners) listener();
    if (event.type === 'tick') return;
    for (const listener of this.#listeners) listener();
  }
}
