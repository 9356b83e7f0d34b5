import { limits } from '@relato/contract/limits';

const { maxDurationMs } = limits.recording;

interface RecordingTime {
  readonly recordedMs: number;
  readonly remainingMs: number;
  /** Recorded time divided by the maximum, from 0 to 1. */
  readonly ratio: number;
  readonly isAtLimit: boolean;
}

/** What the time panel shows. Whole seconds, so that both readouts turn together and always add up to the maximum. */
export function toRecordingTime(elapsedMs: number): RecordingTime {
  const recordedMs = Math.floor(Math.min(Math.max(elapsedMs, 0), maxDurationMs) / 1000) * 1000;
  return {
    recordedMs,
    remainingMs: maxDurationMs - recordedMs,
    ratio: recordedMs / maxDurationMs,
    isAtLimit: elapsedMs >= maxDurationMs,
  };
}

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
