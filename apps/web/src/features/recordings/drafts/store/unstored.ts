import type { RecordingId, UserId } from '@relato/contract/ids';
import { createListeners } from '../../../../lib/listeners.ts';
import type { Draft } from './draft-store.ts';

/** A recording that this browser could not store. */
export interface Unstored {
  readonly draft: Draft;
  readonly sound: readonly Blob[];
  /** Releases the lock on the draft. */
  readonly release: () => void;
}

/** The recordings that only this page has, and whose users have left. They wait for the next sign-in of their owners. */
export class UnstoredRecordings {
  readonly #waiting = new Map<RecordingId, Unstored>();
  readonly #guard: (isNeeded: boolean) => void;

  /** `guard` makes the page ask before it closes. */
  constructor(guard: (isNeeded: boolean) => void) {
    this.#guard = guard;
  }

  /** One that already waits stays, because it has the lock. */
  keep(unstored: Unstored): void {
    const { id } = unstored.draft;
    this.#waiting.set(id, this.#waiting.get(id) ?? unstored);
    this.#guard(true);
  }

  getOf(userId: UserId): Unstored | null {
    return [...this.#waiting.values()].find(({ draft }) => draft.userId === userId) ?? null;
  }

  forget(id: RecordingId): void {
    if (this.#waiting.delete(id) && this.#waiting.size === 0) this.#guard(false);
  }

  /** Drops the recordings of a user whose account is gone. */
  erase(userId: UserId): void {
    for (let own = this.getOf(userId); own; own = this.getOf(userId)) {
      this.forget(own.draft.id);
      own.release();
    }
  }
}

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

let isHeld = false;
const { subscribe, notify } = createListeners();

/** Returns whether this page has a recording that would be lost with it. */
export const hasUnstored = (): boolean => isHeld;

/** Calls the listener when that changes; returns a function that unsubscribes. */
export const onUnstored = subscribe;

export const unstored = new UnstoredRecordings((isNeeded) => {
  isHeld = isNeeded;
  if (isNeeded) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
  notify();
});
