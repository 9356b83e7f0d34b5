/** A moment of the primary that this process has read. */
export interface Moment {
  /** By the clock of this process, before it asked the primary. */
  readonly askedAtMs: number;
  /** By the clock of the primary. */
  readonly timeMs: number;
  /** The position in the log of the primary after all earlier writes. */
  readonly position: number;
}

/**
 * Finds the moment of the primary that a replica shows. The time of its last transaction would not suffice, because there
 * may be no writes since.
 */
export class Freshness {
  readonly #keptMs: number;
  #moments: readonly Moment[] = [];
  #shown: Moment | null = null;

  /** Forgets moments older than `keptMs`, so that a replica further behind has no known moment. */
  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  add(moment: Moment): void {
    const { askedAtMs } = moment;
    this.#moments = [...this.#moments.filter((each) => askedAtMs - each.askedAtMs <= this.#keptMs), moment];
  }

  /** Returns the latest known moment whose earlier writes the replica all shows, or null. */
  findShown(replayed: number): Moment | null {
    const shown = this.#moments.findLast(({ position }) => position <= replayed);
    if (shown) {
      this.#shown = shown;
      this.#moments = this.#moments.slice(this.#moments.indexOf(shown));
    }
    // A restarted replica may have lost replayed writes.
    return this.#shown && this.#shown.position <= replayed ? this.#shown : null;
  }
}
