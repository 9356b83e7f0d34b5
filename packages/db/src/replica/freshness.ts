/** A moment of the primary, seen by this process. */
export interface Moment {
  /** By the clock of this process, before the primary was asked. */
  readonly askedAtMs: number;
  /** By the clock of the primary. */
  readonly timeMs: number;
  /** In the log of the primary, after everything that was written before. */
  readonly position: number;
}

/**
 * Tells which moment of the primary a replica shows. The time of its last transaction would not tell: nothing may have been
 * written since.
 */
export class Freshness {
  readonly #keptMs: number;
  #moments: readonly Moment[] = [];
  #shown: Moment | null = null;

  /** Forgets moments older than `keptMs`: a replica that is further behind is not known to have come nearer. */
  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  add(moment: Moment): void {
    const { askedAtMs } = moment;
    this.#moments = [...this.#moments.filter((each) => askedAtMs - each.askedAtMs <= this.#keptMs), moment];
  }

  /** Returns the latest known moment before which everything was written that the replica shows, or null if none is known. */
  findShown(replayed: number): Moment | null {
    const shown = this.#moments.findLast(({ position }) => position <= replayed);
    if (shown) {
      this.#shown = shown;
      this.#moments = this.#moments.slice(this.#moments.indexOf(shown));
    }
    // A replica that was restarted may have forgotten what it had replayed.
    return this.#shown && this.#shown.position <= replayed ? this.#shown : null;
  }
}
