import type { RecordingId, UserId } from '@relato/contract/ids';
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

  keep(unstored: Unstored): void {
    this.#waiting.set(unstored.draft.id, unstored);
    this.#guard(true);
  }

  getOf(userId: UserId): Unstored | null {
    return [...this.#waiting.values()].find(({ draft }) => draft.userId === userId) ?? null;
  }

  forget(id: RecordingId): void {
    if (this.#waiting.delete(id) && this.#waiting.size === 0) this.#guard(false);
  }
}

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

export const unstored = new UnstoredRecordings((isNeeded) => {
  if (isNeeded) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
});
