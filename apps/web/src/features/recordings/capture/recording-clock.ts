/** Counts the time that is recorded, which the pauses are no part of. It runs from the beginning. */
export class RecordingClock {
  readonly #now: () => number;
  #recordedMs = 0;
  /** Null in a pause. */
  #runsSinceMs: number | null;

  /** `now` is monotonic, in milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now;
    this.#runsSinceMs = now();
  }

  get recordedMs(): number {
    return this.#recordedMs + (this.#runsSinceMs === null ? 0 : this.#now() - this.#runsSinceMs);
  }

  get isRunning(): boolean {
    return this.#runsSinceMs !== null;
  }

  pause(): void {
    this.#recordedMs = this.recordedMs;
    this.#runsSinceMs = null;
  }

  resume(): void {
    this.#runsSinceMs ??= this.#now();
  }
}
